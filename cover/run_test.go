package cover_test

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/textbook"
)

// A run of a solver with a meter has the nodes, updates and solutions of the textbook on every level, and
// stops at the same limits, at the wish of its visitor, with its context, and where a trace leaves out
// nodes. Then it runs again as before.
func TestRunsWithAMeterAreThoseOfTheTextbook(t *testing.T) {
	textbook.TestSolver(t, dlx.Index(cover.MRV), cover.MRV, textbook.Links)
}

// A trace is told of a solution before the visitor is, and after its node.
func TestATraceIsToldOfASolutionBeforeTheVisitor(t *testing.T) {
	var told []string
	tell := func(what string) { told = append(told, what) }
	_, err := cover.Solve(t.Context(), dlx.Index(cover.MRV), line(t, 2), cover.Limits{Nodes: -1, Updates: -1, Trace: &cover.Trace{
		Node: func(int) { tell("node") }, Solution: func() { tell("solution") },
	}}, func([]int) bool { tell("visit"); return true })
	if want := []string{"node", "node", "node", "solution", "visit"}; err != nil || !slices.Equal(told, want) {
		t.Errorf("got %v, %v, want %v", told, err, want)
	}
}
