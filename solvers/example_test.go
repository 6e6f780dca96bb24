package solvers_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"xcbench/cover"
	"xcbench/solvers"
)

// Solvers with four choice rules solve the matrix of Knuth's paper "Dancing Links" (2000).
func Example() {
	var b cover.Builder
	b.Primary("a", "b", "c", "d", "e", "f", "g")
	for _, option := range []string{"c e f", "a d g", "b c f", "a d", "b g", "d e g"} {
		b.Option(strings.Fields(option)...)
	}
	problem, _ := b.Problem()
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	for _, name := range []string{"dlx_index", "dlx_index_first", "cells_ssxcc", "lanes"} {
		v, _ := solvers.Find(name)
		stats, err := cover.Solve(ctx, v, problem, cover.Limits{}, func(options []int) bool {
			fmt.Println(options)
			return true
		})
		fmt.Println(v.Name, stats.Status, stats.Nodes, err)
	}
	// Output:
	// [3 0 4]
	// dlx_index solved 6 <nil>
	// [3 4 0]
	// dlx_index_first solved 7 <nil>
	// [3 4 0]
	// cells_ssxcc solved 5 <nil>
	// [0 4 3]
	// lanes solved 1 <nil>
}

// The classics come first in the list.
func ExampleAll() {
	for _, v := range solvers.All()[:2] {
		fmt.Println(v.Name, v.Rule)
	}
	// Output:
	// dlx_index mrv
	// dlx_pointer mrv
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
