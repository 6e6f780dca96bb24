package cover_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"xcbench/cover"
)

// Look decides from where on Enter is asked. It is called at each look below the root.
func TestLookDecidesWhenEnterIsAsked(t *testing.T) {
	for steps, stride := range map[int]int64{0: 256, 1 << 20: 1} { // of a node
		var looks, asked []int64
		node := int64(0)
		var m cover.Meter
		m.Start(t.Context(), line(t, 1), cover.Limits{Trace: &cover.Trace{
			Enter: func(int) (bool, int) { asked = append(asked, node); return true, -1 },
			Look: func(nodes int64) int {
				looks = append(looks, nodes)
				return len(looks) - 2 // no question after the first look, and about the root only after the second
			},
		}}, nil, steps)
		for ; len(looks) < 3; node++ {
			m.Node(int(node % 2)) // even nodes are on level 0
		}
		if want := []int64{stride, 2 * stride, 3 * stride}; !slices.Equal(looks, want) || !slices.Equal(asked, want[1:]) {
			t.Errorf("%d steps: got looks after %v nodes and questions at %v, want %v, and no question at the first", steps, looks, asked, want)
		}
	}
}

func TestATraceThatStopsEndsTheRunAtItsNextLook(t *testing.T) {
	for want, trace := range map[int]*cover.Trace{0: {Node: func(int) {}}, 253: {}} { // nodes entered after the stop
		var stop atomic.Bool
		trace.Stop = &stop
		m := started(t, t.Context(), cover.Limits{Trace: trace}, nil)
		if enter(m, 3) != 3 {
			t.Error("stopped too early")
		}
		stop.Store(true)
		if got := enter(m, 1000); got != want || m.Stats().Status != cover.Timeout {
			t.Errorf("entered %d nodes after the stop, %s, want %d, timeout", got, m.Stats().Status, want)
		}
	}
}
