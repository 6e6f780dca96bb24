package count

import (
	"context"
	"iter"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"xcbench/cover"
)

// Race is the rule of [Best].
const Race cover.Rule = "race"

// Best returns the solver that finds out which way of counting suits a problem. The contestants are
// the sweeps in all orders, the memory of [Memo], and an enumerator that visits the solutions one by
// one. They take turns, and the first that ends has the answer. The name of the enumerator is for
// [bestSearch.Chosen].
//
// At first the sweeps get about a millisecond together, because most problems need no more. Then the
// work that each sweep has left is estimated, and the best of them gets most of the time. The other
// contestants share the rest, because estimates can be wrong by any factor. The enumerator has a
// third of all steps at first, and an eighth later. Turns are measured in steps of work and
// not in time, so the winner is the same on every machine.
//
// A run returns the statistics of the winner. The work of the others only shows in the time.
func Best(enumerator cover.Solver, name string) cover.Solver { return best{enumerator, name} }

type best struct {
	enumerator cover.Solver
	name       string
}

func (best) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, CountsOnly: true}
}

// raceRules has the rules of the sweeps, the first to have a turn first.
var raceRules = []cover.Rule{Input, Breadth, Greedy, Reverse}

type bestSearch struct {
	best
	p           *cover.Problem
	contestants []contestant
	sweeps      int // the first contestants are sweeps
	clock       clock
	chosen      string
}

// A contestant can do its work in turns.
type contestant interface {
	name() string
	// begin starts a run. It returns false if the contestant cannot take part.
	begin(ctx context.Context, limits cover.Limits) bool
	// turn works for about the given number of steps, and reports whether the contestant ended.
	turn(steps int64) bool
	// left estimates the steps that are left, or returns +Inf.
	left() float64
	// memory returns the bytes of its tables.
	memory() int64
	// result ends the run.
	result() cover.Stats
}

func (b best) Prepare(p *cover.Problem) (cover.Search, error) {
	x := &bestSearch{best: b, p: p}
	var orders [][]int32
	for _, rule := range raceRules {
		f := Frontier(rule).(frontier)
		order := f.order(p)
		if slices.ContainsFunc(orders, func(o []int32) bool { return slices.Equal(o, order) }) {
			continue
		}
		orders = append(orders, order)
		if p.Items()/64*p.Options() <= maxTable {
			x.contestants = append(x.contestants, &sweeper{rule: rule, sweep: newSweep(compile(p, order), nil)})
		}
	}
	x.sweeps = len(x.contestants)
	x.contestants = append(x.contestants, &coroutine{label: "count_memo", p: p, cost: memoCost(p), make: memoRun},
		&coroutine{label: b.name, p: p, cost: enumeratorCost(p), make: b.run})
	return x, nil
}

// Chosen returns the name of the solver that won the last run.
func (x *bestSearch) Chosen() string { return x.chosen }

const (
	firstTurn  = 1 << 16 // steps, each about 1 ns
	firstTurns = 1 << 17 // the last turn of a sweep before estimates
)

// promising is the steps, about 0.1 s, for which the enumerator has a third of the time.
const promising = 1e8

// hopeless is the steps that are left, about 100 s, from which on no sweep is preferred.
const hopeless = 1e11

// Run counts the solutions. The visitor is not used: see [cover.Capabilities].
func (x *bestSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	began := time.Now()
	x.clock = newClock(ctx)
	winner := x.race(ctx, limits)
	stats := cover.Stats{Status: cover.Memout} // no contestant could begin
	for k, c := range x.contestants {
		if k == winner {
			stats, x.chosen = c.result(), c.name()
		} else {
			c.result()
		}
	}
	stats.Search = time.Since(began)
	return stats
}

// runner is a contestant in a race.
type runner struct {
	contestant
	at       int
	steps    int64 // so far
	unusable bool  // it stopped at a limit, or cannot take part
}

