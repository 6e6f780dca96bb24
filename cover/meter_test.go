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

// enter calls Node until it returns false, at most n times, and returns how often it was true.
func enter(m *cover.Meter, n int) (entered int) {
	for entered < n && m.Node(0) {
		entered++
	}
	return entered
}

// Looking takes longer than a small node, so a run looks at most once in 256 nodes. A node of many
// steps makes it look more often, and so do updates.
func TestARunLooksAtItsContextOnceInAMillionSteps(t *testing.T) {
	for steps, every := range map[int]int{0: 256, 1 << 12: 255, 61681 - 1: 16, 1<<20 - 1: 1, 1 << 30: 1} { // 17 nodes of 61681 are one step more than 1<<20
		clock := textbook.NewClock(math.MaxInt)
		var m cover.Meter
		m.Start(clock, textbook.Tiny(), cover.Limits{}, nil, steps)
		for node := range 4 * every {
			if m.Node(0); clock.Looks != 1+node/every {
				t.Errorf("%d steps a node: got %d looks at node %d, want one every %d", steps, clock.Looks, node, every)
			}
		}
	}
	clock := textbook.NewClock(math.MaxInt)
	m := started(t, clock, cover.Limits{}, nil)
	for k, updates := range []int64{0, 1<<16 - 1, 1, 1, 1<<16 - 1, 1<<16 + 5, 1<<16 - 1} {
		m.Add(0, updates)
		if m.Node(0); clock.Looks != []int{1, 1, 2, 2, 3, 4, 4}[k] {
			t.Errorf("updates %d: got %d looks, want one after 1<<16", k, clock.Looks)
		}
	}
}

// late is a context with a deadline and no timer.
type late struct {
	context.Context
	deadline time.Time
}

func (l late) Deadline() (time.Time, bool) { return l.deadline, !l.deadline.IsZero() }

// The timer of a context may be late, so its error alone does not say whether the time is up.
func TestARunEndsWithItsContextOrItsDeadline(t *testing.T) {
	hour, none := time.Now().Add(time.Hour), time.Time{}
	for ctx, want := range map[late]cover.Status{
		{t.Context(), none}:                     cover.Solved,
		{t.Context(), hour}:                     cover.Solved,
		{t.Context(), hour.Add(-2 * time.Hour)}: cover.Timeout,
		{textbook.NewClock(0), none}:            cover.Timeout,
		{textbook.NewClock(0), hour}:            cover.Timeout,
	} {
		m := started(t, ctx, cover.Limits{}, nil)
		got, goesOn := m.Expired(), m.Node(0)
		if stats := m.Stats(); got == goesOn || m.Stopped() != got || stats.Status != want || got != (want == cover.Timeout) {
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
	asking := func(level int) *cover.Trace {
		return &cover.Trace{Enter: func(int) (bool, int) { return true, level }}
	}
	noted := asking(3)
	noted.Node = func(int) {}
	for from, all := range map[int][]cover.Limits{ // the level from which on nodes may come in any order, or 9 for none
		0: {{}},
		1: {{Trace: asking(0)}},
		4: {{Trace: asking(3)}},
		9: {{Solutions: 9}, {Nodes: 9}, {Updates: 9}, {Trace: noted}, {Trace: &cover.Trace{Stop: func(int64, int64) bool { return false }}}},
	} {
		for _, limits := range all {
			for _, visit := range []cover.Visitor{nil, func([]int) bool { return true }} {
				m := started(t, t.Context(), limits, visit)
				m.Node(0)
				for level := range 9 {
					if got, want := m.AnyOrder(level), level >= from && visit == nil; got != want {
						t.Errorf("limits %+v, a visitor %v, level %d: got %v, want %v", limits, visit != nil, level, got, want)
					}
				}
			}
		}
	}
}
