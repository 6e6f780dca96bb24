package solvers_test

import (
	"context"
	"testing"
	"time"

	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/solvers"
)

// counting returns the solver with this name.
func counting(t *testing.T, name string) solvers.Variant {
	t.Helper()
	for _, v := range solvers.Counting() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no counting solver %s", name)
	return solvers.Variant{}
}

// Every known count of the catalogue is counted again. A search that takes too long here is left
// out.
func TestTheCatalogueIsRecounted(t *testing.T) {
	tier, timeout, least := corpus.Smoke, time.Second, 20
	if long {
		tier, timeout, least = corpus.Full, 3*time.Second, 450
	}
	v := counting(t, "count")
	counted, large := 0, 0
	for _, in := range corpus.All() {
		if tier == corpus.Smoke && in.Tier != tier || in.Solutions.N == corpus.Unknown {
			continue
		}
		puzzle, err := in.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		stats, err := cover.Solve(ctx, v, puzzle.Problem(), cover.Limits{Memory: 1 << 30}, nil)
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

func TestCountingSolversShowNoSolutionsAndHaveNoParallelForm(t *testing.T) {
	p := build(func(b *cover.Builder) { b.Primary("a"); b.Option("a") })
	for _, v := range solvers.Counting() {
		show := func([]int) bool { return true }
		if stats, err := cover.Solve(t.Context(), v, p, cover.Limits{}, show); err == nil || stats.Status != cover.Unsupported {
			t.Errorf("%s: shown to a visitor: got %s, %v, want unsupported", v.Name, stats.Status, err)
		}
		if _, ok := solvers.Find(v.Name + solvers.ParallelSuffix); ok {
			t.Errorf("%s has a parallel form", v.Name)
		}
		if found, ok := solvers.Find(v.Name); !ok || found.Name != v.Name {
			t.Errorf("%s: not found", v.Name)
		}
	}
}
