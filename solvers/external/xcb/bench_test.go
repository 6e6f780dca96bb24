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

// A search of some length takes the same time in another process, as that process measures it. The
// bound is loose: the machine may be busy.
func TestALongSearchTakesAsLongInAnotherProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	p := corpustest.Problem("queens/10")
	v, _ := solvers.Find("dlx_index")
	least := func(s cover.Solver) time.Duration {
		search, err := cover.Prepare(s, p)
		if err != nil {
			t.Fatal(err)
		}
		shortest := time.Hour
		for range 10 {
			shortest = min(shortest, search.Run(context.Background(), cover.Limits{}, nil).Search)
		}
		return shortest
	}
	inside, outside := least(v), least(engineOf(t, serves(t, "dlx_index")))
	if ratio := outside.Seconds() / inside.Seconds(); ratio < 0.5 || ratio > 2 {
		t.Errorf("got %v in another process and %v in this one", outside, inside)
	}
}
