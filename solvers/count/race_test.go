package count

import (
	"context"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// race returns a search of [Best] for an instance.
func race(t testing.TB, id string) *bestSearch {
	t.Helper()
	s, err := cover.Prepare(Best(dlx.Index(cover.MRV), "dlx_index"), corpustest.Problem(id))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*bestSearch)
}

func TestARaceIsWonByTheSameSolverEachTime(t *testing.T) {
	for _, c := range []struct{ id, winner string }{
		{"domino/8x8", "count_frontier_bfs"},
		{"domino/12x12", "count_frontier_bfs"},
		{"aztec/8", "count_frontier_greedy"},
		{"pentomino/3x20", "count_frontier_greedy"},
	} {
		x := race(t, c.id)
		var first cover.Stats
		for n := range 3 {
			got := x.Run(t.Context(), cover.Limits{}, nil)
			if n == 0 {
				first = got
			}
			if got.Status != cover.Solved || x.Chosen() != c.winner {
				t.Errorf("%s: got %s by %s, want an answer by %s", c.id, got.Status, x.Chosen(), c.winner)
			}
			if !got.SameCount(first) || got.Nodes != first.Nodes || got.Updates != first.Updates || got.Tables != first.Tables {
				t.Errorf("%s, run %d: got %+v, want %+v", c.id, n+1, got, first)
			}
		}
	}
}

// A race in which every sweep and the memory give up for want of memory is won by the enumerator.
func TestEnumerationIsLeftWhenMemoryEnds(t *testing.T) {
	x := race(t, "queens/8")
	got := x.Run(t.Context(), cover.Limits{Memory: 2000}, nil)
	if got.Status != cover.Solved || got.Solutions != 92 || x.Chosen() != "dlx_index" {
		t.Errorf("got %d solutions, %s by %s, want 92 by dlx_index", got.Solutions, got.Status, x.Chosen())
	}
}

func TestLimitsStopARace(t *testing.T) {
	x := race(t, "domino/12x12")
	for name, limits := range map[string]cover.Limits{"nodes": {Nodes: 100}, "updates": {Updates: 100}} {
		got := x.Run(t.Context(), limits, nil)
		if got.Status != cover.Limit || got.Nodes > 200 {
			t.Errorf("%s: got %s after %d nodes, want limit", name, got.Status, got.Nodes)
		}
	}
	if got := x.Run(t.Context(), cover.Limits{Solutions: 5}, nil); got.Status != cover.Limit || got.Solutions != 5 {
		t.Errorf("solutions: got %d, %s, want 5, limit", got.Solutions, got.Status)
	}
	if got := x.Run(t.Context(), cover.Limits{}, nil); got.Status != cover.Solved || got.Solutions != 53060477521960000 {
		t.Errorf("after the limits: got %d solutions, %s", got.Solutions, got.Status)
	}
}

func TestARaceStopsSoonAfterItsDeadline(t *testing.T) {
	x := race(t, "latin/8")
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		got := x.Run(ctx, cover.Limits{}, nil)
		cancel()
		if late := got.Search - 300*time.Millisecond; got.Status != cover.Timeout || late > 500*time.Millisecond {
			t.Errorf("got %s, %v late", got.Status, late)
		}
	}
}

func TestMemoryForgetsLevelsThatDoNotHit(t *testing.T) {
	s, err := cover.Prepare(Memo(), corpustest.Problem("random/i200_m600_k6_s1"))
	if err != nil {
		t.Fatal(err)
	}
	x := s.(*memoSearch)
	got := x.Run(t.Context(), cover.Limits{Nodes: 30_000}, nil)
	forgotten := 0
	for _, l := range x.levels {
		if l.forgotten {
			forgotten++
		}
	}
	if forgotten == 0 || got.Tables.Remembered > got.Nodes/2 {
		t.Errorf("got %d levels forgotten, %d of %d nodes remembered", forgotten, got.Tables.Remembered, got.Nodes)
	}
}

// The count is the same when the table cannot grow and states replace each other.
func TestAFullMemoryReplacesStates(t *testing.T) {
	s, err := cover.Prepare(Memo(), corpustest.Problem("domino/8x8"))
	if err != nil {
		t.Fatal(err)
	}
	whole := s.Run(t.Context(), cover.Limits{}, nil)
	tight := s.Run(t.Context(), cover.Limits{Memory: 40_000}, nil)
	if tight.Solutions != 12988816 || tight.Tables.PeakBytes > 40_000 || tight.Nodes <= whole.Nodes {
		t.Errorf("got %d solutions, %d bytes, %d nodes, %d without the bound",
			tight.Solutions, tight.Tables.PeakBytes, tight.Nodes, whole.Nodes)
	}
}
