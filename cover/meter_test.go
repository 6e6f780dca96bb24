package cover_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
)

// line returns a problem with n primary items and one option for each of them, so a solution has n
// options.
func line(t *testing.T, n int) *cover.Problem {
	t.Helper()
	var b cover.Builder
	for i := range n {
		b.Primary(strconv.Itoa(i))
	}
	for i := range n {
		b.OptionOf(i)
	}
	return built(t, &b)
}

// started returns a meter of a run on a problem of 9 items.
func started(t *testing.T, ctx context.Context, limits cover.Limits, visit cover.Visitor) *cover.Meter {
	t.Helper()
	m := new(cover.Meter)
	m.Start(ctx, line(t, 9), limits, visit, 0)
	return m
}

// enter calls Node until it returns false, at most n times, and returns how often it was true.
func enter(m *cover.Meter, n int) (entered int) {
	for entered < n && m.Node(0) {
		entered++
	}
	return entered
}

// looking is a context that counts the looks at it. It has ended if it has an error.
type looking struct {
	context.Context
	n        int
	err      error
	deadline time.Time
}

func (l *looking) Deadline() (time.Time, bool) { return l.deadline, !l.deadline.IsZero() }

func (l *looking) Err() error {
	l.n++
	return l.err
}

// Looking takes longer than a small node, so a run looks at most once in 256 nodes. A node of many
// steps makes it look more often, and so do updates.
func TestARunLooksAtItsContextOnceInAMillionSteps(t *testing.T) {
	for steps, every := range map[int]int{0: 256, 1 << 12: 255, 61681 - 1: 16, 1<<20 - 1: 1, 1 << 30: 1} { // 17 nodes of 61681 are one step more than 1<<20
		looks := new(looking)
		var m cover.Meter
		m.Start(looks, line(t, 1), cover.Limits{}, nil, steps)
		for node := range 4 * every {
			if m.Node(0); looks.n != 1+node/every {
				t.Errorf("%d steps a node: got %d looks at node %d, want one every %d", steps, looks.n, node, every)
			}
		}
	}
	looks := new(looking)
	m := started(t, looks, cover.Limits{}, nil)
	for k, updates := range []int64{0, 1<<16 - 1, 1, 1, 1<<16 - 1, 1<<16 + 5, 1<<16 - 1} {
		m.Add(0, updates)
		if m.Node(0); looks.n != []int{1, 1, 2, 2, 3, 4, 4}[k] {
			t.Errorf("updates %d: got %d looks, want one after 1<<16", k, looks.n)
		}
	}
}

// The timer of a context may be late, so its error alone does not say whether the time is up.
func TestARunEndsWithItsContextOrItsDeadline(t *testing.T) {
	later, before := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
	for _, c := range []struct {
		ctx  looking
		want bool
	}{
		{looking{}, false},
		{looking{deadline: later}, false},
		{looking{deadline: before}, true},
		{looking{err: context.Canceled, deadline: later}, true},
	} {
		m := started(t, &c.ctx, cover.Limits{}, nil)
		got, goesOn := m.Expired(), m.Node(0)
		if stats := m.Stats(); got != c.want || m.Stopped() != c.want || goesOn == c.want || (stats.Status == cover.Timeout) != c.want {
			t.Errorf("%+v: got expired %v, stopped %v, %+v, want %v", c.ctx, got, m.Stopped(), stats, c.want)
		}
	}
}

// A profile takes the memory of the one before, whether that is longer or shorter. The time of a run is
// taken from its start.
func TestLevelsAreWrittenToTheMemoryOfTheLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m cover.Meter
		levels := make([]cover.Level, 0, 9)
		p, first := line(t, 7), &levels[:1][0]
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
	for _, c := range []struct {
		limits cover.Limits
		from   int // the level from which on nodes may come in any order, or 9 for none
	}{
		{cover.Limits{}, 0},
		{cover.Limits{Solutions: 9}, 9},
		{cover.Limits{Nodes: 9}, 9},
		{cover.Limits{Updates: 9}, 9},
		{cover.Limits{Trace: &cover.Trace{Stop: func(int64) bool { return false }}}, 9},
		{cover.Limits{Trace: asking(0)}, 1},
		{cover.Limits{Trace: asking(3)}, 4},
		{cover.Limits{Trace: noted}, 9},
	} {
		for _, visit := range []cover.Visitor{nil, func([]int) bool { return true }} {
			m := started(t, t.Context(), c.limits, visit)
			m.Node(0)
			for level := range 9 {
				if got, want := m.AnyOrder(level), level >= c.from && visit == nil; got != want {
					t.Errorf("limits %+v, a visitor %v, level %d: got %v, want %v", c.limits, visit != nil, level, got, want)
				}
			}
		}
	}
}
