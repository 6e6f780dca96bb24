package infer

import (
	"testing"

	"xcbench/internal/bitrow"
)

// The two sides of the comparison in choosePlan are 2*(conflicts/options)*(entries/options) and the
// words of all items.
func TestDenseProblemsAreThoseWhereScanningCostsLess(t *testing.T) {
	for _, c := range []struct {
		options, conflicts, entries, items, width int
		dense                                     bool
	}{
		{2, 12, 5, 30, 1, true}, // keeping counts costs 12/2*5/2 = 15 steps
		{2, 12, 5, 10, 3, true},
		{2, 12, 5, 31, 1, false},
		{2, 12, 5, 8, 4, false},
		{2, 13, 5, 32, 1, true},
		{10, 90, 30, 54, 1, true}, // 27 steps
		{10, 90, 30, 55, 1, false},
		{10, 90, 30, 5, 11, false},
		{1, 1, 2, 4, 1, true},
		{1, 0, 2, 1, 1, false},
		{0, 0, 0, 0, 0, true},
		{0, 0, 0, 3, 0, true},
	} {
		x := tables{
			width:    c.width,
			within:   make([]bitrow.Span, c.items),
			conflict: make([]uint64, 4),
			start:    make([]int32, c.options+1),
			items:    make([]uint16, c.entries),
		}
		for k := range c.conflicts {
			x.conflict[k%4] |= 1 << (k / 4)
		}
		if got := choosePlan(&x).dense; got != c.dense {
			t.Errorf("%+v: got dense %v", c, got)
		}
	}
}
