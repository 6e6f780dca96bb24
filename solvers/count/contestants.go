package count

import (
	"context"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"xcbench/cover"
)

// A contestant is a way to count that takes part in a race. It does its work in turns.
type contestant interface {
	name() string

	// entry is the steps that prepare takes, about.
	entry() float64
	// prepare makes ready for estimates and runs. It returns false if the problem is too large.
	prepare() bool
	// estimate estimates the steps of a run. Only the states of sweeps and memory have a peak.
	estimate(p *probe) estimate
	// bytes returns the memory that a number of states takes.
	bytes(states float64) float64

	// begin starts a run.
	begin(ctx context.Context, limits cover.Limits)
	// turn works for about the given number of steps. It reports whether the run ended.
	turn(steps int64) bool
	// bound changes the bound on the memory.
	bound(bytes int64)
	// memory returns the bytes of the tables.
	memory() int64
	// status returns how the run ended.
	status() cover.Status
	// result ends the run, and releases the memory if the run is out of it.
	result() cover.Stats
}

// A sweeper is a sweep that takes part in a race.
type sweeper struct {
	rule   cover.Rule
	p      *cover.Problem
	others []*sweeper // with other orders
	order  []int32    // nil before prepare
	sweep  *sweep     // nil before prepare
	failed bool
	clock  clock
}

func (s *sweeper) name() string { return frontierName(s.rule) }

// entry is the work of the order and of compile.
func (s *sweeper) entry() float64 {
	primary, entries := float64(s.p.Primary()), float64(s.p.Entries()+s.p.Items())
	steps := 50 * entries
	if s.rule == Breadth || s.rule == Greedy {
		pairs := 0.0
		for o := range s.p.Options() {
			pairs += float64(len(s.p.Option(o))) * float64(len(s.p.Option(o)))
		}
		steps += primary*primary + 5*pairs
	}
	if s.rule == Greedy {
		steps += min(min(primary, greedyStarts)*primary*primary/2, 2*orderWork)
	}
	return steps
}

// prepare returns false too if another sweep has the same order.
func (s *sweeper) prepare() bool {
	if s.sweep != nil || s.failed {
		return !s.failed
	}
	if s.failed = tooLarge(s.p) != nil; s.failed {
		return false
	}
	s.order = orders[s.rule](s.p)
	for _, other := range s.others {
		if s.failed = slices.Equal(s.order, other.order); s.failed {
			return false
		}
	}
	s.sweep = newSweep(compile(s.p, s.order), &s.clock)
	return true
}

func (s *sweeper) estimate(p *probe) estimate {
	e := p.sweep(s.sweep.plan)
	if s.rule == Greedy && e.tight { // no exact estimate is tight
		e.steps *= ragged
	}
	return e
}

// ragged is by which factor the sweep in greedy order is underestimated, compared with other orders.
// Its frontiers are ragged. Straight ones have fewer states, for example because all their items are
// of one colour of a chessboard.
const ragged = 1.5

// bytes assumes that tables are half full, with counts of one limb, and that three layers of the
// largest size have tables at a time.
func (s *sweeper) bytes(states float64) float64 { return 3 * 16 * float64(s.sweep.words+1) * states }

func (s *sweeper) begin(ctx context.Context, limits cover.Limits) {
	s.clock = newClock(ctx)
	s.sweep.start(limits)
}

func (s *sweeper) turn(steps int64) bool {
	s.sweep.resume(steps)
	return s.sweep.done() || s.clock.stopped
}

func (s *sweeper) bound(bytes int64)    { s.sweep.pool.bound = bytes }
func (s *sweeper) memory() int64        { return s.sweep.pool.held }
func (s *sweeper) status() cover.Status { return s.clock.status }

func (s *sweeper) result() cover.Stats {
	stats := s.sweep.finish()
	if s.clock.status == memout {
		for k := range s.sweep.tables {
			s.sweep.pool.drop(&s.sweep.tables[k])
		}
		s.sweep.pool.free, s.sweep.pool.held = map[int][][]uint64{}, 0
	}
	return stats
}

// A coroutine is a search that is stopped in the middle of its work when its turn is over, and goes
// on from there.
type coroutine struct {
	run   func(ctx context.Context, limits cover.Limits) cover.Stats
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	until int64 // units of work
	stats cover.Stats
}

func (c *coroutine) begin(ctx context.Context, limits cover.Limits) {
	c.until, c.stats = 0, cover.Stats{}
	c.next, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		if yield(struct{}{}) {
			c.stats = c.run(ctx, limits)
		}
	})
	c.next()
}

func (c *coroutine) work(units int64) bool {
	c.until += 1 + units
	_, more := c.next()
	return !more
}

func (c *coroutine) status() cover.Status { return c.stats.Status }

