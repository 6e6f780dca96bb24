package cover_test

import (
	"context"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// turns is a search that runs in turns, at most so many.
type turns struct {
	cover.Search
	by    cover.Limits // of each turn
	trace *cover.Trace
	most  int64
	took  int64
}

func (s *turns) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	limits.Trace = s.trace
	run := cover.Pause(ctx, s.Search, limits, visit)
	for ended := false; !ended && s.took < s.most; {
		s.took++
		ended = run.Resume(cover.Limits{Nodes: s.took * s.by.Nodes, Updates: s.took * s.by.Updates})
	}
	run.Close()
	return run.Stats
}

// A trace that follows the nodes can stop a run at each of them, and so can a pause. A run that is closed
// early has stopped, so its search can run again.
func TestARunInTurnsIsAWholeRun(t *testing.T) {
	search := textbook.Prepared(t, dlx.Index(cover.MRV), corpustest.Problem("queens/9"))
	want := textbook.RunUntraced(t.Context(), search, cover.Limits{})
	for _, s := range []turns{
		{by: cover.Limits{Nodes: 1000}, most: 2},
		{by: cover.Limits{Nodes: 1000}, most: 1 + want.Nodes/1000},
		{by: cover.Limits{Updates: 30_000}, most: 1 + want.Updates/30_000},
		{by: cover.Limits{Nodes: 1 << 30}, trace: &cover.Trace{Stop: func(nodes, _ int64) bool { return nodes > 1000 }}, most: 1},
		{by: cover.Limits{Nodes: 1}, trace: &cover.Trace{Node: func(int) {}}, most: want.Nodes},
	} {
		s.Search = search
		got := textbook.RunUntraced(t.Context(), &s, cover.Limits{})
		if whole := s.most > 2; s.took < s.most || got.Equal(want) != whole || !whole && (got.Status != cover.Timeout || got.Nodes > 2256) {
			t.Errorf("%+v in %d turns: got %+v, want %+v in %d turns", s.by, s.took, got, want, s.most)
		}
	}
}
