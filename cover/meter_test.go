package cover_test

import (
	"context"
	"reflect"
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

func TestARunStopsAtTheFirstNodeAfterItsLimitOfUpdates(t *testing.T) {
	for _, limit := range []int64{1, 2, 100, stride - 1, stride, stride + 1, 3 * stride} {
		m := started(t, t.Context(), cover.Limits{Updates: limit}, nil)
		m.Node(0)
		m.Add(0, limit-1)
		if limit > 1 && !m.Node(1) {
			t.Errorf("limit %d: stopped one update before it", limit)
		}
		m.Add(1, 1)
		if m.Node(2) || !m.Stopped() || m.Stats().Status != cover.Limit {
			t.Errorf("limit %d: got %+v, want a stop at the limit", limit, m.Stats())
		}
	}
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

// stride is the number of updates between two looks.
const stride = 1 << 16

// Looking takes longer than a small node, so a run looks at most once in 256 nodes. A node of many
// steps makes it look more often, and so do updates.
func TestARunLooksAtItsContextOnceInAMillionSteps(t *testing.T) {
	for _, c := range []struct {
		steps int
		trace *cover.Trace
		every int // how many nodes there are from look to look
	}{
		{0, nil, 256},
		{1 << 12, nil, 255},
		{61681 - 1, nil, 16}, // 17 nodes take one step more than 1<<20
		{1<<20 - 1, nil, 1},
		{1 << 30, nil, 1},
		{0, &cover.Trace{Node: func(int) {}}, 1},
	} {
		looks := new(looking)
		var m cover.Meter
		m.Start(looks, line(t, 1), cover.Limits{Trace: c.trace}, nil, c.steps)
		for node := range 4 * c.every {
			if m.Node(0); looks.n != 1+node/c.every {
				t.Errorf("%d steps a node, %+v: got %d looks at node %d, want one every %d", c.steps, c.trace, looks.n, node, c.every)
			}
		}
	}
	looks := new(looking)
	m := started(t, looks, cover.Limits{}, nil)
	for k, c := range []struct {
		updates int64
		looks   int // by then
	}{{0, 1}, {stride - 1, 1}, {1, 2}, {1, 2}, {stride - 1, 3}, {stride + 5, 4}, {stride - 1, 4}} {
		m.Add(0, c.updates)
		if m.Node(0); looks.n != c.looks {
			t.Errorf("updates %d: got %d looks, want %d", k, looks.n, c.looks)
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
		{looking{err: context.Canceled}, true},
		{looking{deadline: later}, false},
		{looking{deadline: before}, true},
		{looking{err: context.Canceled, deadline: later}, true},
	} {
		m := started(t, &c.ctx, cover.Limits{}, nil)
		if got := m.Expired(); got != c.want || m.Stopped() != c.want || (m.Stats().Status == cover.Timeout) != c.want ||
			m.Node(0) == c.want || (m.Stats().Nodes == 0) != c.want {
			t.Errorf("%+v: got expired %v, stopped %v, %+v, want %v", c.ctx, got, m.Stopped(), m.Stats(), c.want)
		}
	}
}

// A profile takes the memory of the one before, whether that is longer or shorter.
func TestLevelsAreWrittenToTheMemoryOfTheLimits(t *testing.T) {
	var m cover.Meter
	var levels []cover.Level
	p, deepest := line(t, 9), 0
	for _, depth := range []int{5, 2, 9} {
		m.Start(t.Context(), p, cover.Limits{Levels: &levels}, nil, 0)
		for level := range depth {
			m.Node(level)
		}
		got := 0.0
		if depth <= deepest {
			got = testing.AllocsPerRun(1, func() { m.Stats() })
		}
		deepest = max(deepest, depth)
		stats := m.Stats()
		if want := slices.Repeat([]cover.Level{{Nodes: 1}}, depth); !slices.Equal(stats.Levels, want) ||
			&stats.Levels[0] != &levels[0] || got != 0 {
			t.Errorf("%d levels: got %v and %v allocations, want %v in the memory given", depth, stats.Levels, got, want)
		}
	}
}

func TestTheTimeOfARunIsTakenFromItsStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := started(t, t.Context(), cover.Limits{}, nil)
		time.Sleep(5 * time.Millisecond)
		if got := m.Stats().Search; got != 5*time.Millisecond {
			t.Errorf("got %v, want 5ms", got)
		}
	})
}

func TestNodesComeInAnyOrderWhereNobodyCanTell(t *testing.T) {
	visit := func([]int) bool { return true }
	node := func(int) {}
	down := func(to int) func(int) (bool, int) { return func(int) (bool, int) { return true, to } }
	for _, c := range []struct {
		limits cover.Limits
		visit  cover.Visitor
		from   int // the level from which on nodes may come in any order, or 9 for none
	}{
		{cover.Limits{}, nil, 0},
		{cover.Limits{}, visit, 9},
		{cover.Limits{Solutions: 9}, nil, 9},
		{cover.Limits{Nodes: 9}, nil, 9},
		{cover.Limits{Updates: 9}, nil, 9},
		{cover.Limits{Trace: &cover.Trace{}}, nil, 9},
		{cover.Limits{Trace: &cover.Trace{Look: func(int64) int { return -1 }}}, nil, 9},
		{cover.Limits{Trace: &cover.Trace{Enter: down(0)}}, nil, 1},
		{cover.Limits{Trace: &cover.Trace{Enter: down(3)}}, nil, 4},
		{cover.Limits{Trace: &cover.Trace{Enter: down(3), Node: node}}, nil, 9},
		{cover.Limits{Nodes: 9, Trace: &cover.Trace{Enter: down(3)}}, nil, 9},
	} {
		m := started(t, t.Context(), c.limits, c.visit)
		m.Node(0)
		for level := range 9 {
			if got, want := m.AnyOrder(level), level >= c.from; got != want {
				t.Errorf("limits %+v, a visitor %v, level %d: got %v, want %v", c.limits, c.visit != nil, level, got, want)
			}
		}
	}
}

// A search that enters nodes ahead stops at the same node as one that asks for each, and it has the
// same statistics.
func TestNodesAheadStopAtTheSameLimits(t *testing.T) {
	for _, limits := range []cover.Limits{{Nodes: 1}, {Nodes: 300}, {Nodes: 600}, {Updates: 1}, {Updates: 7 * stride / 2},
		{Updates: 1000, Nodes: 130}, {Nodes: 1000}} {
		for _, each := range []int64{1, 8, 9, 4096} {
			asking, ahead := started(t, t.Context(), limits, nil), started(t, t.Context(), limits, nil)
			entered := enter(asking, 1)
			for entered < 1<<18 {
				if asking.Add(0, each); !asking.Node(1) {
					break
				}
				entered++
			}
			for level := 0; !ahead.Stopped(); level = 1 {
				n := ahead.Ahead(level, each)
				if n == 0 {
					if level > 0 {
						ahead.Add(0, each)
					}
					ahead.Node(level)
					continue
				}
				ahead.Count(n, n*int(each), 0)
				ahead.Profile(0, 0, int64(n)*each)
				if !ahead.Profile(1, int64(n), 0) {
					t.Errorf("level 1 has %d nodes, got none", n)
				}
			}
			got, want := ahead.Stats(), asking.Stats()
			if got.Search, want.Search = 0, 0; !reflect.DeepEqual(got, want) {
				t.Errorf("limits %+v, %d updates a node: got %+v, want %+v", limits, each, got, want)
			}
		}
	}
}
