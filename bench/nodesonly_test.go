package bench

import (
	"testing"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// Knuth's programs report the nodes of each level, and the updates in total only.
func TestLevelsMayHaveNodesOnly(t *testing.T) {
	full := solvers.Variant{Name: "full", Rule: "mine", Counter: "mine", Solver: full{}}
	theirs := solvers.Variant{Name: "theirs", Rule: "mine", Counter: "mine", Solver: flat{}}
	outcome := func(v solvers.Variant, updates int64, levels ...cover.Level) Outcome {
		o := Outcome{ended: cover.Solved, algorithm: v.Name, Variant: v}
		o.Stats = cover.Stats{Status: cover.Solved, Nodes: 3, Updates: updates, Levels: levels}
		return o
	}
	two := []cover.Level{{Nodes: 1, Updates: 3}, {Nodes: 2, Updates: 4}}
	for _, c := range []struct {
		name   string
		last   Outcome
		status cover.Status
		fault  string
	}{
		{"the same", outcome(theirs, 7, cover.Level{Nodes: 1}, cover.Level{Nodes: 2}), cover.Solved, ""},
		{"other levels", outcome(theirs, 7, cover.Level{Nodes: 2}, cover.Level{Nodes: 1}), results.Disagree,
			"nodes differ on level 0: theirs has 2; full, other have 1"},
		{"other updates", outcome(theirs, 8, cover.Level{Nodes: 1}, cover.Level{Nodes: 2}), results.Disagree,
			"updates differ: theirs has 8; full, other have 7"},
		{"more nodes", outcome(theirs, 7, cover.Level{Nodes: 1}, cover.Level{Nodes: 3}), results.Wrong,
			"3 nodes in all, 4 by level"},
		{"other updates by level", outcome(theirs, 7, cover.Level{Nodes: 1, Updates: 1}, cover.Level{Nodes: 2}),
			results.Wrong, "7 updates in all, 1 by level"},
		{"a solver in the box", outcome(full, 7, cover.Level{Nodes: 1}, cover.Level{Nodes: 2}), results.Wrong,
			"7 updates in all, 0 by level"},
	} {
		other := full
		other.Name = "other"
		outcomes := []Outcome{c.last, outcome(full, 7, two...), outcome(other, 7, two...)}
		outcomes[0].checkTotals()
		disagree(outcomes, cover.Limits{})
		if o := outcomes[0]; o.Stats.Status != c.status || o.Fault != c.fault {
			t.Errorf("%s: got %s and %q, want %s and %q", c.name, o.Stats.Status, o.Fault, c.status, c.fault)
		}
		if kept := outcomes[0].explained(); kept != (c.status != results.Wrong || c.name == "a solver in the box") {
			t.Errorf("%s: the levels are kept: %t", c.name, kept)
		}
		v := verdict{Solver: "x", Found: Found{Stats: cover.Stats{Status: cover.Solved, Nodes: 3, Updates: 7}, Levels: c.last.Stats.Levels}}
		if err := v.check(); (err == nil) != outcomes[0].explained() && c.last.Stats.Updates == 7 {
			t.Errorf("%s: a worker's answer with these levels gives %v", c.name, err)
		}
	}
}
