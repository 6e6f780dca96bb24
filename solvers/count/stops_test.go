package count_test

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/count"
)

// runs returns all ways to count the solutions of a problem: solvers and diagrams. A solver runs the
// same search again and again.
func runs(t *testing.T, p *cover.Problem) map[string]func(ctx context.Context, limits cover.Limits) cover.Stats {
	t.Helper()
	all := map[string]func(ctx context.Context, limits cover.Limits) cover.Stats{}
	for name, s := range solvers() {
		x, err := cover.Prepare(s, p)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = func(ctx context.Context, limits cover.Limits) cover.Stats { return x.Run(ctx, limits, nil) }
	}
	for name, s := range diagrammers() {
		all["diagram "+name] = func(ctx context.Context, limits cover.Limits) cover.Stats {
			d, stats, err := s.Diagram(ctx, p, limits)
			switch {
			case err != nil || (d != nil) != (stats.Status == cover.Solved || stats.Status == cover.Limit && limits.Solutions > 0):
				t.Errorf("diagram %s, %+v: got the diagram %v and %s, %v", name, limits, d != nil, stats.Status, err)
			case d != nil && d.Bytes() > stats.Tables.PeakBytes:
				t.Errorf("diagram %s: got %d bytes and a peak of %d", name, d.Bytes(), stats.Tables.PeakBytes)
			}
			return stats
		}
	}
	for name, run := range all {
		all[name] = func(ctx context.Context, limits cover.Limits) cover.Stats {
			stats := run(ctx, limits)
			var sum cover.Level
			for _, l := range stats.Levels {
				sum.Nodes, sum.Updates = sum.Nodes+l.Nodes, sum.Updates+l.Updates
			}
			if sum.Nodes != stats.Nodes || sum.Updates != stats.Updates || stats.Search <= 0 ||
				stats.Tables.PeakStates > stats.Tables.Remembered || stats.Tables.PeakBytes < 8*stats.Tables.PeakStates {
				t.Errorf("%s, %+v: got %+v in all levels after %v of %+v", name, limits, sum, stats.Search, stats)
			}
			if bound := limits.Memory; bound > 0 && stats.Tables.PeakBytes > bound && stats.Nodes > 0 {
				t.Errorf("%s: took %d bytes, want at most %d", name, stats.Tables.PeakBytes, bound)
			}
			stats.Search = 0
			return stats
		}
	}
	return all
}

// A run stops where its limits say, and the next run is as if nothing had happened. The levels of each
// have all its nodes and updates.
func TestARunStopsAtItsLimits(t *testing.T) {
	p := corpustest.Problem("domino/8x8")
	const solutions = 12988816
	for name, run := range runs(t, p) {
		ctx := t.Context()
		whole := run(ctx, cover.Limits{})
		if whole.Status != cover.Solved || whole.Solutions != solutions {
			t.Fatalf("%s: got %d solutions, %s", name, whole.Solutions, whole.Status)
		}
		again := func(limits cover.Limits) {
			t.Helper()
			if got := run(ctx, limits); !reflect.DeepEqual(got, whole) {
				t.Errorf("%s, %+v: got %+v, want %+v", name, limits, got, whole)
			}
		}
		for nodes := int64(1); nodes < min(4000, whole.Nodes); nodes += 1 + nodes/3 {
			got := run(ctx, cover.Limits{Nodes: nodes})
			if got.Status != cover.Limit || got.Nodes != nodes {
				t.Errorf("%s: got %s after %d nodes, want %d", name, got.Status, got.Nodes, nodes)
			}
			if updates := run(ctx, cover.Limits{Updates: got.Updates}); updates.Nodes > nodes || updates.Status != cover.Limit ||
				updates.Updates != got.Updates {
				t.Errorf("%s: got %+v at a limit of %d updates, want %+v", name, updates, got.Updates, got)
			}
		}
		again(cover.Limits{})
		for n, status := range map[int64]cover.Status{1: cover.Limit, solutions - 1: cover.Limit, solutions: cover.Limit} {
			if got := run(ctx, cover.Limits{Solutions: n}); got.Status != status || got.Solutions != n || got.Big != nil {
				t.Errorf("%s: got %d solutions, %s, want %d, %s", name, got.Solutions, got.Status, n, status)
			}
		}
		if again(cover.Limits{Solutions: solutions + 1}); name != "best" { // its enumeration takes more nodes
			again(cover.Limits{Nodes: whole.Nodes, Updates: whole.Updates + 1})
		}
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if got := run(ended, cover.Limits{}); got.Status != cover.Timeout || got.Nodes != 0 {
			t.Errorf("%s: got %s after %d nodes, want a timeout", name, got.Status, got.Nodes)
		}
		again(cover.Limits{})
		if got := run(late{ctx}, cover.Limits{}); got.Status != cover.Timeout {
			t.Errorf("%s: got %s after a deadline that no timer has noticed, want a timeout", name, got.Status)
		}
		hour, cancel := context.WithTimeout(ctx, time.Hour)
		if got := run(hour, cover.Limits{}); got.Status != cover.Solved {
			t.Errorf("%s: got %s an hour before the deadline", name, got.Status)
		}
		cancel()
	}
	if got := solve(t, count.Memo(), p, cover.Limits{Nodes: 2}); got.Tables.Remembered != 0 || got.Updates != 2 {
		t.Errorf("got %d states remembered after %d updates, want none of those that were not counted", got.Tables.Remembered, got.Updates)
	}
}

