package solvers_test

import (
	"context"
	"fmt"

	"xcbench/cover"
	"xcbench/solvers"
)

// Solvers with four choice rules solve the matrix of Knuth's paper "Dancing Links" (2000).
func Example() {
	var b cover.Builder
	b.Primary("a", "b", "c", "d", "e", "f", "g")
	for _, option := range [][]string{
		{"c", "e", "f"}, {"a", "d", "g"}, {"b", "c", "f"}, {"a", "d"}, {"b", "g"}, {"d", "e", "g"},
	} {
		b.Option(option...)
	}
	problem, err := b.Problem()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"dlx_index", "dlx_index_first", "cells_ssxcc", "lanes"} {
		v, _ := solvers.Find(name)
		stats, err := cover.Solve(context.Background(), v, problem, cover.Limits{}, func(options []int) bool {
			fmt.Print(v.Name, ": options")
			for _, o := range options {
				fmt.Print(" ", problem.Number(o))
			}
			return true
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf(", %s after %d nodes\n", stats.Status, stats.Nodes)
	}
	// Output:
	// dlx_index: options 4 1 5, solved after 6 nodes
	// dlx_index_first: options 4 5 1, solved after 7 nodes
	// cells_ssxcc: options 4 5 1, solved after 5 nodes
	// lanes: options 1 5 4, solved after 1 nodes
}

// auto picks a solver for the problem.
func ExampleAuto() {
	var b cover.Builder
	b.Primary("a", "b")
	b.Option("a")
	b.Option("b")
	problem, _ := b.Problem()
	stats, search, err := cover.SolveNext(context.Background(), solvers.Auto(), nil, problem, cover.Limits{}, nil)
	fmt.Println(stats.Solutions, solvers.ChosenBy(search), err)
	// Output: 1 dlx_index <nil>
}
