package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// Fault says what is wrong with a solver on an instance.
type Fault struct {
	InstanceID, Solver string
	Status             cover.Status // one of faultWords
	What               string
}

// Faults are the faults of several solvers on several instances, and the error of a run that found them.
type Faults []Fault

func (f Faults) Error() string { return "found " + f.String() }

// faultWords are the statuses of faults, the worst first, and what people call them.
var faultWords = []struct {
	status cover.Status
	noun   string // one fault
	verb   string // what the solver is or did, before "on 3 instances"
}{
	{results.Wrong, "wrong answer", "wrong"},
	{results.Disagree, "disagreement", "in disagreement"},
	{results.Crash, "crash", "crashed"},
	{cover.Memout, "memout", "out of memory"},
	{results.Unconfirmed, "unconfirmed time", "unconfirmed"},
	{results.Killed, "killed worker", "killed from outside"},
	{cover.Timeout, "hang", "did not stop"}, // not every timeout is a fault
}

// String counts the faults: "3 wrong answers, 1 disagreement".
func (f Faults) String() string {
	var all []string
	for _, w := range faultWords {
		if n := f.Count(w.status); n > 0 {
			all = append(all, english.Count(n, w.noun))
		}
	}
	return strings.Join(all, ", ")
}

// Count returns the number of faults with a status.
func (f Faults) Count(status cover.Status) (n int) {
	for _, one := range f {
		if one.Status == status {
			n++
		}
	}
	return n
}

// maxLines bounds the lines of a summary. With an error message they fit on a small screen.
const maxLines = 18

// Summary describes the faults in a few lines, given the number of all instances. Each line has a
// solver, or several of which it says the same. Solvers with wrong answers come first.
func (f Faults) Summary(instances int) (lines []string) {
	var groups []Faults            // by line, of its first solver
	names := map[string][]string{} // of the solvers of a line
	for _, solver := range f.solvers() {
		var own Faults // the worst first
		for _, w := range faultWords {
			for _, one := range f {
				if one.Solver == solver && one.Status == w.status {
					own = append(own, one)
				}
			}
		}
		text := own.often(instances)
		if names[text] == nil {
			groups = append(groups, own)
		}
		names[text] = append(names[text], solver)
	}
	slices.SortStableFunc(groups, func(a, b Faults) int {
		return cmp.Or(b.Count(results.Wrong)-a.Count(results.Wrong), len(b)-len(a))
	})
	for k, g := range groups {
		if k == maxLines-1 && len(groups) > maxLines {
			return append(lines, english.Count(len(groups)-k, "more solver")+" with faults")
		}
		text := g.often(instances)
		lines = append(lines, strings.Join(names[text], ", ")+": "+text)
	}
	return lines
}

// often says on how many instances a solver has faults, and the first of them.
func (f Faults) often(instances int) string {
	var parts []string
	for _, w := range faultWords {
		if n := f.Count(w.status); n > 0 {
			parts = append(parts, fmt.Sprintf("%s on %d", w.verb, n))
		}
	}
	return fmt.Sprintf("%s of %s; the first: %s: %s", strings.Join(parts, ", "), english.Count(instances, "instance"),
		f[0].InstanceID, f[0].What)
}

// solvers returns the solvers with faults, in order of appearance.
func (f Faults) solvers() (names []string) {
	for _, one := range f {
		if !slices.Contains(names, one.Solver) {
			names = append(names, one.Solver)
		}
	}
	return names
}
