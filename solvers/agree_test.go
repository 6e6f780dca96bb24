package solvers_test

import (
	"fmt"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// A third of the problems have colours, which some solvers take.
func TestSolversFindTheSolutionsOfBruteForceAndAgreeOnEveryLevel(t *testing.T) {
	trials := 150
	if long {
		trials = 5000
	}
	all := solvers.BuiltIn()
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
		want := textbook.Solutions(p)
		trees := map[string][]cover.Level{} // by rule, and by rule and counter class
		for _, v := range all {
			can := v.Capabilities()
			if p.Colours() > 0 && !can.Colours {
				continue
			}
			var got []string
			visit := func(options []int) bool {
				got = append(got, fmt.Sprint(slices.Sorted(slices.Values(options))))
				return true
			}
			if can.CountsOnly {
				visit = nil
			}
			stats := run(prepare(t, v, p), cover.Limits{}, visit)
			slices.Sort(got)
			if stats.Status != cover.Solved || stats.Solutions != int64(len(want)) || visit != nil && !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: got %d solutions %v, want %v", seed, v.Name, stats.Solutions, got, want)
			}
			if can.NoLevels {
				continue
			}
			if sum := stats.ByLevel(); sum.Nodes != stats.Nodes || sum.Updates != stats.Updates {
				t.Fatalf("seed %d, %s: got %+v on all levels, want %+v", seed, v.Name, sum, stats)
			}
			nodes := slices.Clone(stats.Levels)
			for k := range nodes {
				nodes[k].Updates = 0
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
