package cover

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"
)

// line returns a problem with n primary items and one option for each of them, so a solution has n
// options.
func line(t *testing.T, n int) *Problem {
	t.Helper()
	var b Builder
	for i := range n {
		b.Primary(strconv.Itoa(i))
	}
	for i := range n {
		b.OptionOf(i)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// started returns a meter of a run on a problem of 9 items.
func started(t *testing.T, ctx context.Context, limits Limits, visit Visitor) *Meter {
	t.Helper()
	m := new(Meter)
	m.Start(ctx, line(t, 9), limits, visit, 0)
	return m
}

// enter calls Node until it returns false, at most n times, and returns how often it was true.
func enter(m *Meter, n int) (entered int) {
	for entered < n && m.Node(0) {
		entered++
	}
	return entered
}

func TestARunStopsAtItsLimitOfSolutions(t *testing.T) {
	for _, limit := range []int64{1, 2, 5} {
		shown := int64(0)
		for _, visit := range []Visitor{nil, func([]int) bool { shown++; return true }} {
			m := started(t, t.Context(), Limits{Solutions: limit}, visit)
			for k := int64(1); k <= limit; k++ {
				if m.Stopped() {
					t.Errorf("limit %d: stopped before solution %d", limit, k)
				}
				if more := m.Solution(nil); more != (k < limit) {
					t.Errorf("limit %d: got %v at solution %d, want %v", limit, more, k, k < limit)
				}
			}
			if got := m.Stats(); !m.Stopped() || got.Status != Limit || got.Solutions != limit {
				t.Errorf("limit %d: got %s after %d solutions", limit, got.Status, got.Solutions)
			}
		}
		if shown != limit {
			t.Errorf("limit %d: the visitor saw %d solutions", limit, shown)
		}
	}
}

func TestAVisitorThatWantsNoMoreStopsTheRun(t *testing.T) {
	m := started(t, t.Context(), Limits{}, func(options []int) bool { return options[0] < 3 })
	for k := range 4 {
		if more := m.Solution([]int{k}); more != (k < 3) {
			t.Errorf("solution %d: got %v, want %v", k, more, k < 3)
		}
	}
	if got := m.Stats(); got.Status != Limit || got.Solutions != 4 {
		t.Errorf("got %s after %d solutions, want limit after 4", got.Status, got.Solutions)
	}
}

func TestARunStopsAtItsLimitOfNodes(t *testing.T) {
	for _, limit := range []int{1, 2, 255, 256, 257, 600} {
		m := started(t, t.Context(), Limits{Nodes: int64(limit)}, nil)
		entered := enter(m, 1000)
		if got := m.Stats(); entered != limit || got.Nodes != int64(limit) || got.Status != Limit || !m.Stopped() {
			t.Errorf("limit %d: entered %d nodes, got %+v", limit, entered, got)
		}
	}
}

func TestARunStopsAtTheFirstNodeAfterItsLimitOfUpdates(t *testing.T) {
	for _, limit := range []int64{1, 2, 100, updateStride - 1, updateStride, updateStride + 1, 3 * updateStride} {
		m := started(t, t.Context(), Limits{Updates: limit}, nil)
		if m.Node(0); limit > 1 {
			m.Add(0, limit-1)
		}
		if !m.Node(1) {
			t.Errorf("limit %d: stopped one update before it", limit)
		}
		m.Add(1, 1)
		if m.Node(2) || !m.Stopped() || m.Stats().Status != Limit {
			t.Errorf("limit %d: got %+v, want a stop at the limit", limit, m.Stats())
		}
	}
}

func TestLimitsOfZeroOrLessAreNoBound(t *testing.T) {
	for _, n := range []int64{0, -1} {
		m := started(t, t.Context(), Limits{Solutions: n, Nodes: n, Updates: n}, nil)
		for k := range 1000 {
			if !m.Node(0) || !m.Solution(nil) {
				t.Fatalf("%d: stopped at node %d", n, k)
			}
			m.Add(0, 1000)
		}
		if got := m.Stats(); got.Status != Solved || got.Nodes != 1000 || got.Updates != 1000_000 || got.Solutions != 1000 {
			t.Errorf("%d: got %+v, want 1000 nodes and solutions, 1000000 updates", n, got)
		}
	}
}

// Looking takes longer than a small node, so a run looks at most once in 256 nodes. A node of many
// steps makes it look more often, and so do updates.
func TestARunLooksAtItsContextOnceInAMillionSteps(t *testing.T) {
	for _, c := range []struct {
		steps int
		looks []int // the nodes before each look
	}{
		{0, []int{0, 256, 512, 768}},
		{1<<12 - 1, []int{0, 256, 512, 768}},
		{1 << 12, []int{0, 255, 510, 765}},
		{61681 - 1, []int{0, 16, 32, 48}}, // 17 nodes take one step more than 1<<20
		{1<<18 - 1, []int{0, 4, 8, 12}},
		{1<<20 - 1, []int{0, 1, 2, 3}},
		{1 << 20, []int{0, 1, 2, 3}}, // at every node, however long it takes
		{1 << 30, []int{0, 1, 2, 3}},
	} {
		looks := new(looking)
		var m Meter
		m.Start(looks, line(t, 1), Limits{}, nil, c.steps)
		var got []int
		for node := 0; len(got) < len(c.looks); node++ {
			before := looks.n
			if m.Node(0); looks.n > before {
				got = append(got, node)
			}
		}
		if !slices.Equal(got, c.looks) {
			t.Errorf("%d steps a node: got looks after %v nodes, want %v", c.steps, got, c.looks)
		}
	}
}

func TestARunLooksAtItsContextAfterManyUpdates(t *testing.T) {
	const stride = 1 << 16
	looks := new(looking)
	var m Meter
	m.Start(looks, line(t, 1), Limits{}, nil, 0)
	for _, c := range []struct {
		updates int64
		looks   int // by then
	}{{0, 1}, {stride - 1, 1}, {1, 2}, {1, 2}, {stride - 1, 3}, {stride + 5, 4}, {stride - 1, 4}} {
		m.Add(0, c.updates)
		if m.Node(0); looks.n != c.looks {
			t.Errorf("got %d looks after %d updates, want %d", looks.n, m.updates, c.looks)
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
func (l *looking) Value(any) any               { return nil }

func (l *looking) Err() error {
	l.n++
	return l.err
}

// The timer of a context may be late, so its error alone does not say whether the time is up.
func TestARunEndsWithItsContextOrItsDeadline(t *testing.T) {
	for _, c := range []struct {
		name string
		ctx  looking
		want bool
	}{
		{"no deadline", looking{}, false},
		{"cancelled", looking{err: context.Canceled}, true},
		{"a deadline to come", looking{deadline: time.Now().Add(time.Hour)}, false},
		{"a deadline gone by", looking{deadline: time.Now().Add(-time.Hour)}, true},
		{"cancelled before its deadline", looking{err: context.Canceled, deadline: time.Now().Add(time.Hour)}, true},
	} {
		var m Meter
		m.Start(&c.ctx, line(t, 1), Limits{}, nil, 0)
		if got := m.Expired(); got != c.want || m.Stopped() != c.want || (m.Stats().Status == Timeout) != c.want {
			t.Errorf("%s: got expired %v, stopped %v, %s, want %v", c.name, got, m.Stopped(), m.Stats().Status, c.want)
		}
	}
}

func TestNoNodeIsEnteredAfterTheContextHasEnded(t *testing.T) {
	ctx := new(looking)
	m := started(t, ctx, Limits{}, nil)
	m.Node(0)
	m.Node(1)
	if ctx.err = context.Canceled; !m.Node(1) {
		t.Error("the run looked at its context at node 3, want at node 257")
	}
	if !m.Expired() || m.Node(1) {
		t.Error("got another node after the context was found to have ended")
	}
	if got := m.Stats(); got.Status != Timeout || got.Nodes != 3 {
		t.Errorf("got %s after %d nodes, want timeout after 3", got.Status, got.Nodes)
	}
}

func TestNotEvenTheRootIsEnteredAfterTheContextHasEnded(t *testing.T) {
	m := started(t, &looking{err: context.Canceled}, Limits{}, nil)
	if !m.Expired() || m.Node(0) || m.Stats().Nodes != 0 || m.Stats().Status != Timeout {
		t.Errorf("got %+v, want a timeout without a node", m.Stats())
	}
}

func TestLevelsAreThoseOfTheRunAlone(t *testing.T) {
	var m Meter
	// run enters one node on each level and makes 10 updates there.
	run := func(p *Problem, levels int) Stats {
		m.Start(t.Context(), p, Limits{}, nil, 0)
		for level := range levels {
			m.Node(level)
			m.Add(level, 10)
		}
		return m.Stats()
	}
	var kept []Stats
	for _, c := range []struct{ items, levels int }{
		{3, 4}, {3, 2}, {3, 1}, {5, 6}, {3, 4}, {3, 0}, {8, 9}, {1, 2}, {0, 1}, {9, 10},
	} {
		kept = append(kept, run(line(t, c.items), c.levels))
	}
	for k, levels := range []int{4, 2, 1, 6, 4, 0, 9, 2, 1, 10} {
		want := make([]Level, levels)
		for l := range want {
			want[l] = Level{Nodes: 1, Updates: 10}
		}
		if got := kept[k]; !slices.Equal(got.Levels, want) || got.Nodes != int64(levels) || got.Updates != int64(10*levels) {
			t.Errorf("run %d: got %+v, want %d levels of a node and 10 updates", k, got, levels)
		}
	}
}

func TestAMeterKeepsItsMemoryForTheNextRun(t *testing.T) {
	var m Meter
	p := line(t, 5)
	m.Start(t.Context(), p, Limits{}, nil, 0)
	if got := testing.AllocsPerRun(10, func() { m.Start(t.Context(), p, Limits{}, nil, 0) }); got != 0 {
		t.Errorf("got %v allocations, want none", got)
	}
}

func TestTheTimeOfARunIsTakenFromItsStart(t *testing.T) {
	before := time.Now()
	m := started(t, t.Context(), Limits{}, nil)
	started := time.Now()
	time.Sleep(5 * time.Millisecond)
	slept := time.Since(started)
	got := m.Stats().Search
	if most := time.Since(before); got < slept || got > most {
		t.Errorf("got %v, want from %v to %v", got, slept, most)
	}
}
