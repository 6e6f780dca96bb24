package corpus

import (
	"context"
	"os"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
)

func TestFirstSolutionIsTheOneThatDancingLinksFindsFirst(t *testing.T) {
	unsolved, seeds := 0, 2
	switch {
	case os.Getenv("XCBENCH_LONG") != "":
		seeds = 5
	case testing.Short():
		seeds = 1
	}
	for _, id := range []string{
		"sudoku_empty/2x3", "sudoku_holes/3x3_h60_s1", "sudoku_holes/3x3_x_h70_s2", "sudoku_holes/3x3_jigsaw_h70_s3",
		"queens/3", "queens/8", "pentomino/3x20", "random/i40_m80_k3_s1", "golfers/3x3x4",
	} {
		problem := problemOf(t, id)
		for seed := 1; seed <= seeds; seed++ {
			p := shuffled(problem, newDice(seed))
			var want []int
			keep := func(options []int) bool {
				want = slices.Clone(options)
				return false
			}
			stats := must(cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{Solutions: 1}, keep))
			if got := firstSolution(p, 0); !slices.Equal(got, want) {
				t.Errorf("%s, seed %d: got %v, want %v", id, seed, got, want)
			}
			if got := firstSolution(p, int(stats.Nodes)); !slices.Equal(got, want) {
				t.Errorf("%s, seed %d, in %d nodes: got %v, want %v", id, seed, stats.Nodes, got, want)
			}
			if got := firstSolution(p, int(stats.Nodes)-1); got != nil {
				t.Errorf("%s, seed %d, in %d nodes: got %v, want nothing", id, seed, stats.Nodes-1, got)
			}
			if want == nil {
				unsolved++
			}
		}
	}
	if unsolved == 0 {
		t.Error("every problem has a solution; expected some without")
	}
}
