package textbook

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
)

// Run runs a search and returns what it reports, in the form of [Search]. The trace that finds the
// order of the nodes makes the search look at its limits before every node.
func Run(ctx context.Context, x cover.Search, limits cover.Limits) Tree {
	var order []int
	limits.Trace = &cover.Trace{Node: func(level int) { order = append(order, level) }}
	t := RunUntraced(ctx, x, limits)
	t.Order = order
	return t
}

// RunSome runs a search without the nodes of which enter, given their level, returns false.
func RunSome(ctx context.Context, x cover.Search, enter func(level int) bool) Tree {
	return RunUntraced(ctx, x, cover.Limits{Trace: &cover.Trace{
		Enter: func(level int) (bool, int) { return enter(level), math.MaxInt },
	}})
}

// leaveOut returns a function that is false at each call of some, but not at the first one, which
// is the root.
func leaveOut(every int) func(level int) bool {
	asked := 0
	return func(int) bool {
		asked++
		return asked == 1 || asked%every != 0
	}
}

// RunUntraced is [Run] without a trace, so the tree has no Order.
func RunUntraced(ctx context.Context, x cover.Search, limits cover.Limits) Tree {
	var t Tree
	t.Stats = x.Run(ctx, limits, func(options []int) bool {
		t.Shown = append(t.Shown, append([]int(nil), options...)) // nil if there are none, as in Search
		return true
	})
	t.Search, t.Setup = 0, 0
	return t
}

// Equal reports whether two trees are the same, apart from an order that one of them lacks.
func (a Tree) Equal(b Tree) bool {
	if a.Order == nil || b.Order == nil {
		a.Order, b.Order = nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// A Clock is a context that counts how often a search looks at it, and ends after some looks.
type Clock struct {
	context.Context
	Looks int // the looks so far
	Last  int // the last look that finds the context alive
}

// NewClock returns a context that is alive for the first looks.
func NewClock(looks int) *Clock { return &Clock{Context: context.Background(), Last: looks} }

// Err is a look at the context.
func (c *Clock) Err() error {
	if c.Looks++; c.Looks > c.Last {
		return context.DeadlineExceeded
	}
	return nil
}

// seeds is the number of random problems that TestSolver tries.
const seeds = 300

// TestSolver compares a solver with [Search] on some hundred random problems: solutions, nodes and
// updates of every level, and the order of all of them. It does so for whole searches and for
// searches stopped by each of the limits, by the visitor, by its panic and by the context, and for a
// trace that leaves out nodes. The same search runs again and again, so each stop also shows what it leaves
// behind.
func TestSolver(t *testing.T, s cover.Solver, rule cover.Rule, updates Updates) {
	t.Helper()
	solutions := 0
	for seed := range uint64(seeds) {
		solutions += testProblem(t, s, randomFor(s, seed), seed, rule, updates)
		if t.Failed() {
			return
		}
	}
	if solutions < seeds {
		t.Errorf("got %d solutions in all, want one a problem on average", solutions)
	}
}

// testProblem is [TestSolver] for one problem. It returns the number of solutions.
func testProblem(t *testing.T, s cover.Solver, p *cover.Problem, seed uint64, rule cover.Rule, updates Updates) int {
	t.Helper()
	x, whole := Prepared(t, s, p), Search(p, rule, updates, cover.Limits{})
	for _, limits := range limitsWithin(whole, seed) {
		want := Search(p, rule, updates, limits)
		if got := Run(t.Context(), x, limits); !got.Equal(want) {
			t.Fatalf("seed %d, %d colours, limits %+v: got %+v, want %+v", seed, p.Colours(), limits, got, want)
		}
		if got := Run(t.Context(), x, cover.Limits{}); !got.Equal(whole) {
			t.Fatalf("seed %d, %d colours, after a run with limits %+v: got %+v, want %+v",
				seed, p.Colours(), limits, got, whole)
		}
	}
	testStops(t, x, seed, whole)
	for every := 2; every < 5; every++ {
		want := searchSome(p, rule, updates, cover.Limits{}, leaveOut(every))
		if got := RunSome(t.Context(), x, leaveOut(every)); !got.Equal(want) {
			t.Fatalf("seed %d, a trace that leaves out each node %d: got %+v, want %+v", seed, every, got, want)
		}
	}
	return int(whole.Solutions)
}

// limitsWithin returns limits that stop a search early, late, or just not.
func limitsWithin(whole Tree, seed uint64) []cover.Limits {
	within := func(n int64) int64 { return 1 + int64(seed*7919%uint64(n+1)) }
	return []cover.Limits{
		{},
		{Nodes: within(whole.Nodes)},
		{Nodes: max(1, whole.Nodes-1)},
		{Nodes: whole.Nodes},
		{Updates: within(whole.Updates)},
		{Updates: max(1, whole.Updates)},
		{Solutions: within(whole.Solutions)},
		{Solutions: 1},
		{Solutions: 2, Nodes: within(whole.Nodes), Updates: within(whole.Updates)},
	}
}

// testStops runs x untraced, without a visitor, with a visitor that stops it, and in a context that
// has ended.
func testStops(t *testing.T, x cover.Search, seed uint64, whole Tree) {
	t.Helper()
	ctx := t.Context()
	again := func(after string) {
		t.Helper()
		if got := RunUntraced(ctx, x, cover.Limits{}); !got.Equal(whole) {
			t.Errorf("seed %d, %s: got %+v, want %+v", seed, after, got, whole)
		}
	}
	again("without a trace")
	got := x.Run(ctx, cover.Limits{}, nil)
	if got.Search = 0; !reflect.DeepEqual(got, whole.Stats) {
		t.Errorf("seed %d, without a visitor: got %+v, want %+v", seed, got, whole.Stats)
	}
	for stop := int64(1); stop <= min(3, whole.Solutions); stop++ {
		seen := int64(0)
		got := x.Run(ctx, cover.Limits{}, func([]int) bool { seen++; return seen != stop })
		if seen != stop || got.Solutions != stop || got.Status != cover.Limit {
			t.Errorf("seed %d, a visitor that stops at solution %d: saw %d, got %d solutions, %s, want %d, limit",
				seed, stop, seen, got.Solutions, got.Status, stop)
		}
		again("after a visitor stopped the run")
	}
	if whole.Solutions > 0 {
		func() {
			defer func() { recover() }()
			x.Run(ctx, cover.Limits{}, func([]int) bool { panic("no more") })
			t.Errorf("seed %d: the visitor was not called", seed)
		}()
		again("after a panic of the visitor")
	}
	for looks := range min(3, len(whole.Order)) { // a run with a trace looks at the context at every node
		got := Run(NewClock(looks), x, cover.Limits{})
		if got.Status != cover.Timeout || len(got.Order) > looks || !slices.Equal(got.Order, whole.Order[:got.Nodes]) {
			t.Errorf("seed %d, a context that ends after %d looks: got %+v, want a timeout at the start of %v",
				seed, looks, got, whole.Order)
		}
		again("after a context ended")
	}
}
