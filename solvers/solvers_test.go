package solvers_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// long is true under "make test-long", which also solves the largest problems.
var long = os.Getenv("XCBENCH_LONG") != ""

// everything returns all variants that show a tree of options, and representations.
func everything() []solvers.Variant {
	all := slices.DeleteFunc(solvers.BuiltIn(), func(v solvers.Variant) bool {
		can := v.Capabilities()
		return can.NoLevels || can.CountsOnly
	})
	return append(all, solvers.Representations()...)
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

// wide returns a problem of 5,000 items and options that contain 10 each. One solution is planted.
func wide(options int) *cover.Problem {
	const items = 5000
	var all [][]int
	for k := range options {
		begin, step := 10*k, 1
		if begin >= items {
			begin, step = 17*k, 2+k%400
		}
		var option []int
		for j := range 10 {
			option = append(option, (begin+j*step)%items)
		}
		all = append(all, option)
	}
	return textbook.Problem(items, all...)
}
