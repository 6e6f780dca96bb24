package count_test

import (
	"context"
	"reflect"
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
