package dlx_test

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/textbook"
)

// each calls f for each solver of the package.
func each(t *testing.T, f func(t *testing.T, s cover.Solver, rule cover.Rule)) {
	for _, rule := range []cover.Rule{cover.MRV, cover.First} {
		t.Run("index "+string(rule), func(t *testing.T) { f(t, dlx.Index(rule), rule) })
		t.Run("pointer "+string(rule), func(t *testing.T) { f(t, dlx.Pointer(rule), rule) })
	}
}

func TestBothSolversWalkTheTreeOfTheTextbook(t *testing.T) {
	each(t, func(t *testing.T, s cover.Solver, rule cover.Rule) { textbook.TestSolver(t, s, rule, textbook.Links) })
}

// hub returns a problem in which a step covers two items of n more options. All options of item 0
// contain the secondary items 2 and 3, and many options of item 1 contain one of them.
func hub(n int) *cover.Problem {
	return textbook.Mixed(2, 2, slices.Concat(textbook.Times(2, 0, 2, 3), textbook.Times(n, 1, 2), textbook.Times(n, 1, 3),
		textbook.Times(1, 1))...)
}

// A search looks at the context at the root, and each time it has hidden or shown another 1,024
// options of an item. Each of 2 options of item 0 covers and uncovers two items. In a wide problem,
// choosing an item takes long: 25 nodes of 8,192 items take about 1<<20 steps.
func TestASearchStopsInTheMiddleOfALongCoverOrUncover(t *testing.T) {
	each(t, func(t *testing.T, s cover.Solver, rule cover.Rule) {
		for _, n := range []int{1023, 1024, 2047, 2048} {
			p := hub(n)
			textbook.TestLooks(t, s, p, cover.Limits{}, 1+2*4*(n/1024))
			x := textbook.Prepared(t, s, p)
			want := textbook.Search(p, rule, textbook.Links, cover.Limits{})
			if got := textbook.RunUntraced(t.Context(), x, cover.Limits{}); !got.Equal(want) {
				t.Errorf("%d options: got %+v, want %+v", n, got.Stats, want.Stats)
			}
		}
		textbook.TestLooks(t, s, textbook.Problem(1<<13, textbook.Singles(1<<13, 1<<13)...), cover.Limits{Nodes: 106}, 5)
	})
}
