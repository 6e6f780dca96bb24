package bench

import (
	"testing"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// flat is a solver that has totals only, as other programs do.
type flat struct{ cover.Solver }

func (flat) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, NoLevels: true}
}

// counting is a solver that shows no solutions.
type counting struct{ cover.Solver }

func (counting) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, NoLevels: true, CountsOnly: true}
}

// A solver without levels is compared by its totals, and a solver that only counts by its number of
// solutions.
func TestOutcomesWithLessAreComparedByWhatTheyHave(t *testing.T) {
	levels := []cover.Level{{Nodes: 1, Updates: 3}, {Nodes: 2, Updates: 4}}
	outcome := func(name string, s cover.Solver, nodes, solutions int64) Outcome {
		o := Outcome{ended: cover.Solved, algorithm: name}
		o.Variant = solvers.Variant{Name: name, Rule: "mine", Counter: "mine", Solver: s}
		o.Stats = cover.Stats{Status: cover.Solved, Nodes: nodes, Updates: 7, Solutions: solutions}
		if !s.Capabilities().NoLevels {
			o.Stats.Levels = levels
		}
		if s.Capabilities().CountsOnly {
			o.Variant.Rule = "theirs"
		} else {
			for k := range solutions {
				o.found.add([]int{int(k)})
			}
		}
		return o
	}
	still := outcome("last", flat{}, 3, 2)
	still.Stats.Updates = 0
	for _, c := range []struct {
		name  string
		last  Outcome
		fault string
	}{
		{"the same totals", outcome("last", flat{}, 3, 2), ""},
		{"other nodes", outcome("last", flat{}, 4, 2), "nodes differ: last has 4; a, b have 3"},
		{"no updates", still, "updates differ: last has 0; a, b have 7"},
		{"the same number", outcome("last", counting{}, 3, 2), ""},
		{"another number", outcome("last", counting{}, 3, 5), "numbers of solutions differ: last has 5; a, b have 2"},
	} {
		outcomes := []Outcome{c.last, outcome("a", full{}, 3, 2), outcome("b", full{}, 3, 2)}
		disagree(outcomes, cover.Limits{})
		want := cover.Solved
		if c.fault != "" {
			want = results.Disagree
		}
		if o := outcomes[0]; o.Stats.Status != want || o.Fault != c.fault {
			t.Errorf("%s: got %s and %q, want %s and %q", c.name, o.Stats.Status, o.Fault, want, c.fault)
		}
		if outcomes[1].faulty() || outcomes[2].faulty() {
			t.Errorf("%s: got faults of the other solvers: %q, %q", c.name, outcomes[1].Fault, outcomes[2].Fault)
		}
	}
}

// full is a solver with levels.
type full struct{ cover.Solver }

func (full) Capabilities() cover.Capabilities { return everything }