// race runs the contestants in turns, and returns the index of the one whose result counts.
func (x *bestSearch) race(ctx context.Context, limits cover.Limits) int {
	var field []*runner
	for k, c := range x.contestants {
		field = append(field, &runner{contestant: c, at: k})
	}
	sweeps := field[:x.sweeps]
	limits = unbounded(limits)
	started := make([]bool, len(field))
	winner := -1
	turn := func(r *runner, steps int64) bool {
		if r.unusable {
			return false
		}
		share := limits
		for _, other := range field {
			if other != r && started[other.at] {
				share.Memory -= other.memory()
			}
		}
		if s, ok := r.contestant.(*sweeper); ok && started[r.at] {
			s.sweep.pool.bound = max(share.Memory, 1)
		}
		if !started[r.at] {
			share.Memory = max(share.Memory, 1)
			if r.unusable = !r.begin(ctx, share); r.unusable {
				return false
			}
			started[r.at] = true
		}
		r.steps += steps
		if !r.turn(steps) {
			return false
		}
		status := r.status()
		if status == cover.Solved || status == cover.Timeout {
			winner = r.at
			return true
		}
		r.unusable = true
		if winner < 0 || status == cover.Limit {
			winner = r.at // if all of them stop
		}
		return false
	}
	for steps := int64(firstTurn); steps <= firstTurns; steps *= 2 {
		for _, r := range sweeps {
			if turn(r, steps) {
				return winner
			}
		}
	}
	var leader *runner
	for {
		least, all := math.Inf(1), int64(0)
		if leader != nil && leader.unusable {
			leader = nil
		}
		if leader != nil {
			least = leader.left() / 2 // estimates waver: a new leader must be much better
		}
		for _, r := range sweeps {
			if left := r.left(); !r.unusable && (leader == nil || left < least) {
				leader, least = r, left
			}
		}
		usable := 0
		for _, r := range field {
			all += r.steps
			if !r.unusable {
				usable++
			}
		}
		if usable == 0 {
			return winner
		}
		if leader != nil && turn(leader, max(firstTurns, leader.steps/4)) {
			return winner
		}
		for _, r := range field {
			if r == leader {
				continue
			}
			most, steps := all/8, all/8
			switch {
			case r.at < x.sweeps:
				most = all / 64
			case r.at == len(field)-1 && r.steps < promising: // the enumerator
				most, steps = all/3, all/3
			case leader == nil || least > hopeless:
				most, steps = all/4, all/4
			}
			if (r.steps+firstTurns <= most || leader == nil) && turn(r, max(firstTurns, steps)) {
				return winner
			}
		}
	}
}

// status returns how the contestant ended.
func (r *runner) status() cover.Status {
	switch c := r.contestant.(type) {
	case *sweeper:
		return c.clock.status
	case *coroutine:
		return c.stats.Status
	}
	return cover.Solved
}

// A sweeper is a sweep that takes part in a race.
type sweeper struct {
	rule  cover.Rule
	sweep *sweep
	clock clock
	begun bool
}

func (s *sweeper) name() string {
	if s.rule == Input {
		return "count_frontier"
	}
	return "count_frontier_" + string(s.rule)
}

func (s *sweeper) begin(ctx context.Context, limits cover.Limits) bool {
	s.clock, s.begun = newClock(ctx), true
	s.sweep.clock, s.sweep.pool.clock = &s.clock, &s.clock
	s.sweep.start(limits)
	return true
}

func (s *sweeper) turn(steps int64) bool {
	s.sweep.resume(steps)
	return s.sweep.done() || s.clock.stopped
}

func (s *sweeper) left() float64 {
	if !s.begun {
		return math.Inf(1)
	}
	return s.sweep.left()
}

func (s *sweeper) memory() int64 { return s.sweep.pool.held }

func (s *sweeper) result() cover.Stats {
	if !s.begun {
		return cover.Stats{}
	}
	s.begun = false
	return s.sweep.finish()
}

