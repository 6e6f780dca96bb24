package cover_test

import (
	"context"
	"fmt"

	"xcbench/cover"
	"xcbench/dlx"
)

// A problem of three items, and a solver that prints each solution.
func ExampleSolve() {
	var b cover.Builder
	b.Primary("a", "b", "c")
	b.Option("a", "b")
	b.Option("c")
	b.Option("a", "c")
	b.Option("b")
	problem, err := b.Problem()
	if err != nil {
		fmt.Println(err)
		return
	}
	stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), problem, cover.Limits{}, func(options []int) bool {
		fmt.Println("options", options)
		return true
	})
	fmt.Println(stats.Status, stats.Solutions, "solutions,", stats.Nodes, "nodes,", err)
	// Output:
	// options [0 1]
	// options [2 3]
	// solved 2 solutions, 5 nodes, <nil>
}

func ExampleCheck() {
	var b cover.Builder
	b.Primary("a", "b")
	b.Option("a")
	b.Option("b")
	b.Option("a", "b")
	problem, _ := b.Problem()
	fmt.Println(cover.Check(problem, []int{0, 1}))
	fmt.Println(cover.Check(problem, []int{0, 2}))
	// Output:
	// <nil>
	// item "a" is covered twice: by options 1 and 3
}

// Options may cover the secondary item x together if they give it one colour.
func ExampleBuilder_Option() {
	var b cover.Builder
	b.Primary("a", "b")
	b.Secondary("x")
	b.Option("a", "x:red")
	b.Option("b", "x:red")
	b.Option("b", "x:blue")
	problem, _ := b.Problem()
	fmt.Println(problem.Agree(0, 1), problem.Agree(0, 2))
	// Output: true false
}

// A sudoku is a restriction of the empty board: the options of its givens are taken.
func ExampleProblem_Restrict() {
	var b cover.Builder
	b.Primary("a", "b", "c")
	b.Option("a")
	b.Option("a", "b")
	b.Option("b", "c")
	base, _ := b.Problem()
	rest := base.Restrict([]int32{0}, nil)
	for o := range rest.Options() {
		fmt.Println("option", o, "is option", rest.ToBase(o), "of the base")
	}
	// Output: option 0 is option 2 of the base
}

// The indentation shows the search tree. The trace is told of a solution before the visitor.
func ExampleTrace() {
	var b cover.Builder
	b.Primary("a", "b")
	b.Option("a")
	b.Option("b")
	b.Option("a", "b")
	problem, _ := b.Problem()
	cover.Solve(context.Background(), dlx.Index(cover.MRV), problem, cover.Limits{Trace: &cover.Trace{
		Node:     func(level int) { fmt.Printf("%*snode on level %d\n", 2*level, "", level) },
		Solution: func() { fmt.Println("solution") },
	}}, func(options []int) bool { fmt.Println("options", options); return true })
	// Output:
	// node on level 0
	//   node on level 1
	//     node on level 2
	// solution
	// options [0 1]
	//   node on level 1
	// solution
	// options [2]
}
