package solvers_test

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// long is true under "make test-long", which also solves the largest problems.
var long = os.Getenv("XCBENCH_LONG") != ""

// everything returns all variants that show a tree of options.
func everything() []solvers.Variant {
	return slices.DeleteFunc(solvers.BuiltIn(), func(v solvers.Variant) bool {
		can := v.Capabilities()
		return can.NoLevels || can.CountsOnly
	})
}

func find(name string) solvers.Variant {
	v, _ := solvers.Find(name)
	return v
}

// prepare makes a search of a variant. It returns nil if the variant refuses the problem.
func prepare(t testing.TB, v solvers.Variant, p *cover.Problem) cover.Search {
	t.Helper()
	s, err := cover.Prepare(v, p)
	if _, refused := err.(*cover.UnsupportedError); err != nil && !refused {
		t.Fatalf("%s: %v", v.Name, err)
	}
	return s
}

// run runs a search and returns the statistics without the time.
func run(s cover.Search, limits cover.Limits, visit cover.Visitor) cover.Stats {
	stats := s.Run(context.Background(), limits, visit)
	stats.Setup, stats.Search = 0, 0
	return stats
}

// wide is a problem of 2,000 items and of 60,000 options that contain 2 each. One solution is planted.
var wide = sync.OnceValue(func() *cover.Problem {
	const items, options = 2000, 60_000
	var all [][]int
	for k := range options {
		all = append(all, []int{2 * k % items, (2*k + 1 + 2*k/items) % items})
	}
	return textbook.Problem(items, all...)
})
