package cover_test

import (
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// A run in turns makes what a whole run makes, and each turn makes little more than it may. A run that is
// closed early has stopped: its search can run again.
func TestARunInTurnsIsAWholeRun(t *testing.T) {
	search, err := dlx.Index(cover.MRV).Prepare(corpustest.Problem("queens/9"))
	if err != nil {
		t.Fatal(err)
	}
	timeless := func(stats cover.Stats) cover.Stats { stats.Search = 0; return stats }
	want := timeless(search.Run(t.Context(), cover.Limits{}, nil))
	for _, by := range []cover.Limits{{Nodes: 1000}, {Updates: 30_000}} {
		for _, turns := range []int64{2, 1000} {
			nodes, updates, shown := int64(0), int64(0), int64(0)
			limits := cover.Limits{Trace: &cover.Trace{Stop: func(n, u int64) bool { nodes, updates = n, u; return false }}}
			run := cover.Pause(t.Context(), search, limits, func([]int) bool { shown++; return true })
			ended := false
			for turn := int64(1); turn <= turns && !ended; turn++ {
				until := cover.Limits{Nodes: turn * by.Nodes, Updates: turn * by.Updates}
				if ended = run.Resume(until); until.Nodes > 0 && nodes > until.Nodes || until.Updates > 0 && updates > until.Updates {
					t.Errorf("%+v: got %d nodes, %d updates", until, nodes, updates)
				}
			}
			run.Close()
			if got := timeless(run.Stats); ended != (turns == 1000) || ended && (!reflect.DeepEqual(got, want) || shown != got.Solutions) {
				t.Errorf("%+v, %d turns: got %+v, %d solutions shown, want %+v", by, turns, got, shown, want)
			}
			if !ended && (run.Stats.Status != cover.Timeout || run.Stats.Nodes >= want.Nodes) {
				t.Errorf("%+v: got %+v of a closed run, want a timeout", by, run.Stats)
			}
			if again := timeless(search.Run(t.Context(), cover.Limits{}, nil)); !reflect.DeepEqual(again, want) {
				t.Errorf("%+v: got %+v after a run in turns, want %+v", by, again, want)
			}
		}
	}
}
