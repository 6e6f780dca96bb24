package hunt

import (
	"fmt"

	"xcbench/solvers"
)

// Options say what is hunted. The result depends on all of them, and on the number of steps.
type Options struct {
	Solver  solvers.Variant  // the solver that puzzles are to be hard for
	Favour  *solvers.Variant // the solver to compare it with; nil for none
	Measure Measure          // what is counted
	Copies  int              // symmetric copies of a puzzle that are scored
	Seed    uint64
	Count   int // puzzles to keep
	Climbs  int // climbs side by side; each keeps an equal part of the puzzles
}

// String returns the options as flags of the command line.
func (o Options) String() string {
	whom := "--solver " + o.Solver.Name
	if o.Favour != nil {
		whom = fmt.Sprintf("--against %s --favour %s", o.Solver.Name, o.Favour.Name)
	}
	return fmt.Sprintf("%s --measure %s --copies %d --seed %d --count %d --climbs %d",
		whom, o.Measure, o.Copies, o.Seed, o.Count, o.Climbs)
}

// Bounds of what a hunt may be asked for. A larger number is probably a mistake.
const (
	maxCopies = 1000
	maxCount  = 100000
)

// Check reports what is wrong with the options.
func (o Options) Check() error {
	switch {
	case o.Measure != Nodes && o.Measure != Updates:
		return fmt.Errorf("unknown measure %q, expected %s or %s", o.Measure, Nodes, Updates)
	case o.Copies < 1 || o.Copies > maxCopies:
		return fmt.Errorf("%d copies, expected 1 to %d", o.Copies, maxCopies)
	case o.Count < 1 || o.Count > maxCount:
		return fmt.Errorf("%d puzzles to keep, expected 1 to %d", o.Count, maxCount)
	case o.Climbs < 1 || o.Climbs > o.Count:
		return fmt.Errorf("%d climbs, expected 1 to %d, the number of puzzles to keep", o.Climbs, o.Count)
	case o.Favour == nil:
		return nil
	case o.Measure == Updates && o.Solver.Counter != o.Favour.Counter:
		return fmt.Errorf("updates of %s are %s and updates of %s are %s, "+
			"expected solvers that count the same, or the measure nodes",
			o.Solver.Name, o.Solver.Counter, o.Favour.Name, o.Favour.Counter)
	case o.Solver.Rule == o.Favour.Rule:
		return fmt.Errorf("%s and %s both have the choice rule %s and search the same tree, "+
			"expected solvers with different rules", o.Solver.Name, o.Favour.Name, o.Solver.Rule)
	}
	return nil
}