func (c *coroutine) result() cover.Stats {
	c.stop()
	c.next, c.stop, c.yield = nil, nil, nil
	return c.stats
}

// A rememberer is the search of [Memo] in a race.
type rememberer struct {
	coroutine
	p      *cover.Problem
	x      *memoSearch // nil before prepare
	failed bool
	last   treeEstimate
}

// A treeEstimate is the result of a probe of the tree. The enumerator and the rememberer ask for the
// same ones.
type treeEstimate struct {
	width            int
	steps            int64
	nodes, branching float64
	memory           estimate
}

// tree estimates the search tree and the work of the rememberer.
func (r *rememberer) tree(p *probe) treeEstimate {
	if r.last.width != p.width {
		e := treeEstimate{width: p.width}
		e.nodes, e.branching, e.memory = p.tree(r.x)
		if e.steps = p.steps; math.IsInf(e.nodes, 1) {
			return e
		}
		r.last = e
	}
	p.steps = r.last.steps
	return r.last
}

func (*rememberer) name() string { return "count_memo" }

func (r *rememberer) entry() float64 {
	options := float64(r.p.Options())
	return options*float64(r.p.Options()/64+r.p.Items()/64+2)*4 + 50*float64(r.p.Entries())
}

func (r *rememberer) prepare() bool {
	if r.x == nil && !r.failed {
		x, err := newMemo(r.p)
		if r.failed = err != nil; !r.failed {
			r.x, r.run = x, r.count
		}
	}
	return !r.failed
}

func (r *rememberer) count(ctx context.Context, limits cover.Limits) cover.Stats {
	x := r.x
	x.clock = newClock(ctx)
	x.begin(limits)
	x.until = r.until
	x.pause = func() {
		if !r.yield(struct{}{}) {
			x.clock.stopAt(cover.Timeout)
		}
		x.until = r.until
	}
	return x.finish(x.root())
}

func (r *rememberer) estimate(p *probe) estimate {
	return r.tree(p).memory
}

func (r *rememberer) bytes(states float64) float64 { return 0 } // a full table replaces states
func (r *rememberer) turn(steps int64) bool        { return r.work(steps) }
func (r *rememberer) bound(bytes int64)            { r.x.table.bound = bytes }
func (r *rememberer) memory() int64                { return r.x.table.bytes() }

// The steps of an enumerator: of a node, and of a word of options counted to choose an item.
const (
	enumeratorNode   = 22
	enumeratorBranch = 1.0 / 6
)

// An enumerator is the search that visits the solutions. Probes of the rememberer estimate it too.
type enumerator struct {
	coroutine
	label  string
	solver cover.Solver
	p      *cover.Problem
	memo   *rememberer
	search cover.Search
	failed bool
	cost   int64 // the steps of a node
}

func (e *enumerator) name() string   { return e.label }
func (e *enumerator) entry() float64 { return 100 * float64(e.p.Entries()) }

func (e *enumerator) prepare() bool {
	if e.search == nil && !e.failed {
		search, err := cover.Prepare(e.solver, e.p)
		if e.failed = err != nil; !e.failed {
			e.search, e.run = search, e.enumerate
			e.cost = 60 + int64(e.p.Options()/32)
		}
	}
	return !e.failed
}

func (e *enumerator) estimate(p *probe) estimate {
	if !e.memo.prepare() {
		return unknown
	}
	tree := e.memo.tree(p)
	if math.IsInf(tree.nodes, 1) {
		return unknown
	}
	steps := enumeratorNode*tree.nodes + enumeratorBranch*tree.branching
	e.cost = int64(steps / tree.nodes)
	return estimate{steps: steps, exact: tree.memory.exact}
}

func (*enumerator) bytes(float64) float64   { return 0 }
func (e *enumerator) turn(steps int64) bool { return e.work(steps / e.cost) }
func (*enumerator) bound(int64)             {}
func (*enumerator) memory() int64           { return 0 }

// enumerate makes the search, which pauses when it looks at its context.
func (e *enumerator) enumerate(ctx context.Context, limits cover.Limits) cover.Stats {
	var over atomic.Bool
	guided := cover.Guided(&cover.Trace{Stop: &over, Look: func(nodes int64) int {
		if nodes >= e.until && !e.yield(struct{}{}) {
			over.Store(true)
		}
		return -1
	}})
	for _, limit := range []struct{ to, from *int64 }{
		{&guided.Solutions, &limits.Solutions}, {&guided.Nodes, &limits.Nodes}, {&guided.Updates, &limits.Updates},
	} {
		if *limit.from < math.MaxInt64 {
			*limit.to = *limit.from
		}
	}
	return e.search.Run(ctx, guided, nil)
}
