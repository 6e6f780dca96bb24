package count

import (
	"cmp"
	"context"
	"slices"
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

// The race returns the diagram of the order that needs the fewest transitions, and the others' memory
// is free.
func TestTheRaceKeepsTheBestOrder(t *testing.T) {
	for _, id := range []string{"domino/12x12", "squares/8x8", "aztec/8"} {
		p := corpustest.Problem(id)
		least := slices.MinFunc(rules, func(a, b cover.Rule) int {
			_, x, _ := Frontier(a).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
			_, y, _ := Frontier(b).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
			return cmp.Compare(x.Updates, y.Updates)
		})
		_, alone, _ := Frontier(least).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
		d, best, _ := diagrammers()["best"].Diagram(t.Context(), p, cover.Limits{})
		if best.Updates > alone.Updates+4096 { // the loss of a few turns
			t.Errorf("%s: got %d updates of %s, want about %d of %s", id, best.Updates, d.Order(), alone.Updates, least)
		}
		rest := int64(0)
		for _, chunks := range []int{len(d.first.chunks) / 2, len(d.edges.chunks)} {
			rest += int64(chunks) * chunkSize * 8
		}
		if most := rest + chunkSize*4 + 8*int64(len(d.below)); d.Bytes() > most {
			t.Errorf("%s: got %d bytes, want at most %d: the others' memory is free", id, d.Bytes(), most)
		}
	}
}

// With memory for one order only, the race gives up the others.
func TestTheRaceNeedsTheMemoryOfOneOrder(t *testing.T) {
	p := corpustest.Problem("domino/14x14")
	_, alone, _ := Frontier(Breadth).(Diagrammer).Diagram(t.Context(), p, cover.Limits{})
	d, stats, err := diagrammers()["best"].Diagram(t.Context(), p, cover.Limits{Memory: alone.Tables.PeakBytes * 5 / 4})
	if err != nil || stats.Status != cover.Solved || d.limbs != 2 {
		t.Errorf("got %s, %v, want a diagram in %d bytes", stats.Status, err, alone.Tables.PeakBytes)
	}
}
