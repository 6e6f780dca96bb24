package corpus

import (
	"context"

	"xcbench/cover"
	"xcbench/solvers/bitset"
)

// visitFirst shows the first solution of a problem to visit, if it is found in so many nodes; 0 is
// no bound. Which one is first, and after how many nodes, is settled by the choice rule, whatever
// the solver, so that an instance made from it stays the same.
func visitFirst(p *cover.Problem, nodes int64, visit func(options []int)) {
	_, err := cover.Solve(context.Background(), bitset.Dense(cover.MRV), p, cover.Limits{Solutions: 1, Nodes: nodes}, func(options []int) bool {
		visit(options)
		return false
	})
	if err != nil {
		panic("corpus: " + err.Error()) // a board is small enough for it
	}
}