// left estimates the steps until the sweep ends. In the layers so far, the states were a power of
// the states that are possible, 2^width. The estimate assumes the same exponent from here on.
func (s *sweep) left() float64 {
	if s.done() {
		return 0
	}
	sum, n := 0.0, 0.0
	for k := s.at; k > 0 && n < 8; k-- {
		if s.widths[k] > 3 && s.levels[k].Nodes > 0 {
			sum += math.Log2(float64(s.levels[k].Nodes)+1) / float64(s.widths[k])
			n++
		}
	}
	exponent := 0.7
	if n > 0 {
		exponent = sum / n
	}
	each := float64(s.effort+stateSteps) / float64(s.total.Nodes+1)
	left := 0.0
	for k := s.at; k < len(s.layers); k++ {
		left += math.Exp2(exponent*float64(s.widths[k])) * each
	}
	return left
}

// A coroutine is a search that takes part in a race. It is stopped in the middle of its work when
// its turn is over, and goes on from there.
type coroutine struct {
	label string
	p     *cover.Problem
	cost  int64 // the steps of one unit of its work
	make  func(c *coroutine) func(ctx context.Context, limits cover.Limits) cover.Stats

	run    func(ctx context.Context, limits cover.Limits) cover.Stats // nil before the first run
	failed bool                                                       // it does not take the problem
	next   func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
	until  int64 // units
	stats  cover.Stats
	memo   *memoSearch // or nil
}

func (c *coroutine) name() string { return c.label }

func (c *coroutine) begin(ctx context.Context, limits cover.Limits) bool {
	if c.run == nil && !c.failed {
		c.run = c.make(c)
		c.failed = c.run == nil
	}
	if c.failed {
		return false
	}
	c.until, c.stats = 0, cover.Stats{}
	c.next, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		if yield(struct{}{}) {
			c.stats = c.run(ctx, limits)
		}
	})
	c.next()
	return true
}

func (c *coroutine) turn(steps int64) bool {
	c.until += 1 + steps/c.cost
	_, more := c.next()
	return !more
}

func (*coroutine) left() float64 { return math.Inf(1) }

func (c *coroutine) memory() int64 {
	if c.memo != nil {
		return c.memo.table.bytes()
	}
	return 0
}

func (c *coroutine) result() cover.Stats {
	if c.stop != nil {
		c.stop()
		c.next, c.stop, c.yield = nil, nil, nil
	}
	return c.stats
}

// memoCost and enumeratorCost are estimates of the steps of an update and of a node.
func memoCost(p *cover.Problem) int64       { return 100 + int64(p.Options()/16+p.Entries()/32) }
func enumeratorCost(p *cover.Problem) int64 { return 60 + int64(p.Options()/32) }

func memoRun(c *coroutine) func(context.Context, cover.Limits) cover.Stats {
	x, err := newMemo(c.p)
	if err != nil {
		return nil
	}
	c.memo = x
	return func(ctx context.Context, limits cover.Limits) cover.Stats {
		x.clock = newClock(ctx)
		x.begin(limits)
		x.until = c.until
		x.pause = func() {
			if !c.yield(struct{}{}) {
				x.clock.stopAt(cover.Timeout)
			}
			x.until = c.until
		}
		return x.finish(x.root())
	}
}

// run makes the search of the enumerator. It pauses when it looks at its context.
func (b best) run(c *coroutine) func(context.Context, cover.Limits) cover.Stats {
	search, err := cover.Prepare(b.enumerator, c.p)
	if err != nil {
		return nil
	}
	return func(ctx context.Context, limits cover.Limits) cover.Stats {
		var over atomic.Bool
		guided := cover.Guided(&cover.Trace{Stop: &over, Look: func(nodes int64) int {
			if nodes >= c.until && !over.Load() && !c.yield(struct{}{}) {
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
		return search.Run(ctx, guided, nil)
	}
}
