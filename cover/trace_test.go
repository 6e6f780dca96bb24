package cover_test

import (
	"testing"

	"xcbench/cover"
)

func TestATraceThatStopsEndsTheRunAtItsNextLook(t *testing.T) {
	for want, trace := range map[int]*cover.Trace{0: {Node: func(int) {}}, 253: {}} { // nodes entered after the stop
		stop, seen := false, int64(0)
		trace.Stop = func(nodes, _ int64) bool { seen = nodes; return stop }
		m := started(t, t.Context(), cover.Limits{Trace: trace}, nil)
		if enter(m, 3) != 3 {
			t.Error("stopped too early")
		}
		stop = true
		if got := enter(m, 1000); got != want || m.Stats().Status != cover.Timeout || seen != int64(3+got) {
			t.Errorf("entered %d nodes after the stop, %s, at node %d, want %d, timeout", got, m.Stats().Status, seen, want)
		}
	}
}
