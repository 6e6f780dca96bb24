package dlx_test

import (
	"context"
	"fmt"

	"xcbench/cover"
	"xcbench/dlx"
)

// The problem of Knuth's paper "Dancing Links" (2000). Both solvers walk the same tree and count the same
// updates: the links that they remove.
func Example() {
	var b cover.Builder
	b.Primary("a", "b", "c", "d", "e", "f", "g")
	for _, option := range [][]string{
		{"c", "e", "f"}, {"a", "d", "g"}, {"b", "c", "f"}, {"a", "d"}, {"b", "g"}, {"d", "e", "g"},
	} {
		b.Option(option...)
	}
	problem, _ := b.Problem()
	for _, solver := range []cover.Solver{dlx.Index(cover.MRV), dlx.Pointer(cover.MRV)} {
		stats, err := cover.Solve(context.Background(), solver, problem, cover.Limits{}, nil)
		fmt.Println(stats.Solutions, stats.Nodes, stats.Updates, err)
	}
	// Output:
	// 1 6 30 <nil>
	// 1 6 30 <nil>
}

// The rule decides how large the tree is.
func ExampleIndex() {
	var b cover.Builder
	b.Primary("a", "b", "c")
	b.Option("a")
	b.Option("a", "b")
	b.Option("b")
	b.Option("b", "c")
	problem, _ := b.Problem()
	for _, rule := range []cover.Rule{cover.MRV, cover.First} {
		stats, _ := cover.Solve(context.Background(), dlx.Index(rule), problem, cover.Limits{}, nil)
		fmt.Println(rule, stats.Nodes)
	}
	// Output:
	// mrv 3
	// first 5
}
