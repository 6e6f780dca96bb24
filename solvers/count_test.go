package solvers_test

import (
	"context"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/solvers"
)

// Every known count of the catalogue is counted again. A search that takes too long here is left
// out.
func TestTheCatalogueIsRecounted(t *testing.T) {
	tier, timeout, least := corpus.Smoke, time.Second, 20
	if long {
		tier, timeout, least = corpus.Full, 3*time.Second, 450
	}
	v, _ := solvers.Find("count")
	counted, large := 0, 0
	for _, in := range corpus.All() {
		if tier == corpus.Smoke && in.Tier != tier || in.Solutions.N == corpus.Unknown {
			continue
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		p := puzzle.Problem()
		if p.Colours() > 0 { // which the sweeps do not take
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		stats, err := cover.Solve(ctx, v, p, cover.Limits{Memory: 1 << 30}, nil)
		cancel()
		if err != nil {
			t.Errorf("%s: %v", in.ID(), err)
		}
		if stats.Status != cover.Solved {
			continue
		}
		counted++
		if stats.Big != nil {
			large++
		}
		if !in.Solutions.Allows(stats.Solutions, stats.Big) {
			t.Errorf("%s: got %s solutions, want %s", in.ID(), stats.CountText(), in.Solutions)
		}
	}
	t.Logf("%d counted, %d of them beyond 64 bits", counted, large)
	if counted < least {
		t.Errorf("got %d counts, want %d or more", counted, least)
	}
}
