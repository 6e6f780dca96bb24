package count_test

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/count"
)

// A run keeps to its memory whatever that is, and less memory never helps. Enumeration
// goes on without a sweep.
func TestMemoryIsBounded(t *testing.T) {
	enough := map[string]int64{"bfs": 27_000, "diagram bfs": 700_000}
	for name, run := range runs(t, corpustest.Problem("domino/10x10")) {
		ctx := t.Context()
		whole, least, nodes := run(ctx, cover.Limits{}), int64(0), int64(0)
		for bound := int64(1 << 10); bound < 1<<23 && (least == 0 || bound < 4*least); bound += bound / 2 {
			got := run(ctx, cover.Limits{Memory: bound, Nodes: 1 << 17})
			switch {
			case got.Status == cover.Solved && !got.SameCount(whole), name != "best" && got.Nodes < nodes,
				least > 0 && got.Status != cover.Solved:
				t.Errorf("%s, %d bytes: got %s with %s solutions after %d nodes, and %d with less memory", name, bound, got.Status,
					got.CountText(), got.Nodes, nodes)
			case got.Status == cover.Solved && least == 0:
				least = bound
			case got.Status != cover.Solved && got.Status != cover.Memout && name != "best":
				t.Errorf("%s, %d bytes: got %s, want memout", name, bound, got.Status)
			}
			nodes = got.Nodes
		}
		if most := enough[name]; least == 0 || most > 0 && least > most {
			t.Errorf("%s: solved with %d bytes, want at most %d", name, least, most)
		}
		if got := run(ctx, cover.Limits{}); !reflect.DeepEqual(got, whole) {
			t.Errorf("%s: got %+v after runs with less memory, want %+v", name, got, whole)
		}
	}
}

// A pass over a diagram has the memory that the diagram leaves. It stops or is right, and gives its
// memory back.
func TestPassesKeepToTheMemory(t *testing.T) {
	passes := map[string]func(ctx context.Context, d *count.Diagram) (string, error){
		"by size": func(ctx context.Context, d *count.Diagram) (string, error) {
			n, err := d.BySize(ctx)
			return text(n), err
		},
		"frequencies": func(ctx context.Context, d *count.Diagram) (string, error) {
			n, err := d.Frequencies(ctx)
			return text(n), err
		},
		"zdd": func(ctx context.Context, d *count.Diagram) (string, error) {
			var b strings.Builder
			z, err := d.ZDD(ctx)
			if err == nil {
				z.WriteText(&b)
			}
			return b.String(), err
		},
	}
	long := problem(1000, 1000, choices(1000)) // long numbers for each option
	for name, pass := range passes {
		p := corpustest.Problem("domino/8x10")
		if name == "frequencies" {
			p = long
		}
		want, err := pass(t.Context(), diagram(t, count.Breadth, p))
		if err != nil {
			t.Fatal(err)
		}
		right, stopped := 0, 0
		for bound := int64(1 << 10); bound < 1<<22; bound += bound / 4 {
			d, _, _ := count.Frontier(count.Breadth).(count.Diagrammer).Diagram(t.Context(), p, cover.Limits{Memory: bound})
			if d == nil {
				continue
			}
			used := d.Bytes()
			got, err := pass(t.Context(), d)
			stop, _ := err.(*count.Stop)
			switch {
			case err == nil && got == want:
				right++
			case stop != nil && stop.Status == cover.Memout && right == 0:
				stopped++
			default:
				t.Errorf("%s, %d bytes: got %v", name, bound, err)
			}
			if _, err := pass(textbook.NewClock(0), d); d.Bytes() != used || err == nil || right > 0 && err.(*count.Stop).Status != cover.Timeout {
				t.Errorf("%s, %d bytes: got %v and %d bytes in use, want a timeout and %d", name, bound, err, d.Bytes(), used)
			}
		}
		if right == 0 || stopped == 0 {
			t.Errorf("%s: right with %d bounds, and stopped with %d, want some", name, right, stopped)
		}
	}
}

// The numbers by size are those of two neighbouring states of a chain at a time.
func TestSizesTakeLittleMemory(t *testing.T) {
	p := problem(1000, 1000, choices(1000))
	diagram := func(memory int64) (*count.Diagram, cover.Stats) {
		d, stats, _ := count.Frontier(count.Input).(count.Diagrammer).Diagram(t.Context(), p, cover.Limits{Memory: memory})
		return d, stats
	}
	_, whole := diagram(0)
	d, _ := diagram(whole.Tables.PeakBytes)
	if sizes, err := d.BySize(t.Context()); err != nil || sizes[1000].Cmp(d.Count()) != 0 {
		t.Errorf("got %v with %d bytes, of which the diagram takes %d", err, whole.Tables.PeakBytes, d.Bytes())
	}
}

func text(numbers []*big.Int) string { return fmt.Sprint(numbers) }

// A search keeps the memory of its tables for the next run, and gives it up if that may have less. A
// sweep allocates no tables then.
func TestMemoryIsUsedAgain(t *testing.T) {
	x, err := cover.Prepare(count.Frontier(count.Input), corpustest.Problem("latin/6"))
	if err != nil {
		t.Fatal(err)
	}
	run := func(memory int64) (peak int64, allocated uint64, inUse int64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		peak = x.Run(t.Context(), cover.Limits{Nodes: 30_000, Memory: memory}, nil).Tables.PeakBytes
		runtime.ReadMemStats(&after)
		runtime.GC()
		allocated = after.TotalAlloc - before.TotalAlloc
		runtime.ReadMemStats(&after)
		return peak, allocated, int64(after.HeapAlloc)
	}
	peak, _, _ := run(0)
	_, allocated, kept := run(0)
	if _, _, left := run(1 << 16); peak < 1<<18 || allocated > 1<<16 || kept-left < peak/2 {
		t.Errorf("allocated %d bytes in a second run, and gave up %d when it had less memory, want none and half of %d at least",
			allocated, kept-left, peak)
	}
}
