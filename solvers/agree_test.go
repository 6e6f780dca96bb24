package solvers_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// A third of the problems have colours, which some solvers take. Half of the problems are solved with a context that nobody can cancel. Some solvers take another
// path then.
func TestSolversFindTheSolutionsOfBruteForceAndAgreeOnEveryLevel(t *testing.T) {
	trials := 1500
	switch {
	case long:
		trials = 5000
	case testing.Short():
		trials = 300
	}
	contexts := []context.Context{context.Background(), t.Context()}
	all := append(solvers.BuiltIn(), solvers.Representations()...)
	for _, v := range all {
		if v.Divisible() {
			all = append(all, find(v.Name+solvers.ParallelSuffix))
		}
	}
	for seed := range uint64(trials) {
		p := textbook.Random(seed)
		if seed%3 == 2 {
			p = textbook.Coloured(p, seed)
		}
		want := textbook.BruteForce(p)
		trees := map[string][]cover.Level{} // by rule, and by rule and counter class
		for _, v := range all {
			var got []string
			visit := func(options []int) bool {
				got = append(got, fmt.Sprint(slices.Sorted(slices.Values(options))))
				return true
			}
			can := v.Capabilities()
			if p.Colours() > 0 && !can.Colours {
				continue
			}
			if can.CountsOnly {
				visit = nil
			}
			stats, err := cover.Solve(contexts[seed%2], v, p, cover.Limits{}, visit)
			slices.Sort(got)
			if err != nil || stats.Status != cover.Solved || stats.Solutions != int64(len(want)) || visit != nil && !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: got %v, %d solutions %v, want %v", seed, v.Name, err, stats.Solutions, got, want)
			}
			if can.NoLevels {
				continue
			}
			sum, nodes := cover.Level{}, slices.Clone(stats.Levels)
			for k, l := range stats.Levels {
				sum.Nodes, sum.Updates, nodes[k].Updates = sum.Nodes+l.Nodes, sum.Updates+l.Updates, 0
			}
			if sum.Nodes != stats.Nodes || sum.Updates != stats.Updates {
				t.Fatalf("seed %d, %s: levels sum up to %v, totals are %d and %d", seed, v.Name, sum, stats.Nodes, stats.Updates)
			}
			for class, levels := range map[string][]cover.Level{string(v.Rule): nodes, string(v.Rule) + " " + string(v.Counter): stats.Levels} {
				if same, ok := trees[class]; ok && !slices.Equal(same, levels) {
					t.Fatalf("seed %d, %s: got levels %v, want %v as others of %s", seed, v.Name, levels, same, class)
				}
				trees[class] = levels
			}
		}
	}
}
