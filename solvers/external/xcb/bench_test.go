package xcb_test

import (
	"context"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// The searches are small, so that the difference between the two is what a search costs beside its
// own time when another process makes it.
func BenchmarkSmallSearch(b *testing.B) {
	p := corpustest.Problem("queens/4")
	v, _ := solvers.Find("dlx_index")
	for _, c := range []struct {
		name   string
		solver cover.Solver
	}{{"inside", v}, {"xcb", engineOf(b, serves(b, "dlx_index"))}} {
		b.Run(c.name, func(b *testing.B) {
			s, err := cover.Prepare(c.solver, p)
			if err != nil {
				b.Fatal(err)
			}
			var search time.Duration
			for b.Loop() {
				search += s.Run(context.Background(), cover.Limits{}, nil).Search
			}
			b.ReportMetric(float64(search.Nanoseconds())/float64(b.N), "search-ns/op")
		})
	}
}
