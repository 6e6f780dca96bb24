package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A survivor is a line of the list: a mutant that no test of its package kills, and why.
type survivor struct {
	name string // of the package
	mutant
	reason string
}

// notKilled is the reason of a survivor that somebody has yet to look at.
const notKilled = "not killed yet"

// equivalent reports whether no test of what the package does can kill the mutant.
func (s survivor) equivalent() bool {
	return strings.HasPrefix(s.reason, "equivalent: ") || s.speedOnly()
}

// speedOnly reports whether only the time that a test takes may kill the mutant.
func (s survivor) speedOnly() bool { return strings.HasPrefix(s.reason, "speed only: ") }

// heading is the head of the list.
const heading = `# The mutants that no test of their own package kills; docs/mutants.md explains them. The columns are
# separated by tabs: package, declaration, source line, change, reason. A reason is "not killed yet",
# "equivalent: WHY" or "speed only: WHY".
`

// readSurvivors reads the list.
func readSurvivors(path string) ([]survivor, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var all []survivor
	for n, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			return nil, fmt.Errorf("%s:%d: %d columns, expected 5 separated by tabs", path, n+1, len(f))
		}
		s := survivor{f[0], mutant{f[1], f[2], f[3]}, f[4]}
		if s.reason != notKilled && !strings.HasPrefix(s.reason, notKilled+": ") && !s.equivalent() {
			return nil, fmt.Errorf("%s:%d: reason %q, expected %q, \"equivalent: WHY\" or \"speed only: WHY\"",
				path, n+1, s.reason, notKilled)
		}
		all = append(all, s)
	}
	return all, nil
}

func (s survivor) String() string {
	return strings.Join([]string{s.name, s.function, s.line, s.change, s.reason}, "\t")
}

// writeSurvivors writes the list, the packages in order.
func writeSurvivors(path string, all []survivor) error {
	slices.SortStableFunc(all, func(a, b survivor) int { return strings.Compare(a.name, b.name) })
	var text bytes.Buffer
	text.WriteString(heading)
	for _, s := range all {
		fmt.Fprintln(&text, s)
	}
	return os.WriteFile(path, text.Bytes(), 0o666)
}
