package cover_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// started returns a meter of a run on a problem of 9 items, each with an option, so a solution has 9.
func started(t *testing.T, ctx context.Context, limits cover.Limits, visit cover.Visitor) *cover.Meter {
	t.Helper()
	m := new(cover.Meter)
	m.Start(ctx, textbook.Problem(9, textbook.Singles(9, 9)...), limits, visit, 0)
	return m
}

// Looking takes longer than a small node, so a run looks at most once in 256 nodes. Many steps a node make it
// look more often, and so do updates.
func TestARunLooksAtItsContextOnceInAMillionSteps(t *testing.T) {
	for node, every := range map[struct {
		steps   int
		updates int64
	}]int{
		{}: 256, {steps: 61681 - 1}: 16 /* 17 times 61681 is 1<<20 + 1 */, {steps: 1<<20 - 1}: 1, {steps: 1 << 30}: 1,
		{updates: 1 << 13}: 8, {updates: 1<<16 - 1}: 2, {updates: 1 << 16}: 1,
	} {
		clock := textbook.NewClock(math.MaxInt)
		var m cover.Meter
		m.Start(clock, textbook.Tiny(), cover.Limits{}, nil, node.steps)
		for n := range 4 * every {
			if m.Node(0); clock.Looks != 1+n/every {
				t.Errorf("%+v: got %d looks at node %d, want one every %d", node, clock.Looks, n, every)
			}
			m.Add(0, node.updates)
		}
	}
}

// late is a context with a deadline and no timer.
type late struct {
	context.Context
	deadline time.Time
}

func (l late) Deadline() (time.Time, bool) { return l.deadline, !l.deadline.IsZero() }

// The timer of a context may be late, so its error alone does not say whether the time is up. Work that the
// time has ended did not reach a limit, at the last node too.
func TestARunEndsWithItsContextOrItsDeadline(t *testing.T) {
	hour, none := time.Now().Add(time.Hour), time.Time{}
	for ctx, want := range map[late]cover.Status{
		{t.Context(), none}:                     cover.Limit,
		{t.Context(), hour}:                     cover.Limit,
		{t.Context(), hour.Add(-2 * time.Hour)}: cover.Timeout,
		{textbook.NewClock(0), none}:            cover.Timeout,
	} {
		m := started(t, ctx, cover.Limits{Nodes: 1}, nil)
		m.Count(1, 0, 0)
		got, goesOn := m.Expired(), m.Node(0)
		if stats := m.Stats(); goesOn || !m.Stopped() || stats.Status != want || got != (want == cover.Timeout) {
			t.Errorf("%+v: got expired %v, stopped %v, %+v, want %v", ctx, got, m.Stopped(), stats, want)
		}
	}
}

// A profile takes the memory of the one before, whether that is longer or shorter. The time of a run is
// taken from its start.
func TestLevelsAreWrittenToTheMemoryOfTheLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m cover.Meter
		levels := make([]cover.Level, 0, 9)
		p, first := textbook.Problem(7, textbook.Singles(7, 7)...), &levels[:1][0]
		for _, depth := range []int{5, 2, 7} {
			m.Start(t.Context(), p, cover.Limits{Levels: &levels}, nil, 0)
			for level := range depth {
				m.Node(level)
			}
			time.Sleep(5 * time.Millisecond)
			stats := m.Stats()
			if want := slices.Repeat([]cover.Level{{Nodes: 1}}, depth); !slices.Equal(stats.Levels, want) || &stats.Levels[0] != first || &levels[0] != first {
				t.Errorf("got %v, want %v in the memory given", stats.Levels, want)
			}
			if stats.Search != 5*time.Millisecond {
				t.Errorf("got a search of %v, want 5ms", stats.Search)
			}
		}
	})
}

func TestNodesComeInAnyOrderWhereNobodyCanTell(t *testing.T) {
	asking := func(level int, node func(int)) cover.Limits {
		return cover.Limits{Trace: &cover.Trace{Enter: func(int) (bool, int) { return true, level }, Node: node}}
	}
	for want, all := range map[int][]cover.Limits{ // the level from which on nodes may come in any order, or 9 for none
		0: {{}},
		1: {asking(0, nil)},
		4: {asking(3, nil)},
		9: {{Solutions: 9}, {Nodes: 9}, {Updates: 9}, asking(3, func(int) {}), {Trace: &cover.Trace{Stop: func(int64, int64) bool { return false }}}},
	} {
		for _, limits := range all {
			m, got := started(t, t.Context(), limits, nil), 0
			for m.Node(0); got < 9 && !m.AnyOrder(got); {
				got++
			}
			if got != want || started(t, t.Context(), limits, func([]int) bool { return true }).AnyOrder(8) {
				t.Errorf("limits %+v: got any order from level %d, want %d, and never with a visitor", limits, got, want)
			}
		}
	}
}
