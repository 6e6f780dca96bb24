package solvers_test

import (
	"context"
	"fmt"

	"xcbench/cover"
	"xcbench/solvers"
)

// All solvers solve the matrix of Knuth's paper "Dancing Links" (2000).
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
	for _, v := range solvers.All() {
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
	// dlx_pointer: options 4 1 5, solved after 6 nodes
	// bitset: options 4 1 5, solved after 6 nodes
	// naive: options 4 1 5, solved after 6 nodes
	// cells: options 4 1 5, solved after 6 nodes
	// dlx_index_first: options 4 5 1, solved after 7 nodes
	// dlx_pointer_first: options 4 5 1, solved after 7 nodes
	// bitset_first: options 4 5 1, solved after 7 nodes
	// naive_first: options 4 5 1, solved after 7 nodes
	// cells_first: options 4 5 1, solved after 7 nodes
	// cells_ssxc1: options 4 1 5, solved after 5 nodes
	// cells_ssxcc: options 4 5 1, solved after 5 nodes
	// lanes: options 1 5 4, solved after 1 nodes
	// bitset_infer: options 1 5 4, solved after 1 nodes
}
