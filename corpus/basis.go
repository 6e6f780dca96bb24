package corpus

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Basis says what a number of solutions rests on: the programs that counted the solutions, joined
// by "+", or one of the words [Cited] and [Unsettled]. It is "" if a manifest does not say.
type Basis string

const (
	Cited     Basis = "cited" // the source has the number, and no program has counted it here
	Unsettled Basis = "open"  // the number is not known, or has only a bound
)

// programs returns the programs that a [Basis] names, in this order, and the method of each. Programs with the same
// method may have the same fault of thought; programs with different methods share neither code nor idea.
// release/programs.tsv says how each counts.
var programs = sync.OnceValue(func() (all [][2]string) {
	_, rows, _ := strings.Cut(embedded(release, "release/programs.tsv"), "\n")
	for row := range strings.Lines(rows) {
		name, rest, _ := strings.Cut(row, "\t")
		method, _, _ := strings.Cut(rest, "\t")
		all = append(all, [2]string{name, method})
	}
	return all
})

// Methods returns the different methods of the programs that counted the solutions, in the order of
// the basis. It is nil for a number that no program has counted.
func (b Basis) Methods() (methods []string) {
	for name := range strings.SplitSeq(string(b), "+") {
		for _, p := range programs() {
			if p[0] == name && !slices.Contains(methods, p[1]) {
				methods = append(methods, p[1])
			}
		}
	}
	return methods
}

// parseBasis reads the basis of a number of solutions.
func parseBasis(text string, solutions Count) (Basis, error) {
	b := Basis(text)
	if b != Cited && b != Unsettled {
		last := -1
		for name := range strings.SplitSeq(text, "+") {
			k := slices.IndexFunc(programs(), func(p [2]string) bool { return p[0] == name })
			if k <= last {
				return "", fmt.Errorf("unknown basis %q, expected cited, open or programs joined by +, in this order: %s",
					text, strings.Join(each(programs(), func(p [2]string) string { return p[0] }), ", "))
			}
			last = k
		}
	}
	exact := solutions.N != Unknown && !solutions.AtLeast
	if exact && b == Unsettled {
		return "", fmt.Errorf("basis open for exactly %v solutions, expected cited or the programs that counted them",
			solutions)
	}
	if !exact && b != Unsettled {
		return "", fmt.Errorf("basis %s for %v solutions, expected open", b, solutions)
	}
	return b, nil
}
