package count

import (
	"context"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
)

// The race drops what is not needed, and keeps to its memory.
func TestDiagramsStopAtTheirLimits(t *testing.T) {
	p := corpustest.Problem("domino/8x8")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, s := range diagrammers() {
		for _, c := range []struct {
			ctx    context.Context
			limits cover.Limits
			want   cover.Status
		}{
			{t.Context(), cover.Limits{}, cover.Solved},
			{t.Context(), cover.Limits{Nodes: 100}, cover.Limit},
			{t.Context(), cover.Limits{Updates: 100}, cover.Limit},
			{t.Context(), cover.Limits{Memory: 60_000}, cover.Memout},
			{ended, cover.Limits{}, cover.Timeout},
		} {
			d, stats, err := s.Diagram(c.ctx, p, c.limits)
			if err != nil || stats.Status != c.want || (d != nil) != (c.want == cover.Solved) {
				t.Errorf("%s, %+v: got %s, %v, want %s", name, c.limits, stats.Status, err, c.want)
			}
			if c.limits.Memory > 0 && stats.Tables.PeakBytes > c.limits.Memory {
				t.Errorf("%s: got a peak of %d bytes, want at most %d", name, stats.Tables.PeakBytes, c.limits.Memory)
			}
			if c.ctx == ended && stats.Nodes != 0 {
				t.Errorf("%s: got %d nodes, want none after the end of the time", name, stats.Nodes)
			}
			if d != nil && d.Bytes() > stats.Tables.PeakBytes {
				t.Errorf("%s: got %d bytes and a peak of %d", name, d.Bytes(), stats.Tables.PeakBytes)
			}
		}
	}
}

// Passes over a diagram need memory of their own.
func TestPassesKeepToTheMemory(t *testing.T) {
	d := diagramOf(t, Frontier(Breadth).(Diagrammer), corpustest.Problem("domino/8x8"))
	used := d.Bytes()
	d.memory.bound = used + 1000
	_, bySize := d.BySize(t.Context())
	_, frequencies := d.Frequencies(t.Context())
	_, zdd := d.ZDD(t.Context())
	for name, err := range map[string]error{"by size": bySize, "frequencies": frequencies, "zdd": zdd} {
		if stop, ok := err.(*Stop); !ok || stop.Status != cover.Memout {
			t.Errorf("%s: got %v, want memout", name, err)
		}
	}
	d.memory.bound = 1 << 30
	if _, err := d.BySize(t.Context()); err != nil || d.Bytes() != used {
		t.Errorf("got %v and %d bytes, want no error and %d bytes", err, d.Bytes(), used)
	}
}

func TestADiagramStopsSoonAfterItsDeadline(t *testing.T) {
	for name, s := range diagrammers() {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, stats, _ := s.Diagram(ctx, corpustest.Problem("latin/7"), cover.Limits{Memory: 1 << 29})
		cancel()
		if late := stats.Search - 50*time.Millisecond; stats.Status != cover.Timeout || late > 500*time.Millisecond {
			t.Errorf("%s: got %s, %v late", name, stats.Status, late)
		}
	}
}

// The diagram of the best has the order with the least bound, if that is much less than the others.
func TestTheBestDiagramIsInASmallOrder(t *testing.T) {
	for id, order := range map[string]string{
		"domino/12x12": "count_frontier_bfs", "squares/8x13": "count_frontier_bfs", "aztec/8": "count_frontier_greedy",
		"queens/8": "count_frontier",
	} {
		d := diagramOf(t, diagrammers()["best"], corpustest.Problem(id))
		if d.Order() != order {
			t.Errorf("%s: got the order of %s, want %s", id, d.Order(), order)
		}
	}
}