// late is a context whose deadline has passed, though its timer has not noticed.
type late struct{ context.Context }

func (late) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

// A problem without layers is not solved after the end of the time.
func TestProblemsWithoutLayersTakeTimeToo(t *testing.T) {
	for name, p := range map[string]*cover.Problem{"empty": problem(0, 0, nil), "hopeless": problem(1, 1, nil)} {
		for by, s := range diagrammers() {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if d, stats, err := s.Diagram(ctx, p, cover.Limits{}); d != nil || err != nil || stats.Status != cover.Timeout || stats.Nodes != 0 {
				t.Errorf("%s, %s: got %+v, %v, want a timeout", name, by, stats, err)
			}
		}
	}
}

// A run keeps to its memory whatever that is, and less memory never helps. The search with a memory
// forgets states instead of stopping, and enumeration goes on without a sweep.
func TestMemoryIsBounded(t *testing.T) {
	enough := map[string]int64{"bfs": 27_000, "reverse": 27_000, "memo": 135_000, "diagram bfs": 700_000}
	for name, run := range runs(t, corpustest.Problem("domino/10x10")) {
		ctx := t.Context()
		whole, least, nodes := run(ctx, cover.Limits{}), int64(0), int64(0)
		for bound := int64(1 << 10); bound < 1<<23 && (least == 0 || bound < 4*least); bound += bound / 2 {
			got := run(ctx, cover.Limits{Memory: bound, Nodes: 1 << 17})
			switch {
			case got.Status == cover.Solved && !got.SameCount(whole), name != "memo" && name != "best" && got.Nodes < nodes,
				least > 0 && got.Status != cover.Solved && name != "memo":
				t.Errorf("%s, %d bytes: got %s with %s solutions after %d nodes, and %d with less memory", name, bound, got.Status,
					got.CountText(), got.Nodes, nodes)
			case got.Status == cover.Solved && least == 0:
				least = bound
			case got.Status != cover.Solved && got.Status != cover.Memout && name != "memo" && name != "best":
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

// The search with a memory begins with a table of 1024 states, if that fits. The table doubles if the
// old one and the new one fit.
func TestTheTableOfASearchWithAMemory(t *testing.T) {
	const first = 8 * 1024 * 3 // a state takes a word for 64 items, its count, and its work
	p := corpustest.Problem("domino/8x8")
	for memory, want := range map[int64]int64{first: first, 3*first - 1: first, 3 * first: 2 * first, 6*first - 1: 2 * first} {
		if got := solve(t, count.Memo(), p, cover.Limits{Memory: memory}); got.Solutions != 12988816 || got.Tables.PeakBytes != want {
			t.Errorf("%d bytes: got %d solutions with %d, want all with %d", memory, got.Solutions, got.Tables.PeakBytes, want)
		}
	}
	if got := solve(t, count.Memo(), p, cover.Limits{Memory: first - 1}); got.Status != cover.Memout {
		t.Errorf("got %s, want memout", got.Status)
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

// A run and a pass look at the context as they work, and not much more often than once in 2^16 steps.
func TestLongRunsLookAtTheContext(t *testing.T) {
	p := corpustest.Problem("domino/10x12")
	check := func(name string, looks int, steps int64) {
		if least := int(steps >> 16); looks <= least || looks > 8*least+8 {
			t.Errorf("%s: looked %d times in %d steps and more", name, looks, steps)
		}
	}
	const plenty = 1 << 30
	for name, run := range runs(t, p) {
		clock := textbook.NewClock(plenty)
		got := run(clock, cover.Limits{})
		steps := got.Nodes + got.Updates
		if name == "memo" {
			steps *= 64 // a step for each word, and more for its table
		}
		if name != "best" { // it looks at other times too
			check(name, clock.Looks, steps)
		}
	}
	d := diagram(t, count.Breadth, p)
	steps, clock := int64(d.States()+d.Transitions()), textbook.NewClock(plenty)
	d.ZDD(clock)
	check("zdd", clock.Looks, 2*steps)
	clock = textbook.NewClock(plenty)
	d.BySize(clock)
	check("by size", clock.Looks, steps)
	clock = textbook.NewClock(plenty)
	d.Frequencies(clock)
	check("frequencies", clock.Looks, steps)
}

// Whatever a run does when its context ends, it says so, and the next run is right.
func TestARunStopsAtAnyLook(t *testing.T) {
	for name, run := range runs(t, corpustest.Problem("domino/10x10")) {
		whole, n := run(t.Context(), cover.Limits{}), 0
		for step := 1; ; n, step = n+step, step+1 {
			got := run(textbook.NewClock(n), cover.Limits{})
			if got.Status == cover.Solved {
				if !reflect.DeepEqual(got, whole) {
					t.Errorf("%s: got %+v after runs that stopped, want %+v", name, got, whole)
				}
				break
			}
			if got.Status != cover.Timeout || got.Nodes > whole.Nodes && name != "best" {
				t.Fatalf("%s, look %d: got %s after %d nodes of %d", name, n+1, got.Status, got.Nodes, whole.Nodes)
			}
		}
		if n < 1 {
			t.Errorf("%s: looked once, want more looks", name)
		}
	}
}

// A run stops within 10 ms of its deadline. A busy machine adds to that, so one of eight runs must.
func TestARunStopsSoonAfterItsDeadline(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector slows the steps between two looks at the clock")
	}
	all := runs(t, corpustest.Problem("latin/7"))
	for _, name := range []string{"bfs", "memo", "best", "diagram bfs"} {
		for _, after := range []time.Duration{2, 30, 120} { // milliseconds
			least := time.Hour
			for try := 0; try < 8 && least > 10*time.Millisecond; try++ {
				ctx, cancel := context.WithTimeout(t.Context(), after*time.Millisecond)
				began := time.Now()
				stats := all[name](ctx, cover.Limits{Memory: 1 << 29})
				cancel()
				if least = min(least, time.Since(began)-after*time.Millisecond); stats.Status != cover.Timeout {
					t.Errorf("%s, %v: got %s, want timeout", name, after*time.Millisecond, stats.Status)
				}
			}
			if least > 10*time.Millisecond {
				t.Errorf("%s, %v: %v late", name, after*time.Millisecond, least)
			}
		}
	}
}

// A search keeps the memory of its tables for the next run, and gives it up if that may have less. A
// sweep allocates no tables then.
func TestMemoryIsUsedAgain(t *testing.T) {
	for name, s := range map[string]cover.Solver{"sweep": count.Frontier(count.Input), "memo": count.Memo()} {
		x, err := cover.Prepare(s, corpustest.Problem("latin/6"))
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
		if _, _, left := run(1 << 16); peak < 1<<18 || name == "sweep" && allocated > 1<<16 || kept-left < peak/2 {
			t.Errorf("%s: allocated %d bytes in a second run, and gave up %d when it had less memory, want none and half of %d at least", name,
				allocated, kept-left, peak)
		}
	}
}
