package bench_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/solvers"
)

// A single set-up is cold, and says little about a mean. It is measured as often as the search, unless
// that takes as long as a sample.
func TestSetUpIsSampledAsOftenAsTheSearch(t *testing.T) {
	var prepared, searched atomic.Int64
	counted := variant("counted", faulty{
		prepare: func(*cover.Problem) { prepared.Add(1) },
		before:  func(int, context.Context, cover.Limits) { searched.Add(1) },
	})
	slow := variant("slow", faulty{prepare: func(*cover.Problem) { time.Sleep(time.Millisecond) }})
	p := planOf(t, []solvers.Variant{counted, slow}, "queens/4")
	p.MinTime = 5 * time.Millisecond
	r := execute(t, p, "")
	if r.err != nil {
		t.Fatal(r.err)
	}
	runs := 0
	for _, row := range r.rows {
		if row.Solver == counted.Name {
			runs += row.Runs
		} else if row.Setup < time.Millisecond.Seconds() {
			t.Errorf("got a set-up of %v s in %d runs, want at least the time that it sleeps", row.Setup, row.Runs)
		}
	}
	if n := int(prepared.Load()); n <= 2*len(r.rows) || n > int(searched.Load()) {
		t.Errorf("got %d set-ups for %d runs, want as many, or as many as take a sample", n, runs)
	}
}
