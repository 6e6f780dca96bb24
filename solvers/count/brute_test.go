package count_test

import (
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/textbook"
	"xcbench/solvers/count"
)

func best() cover.Solver { return count.Best(dlx.Index(cover.MRV), "dlx_index") }

// solvers returns the solvers of the package by name.
func solvers() map[string]cover.Solver {
	return map[string]cover.Solver{"input": count.Frontier(count.Input), "separation": count.Frontier(count.Separation), "best": best()}
}

// solve runs a solver on a problem.
func solve(t testing.TB, s cover.Solver, p *cover.Problem, limits cover.Limits) cover.Stats {
	t.Helper()
	stats, err := cover.Solve(t.Context(), s, p, limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

// diagram returns the diagram of a problem.
func diagram(t testing.TB, s cover.Solver, p *cover.Problem) *count.Diagram {
	t.Helper()
	d, stats, err := s.(count.Diagrammer).Diagram(t.Context(), p, cover.Limits{})
	if err != nil || stats.Status != cover.Solved || d.Count().String() != stats.CountText() {
		t.Fatalf("got %s, %v, want a diagram", stats.Status, err)
	}
	return d
}

// setOf returns options as a text that does not show their order.
func setOf(options []int) string { return fmt.Sprint(slices.Sorted(slices.Values(options))) }

// All that a solver says of a problem is what brute force says.
func FuzzSolutions(f *testing.F) {
	for seed := range uint64(600) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		p := textbook.Random(seed)
		if seed%2 == 1 {
			p = textbook.Coloured(p, seed)
		}
		want := textbook.Solutions(p)
		for name, s := range solvers() {
			if got := solve(t, s, p, cover.Limits{}); got.Solutions != int64(len(want)) || got.Status != cover.Solved {
				t.Fatalf("%s: got %d solutions, %s, want %d", name, got.Solutions, got.Status, len(want))
			}
			checkDiagram(t, diagram(t, s, p), want)
		}
	})
}

// checkDiagram compares all that a diagram says with the set of all solutions.
func checkDiagram(t *testing.T, d *count.Diagram, want []string) {
	t.Helper()
	var listed [][]int
	for options := range d.Solutions() {
		if listed = append(listed, slices.Clone(options)); len(listed) > len(want) {
			t.Fatalf("got more than %d solutions in the list", len(want))
		}
	}
	if !slices.Equal(textbook.Sorted(listed), want) || d.Count().String() != fmt.Sprint(len(want)) {
		t.Fatalf("got %s solutions, %v, want %v", d.Count(), listed, want)
	}
	for options := range d.Samples(20, 7) {
		if !slices.Contains(want, setOf(options)) {
			t.Fatalf("drew %v, want one of %v", options, want)
		}
	}
}
