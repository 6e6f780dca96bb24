package count

import (
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

func TestMemoryForgetsLevelsThatDoNotHit(t *testing.T) {
	for id, keeps := range map[string]bool{"random/i200_m600_k6_s1": false, "langford/9": true} {
		s, err := cover.Prepare(Memo(), corpustest.Problem(id))
		if err != nil {
			t.Fatal(err)
		}
		x := s.(*memoSearch)
		got := x.Run(t.Context(), cover.Limits{Nodes: 30_000}, nil)
		forgotten, kept := 0, false
		for k, l := range x.levels {
			if l.forgotten {
				forgotten++
			}
			kept = kept || !l.forgotten && l.stored > forgetAfter
			// A level is forgotten as soon as it has enough states, and hits below the share.
			if few := l.stored >= forgetAfter && l.hits*forgetRatio < l.stored; few != l.forgotten ||
				l.forgotten && l.stored != max(forgetAfter, l.hits*forgetRatio+1) {
				t.Errorf("%s, level %d: got %+v", id, k, l)
			}
		}
		if forgotten == 0 || kept != keeps || !keeps && got.Tables.Remembered > got.Nodes/2 {
			t.Errorf("%s: got %d levels forgotten, a large one kept %v, %d of %d nodes remembered", id, forgotten, kept,
				got.Tables.Remembered, got.Nodes)
		}
	}
}

// A level with few hits is forgotten by the state that makes their share too small.
func TestTheShareOfHitsIsExact(t *testing.T) {
	for stored, want := range map[int64]bool{100*forgetRatio - 1: false, 100 * forgetRatio: true} {
		x, err := newMemo(problem(t, 2, 2, [][]int{{0}, {1}, {1}}))
		if err != nil {
			t.Fatal(err)
		}
		x.clock = newClock(t.Context())
		x.begin(cover.Limits{})
		x.levels[1].hits, x.levels[1].stored = 100, stored
		x.root()
		if l := x.levels[1]; l.stored != stored+1 || l.forgotten != want {
			t.Errorf("got %d stored and forgotten %v, want %d and %v", l.stored, l.forgotten, stored+1, want)
		}
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
