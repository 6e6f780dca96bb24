package count

import (
	"context"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

func prepareBest(t *testing.T, id string) *bestSearch {
	t.Helper()
	s, err := cover.Prepare(Best(dlx.Index(cover.MRV), "dlx_index"), corpustest.Problem(id))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*bestSearch)
}

// The winner and its counters are those of every run, also after runs that were stopped on the way.
func TestTheBestIsTheSameEachTime(t *testing.T) {
	for id, winner := range map[string]string{
		"queens/8": "dlx_index", "kirkman/9": "dlx_index", "langford/10": "dlx_index", "aztec/4": "count_frontier_greedy",
		"domino/8x8": "count_frontier_bfs", "aztec/8": "count_frontier_greedy", "squares/9x9": "count_frontier",
	} {
		want := prepareBest(t, id).Run(t.Context(), cover.Limits{}, nil)
		x := prepareBest(t, id)
		stopped, cancel := context.WithCancel(t.Context())
		cancel()
		for _, limits := range []cover.Limits{{}, {Nodes: want.Nodes / 2}, {Solutions: 1}, {Memory: 2000, Nodes: 5000}, {}} {
			x.Run(stopped, limits, nil)
			x.Run(t.Context(), limits, nil)
			got := x.Run(t.Context(), cover.Limits{}, nil)
			want.Search, got.Search = 0, 0
			if got.Status != cover.Solved || x.Chosen() != winner || !reflect.DeepEqual(got, want) {
				t.Errorf("%s after %+v: got %s, %d solutions, %d nodes by %s, want %d, %d by %s", id, limits, got.Status,
					got.Solutions, got.Nodes, x.Chosen(), want.Solutions, want.Nodes, winner)
			}
		}
	}
}

// A sweep that is out of memory leaves the rest to the enumerator.
func TestEnumerationIsLeftWhenMemoryEnds(t *testing.T) {
	x := prepareBest(t, "pentomino/3x20")
	got := x.Run(t.Context(), cover.Limits{Memory: 2000}, nil)
	if got.Status != cover.Solved || got.Solutions != 8 || x.Chosen() != "dlx_index" {
		t.Errorf("got %d solutions, %s by %s, want 8 by dlx_index", got.Solutions, got.Status, x.Chosen())
	}
}

func TestLimitsStopTheBest(t *testing.T) {
	x := prepareBest(t, "domino/12x12")
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
