// Package parallel makes any solver search with several workers at once: the same tree,
// and the same counters to the last digit.
//
// Each worker has a search of its own, prepared by the solver. The first one begins at
// the root. A worker with nothing to do asks for work, and the first to notice, at one of its next
// nodes (see pace), gives away the untried options on the level next to the root where it has
// not done so yet: there subtrees are largest.
//
//	level 0          ○           The giver is at ●. It keeps its own node of level 1
//	               ╱ │ ╲         and gives away the two to the right of it: path 0,
//	level 1       ○  ▫  ▫        from 1, that is the root's children from number 1 on.
//	             ╱ │ ╲           The next that it gives away is the one to the right
//	level 2     ·  ●  ·          of ●: path 0 0, from 2.
//
// A gift names nodes by their numbers among their siblings, which are the same in all
// searches. Its taker begins at the root too and, by means of a [cover.Trace], leaves out every
// node that is neither on the path nor given. It may give away part of that in turn. The giver leaves out
// what it gave away when it comes there.
//
// # Counters
//
// Whoever enters a node makes all the updates that belong to it, those for the way to
// children left out included. What a gift gives is all on one level or below; what its taker
// does above that level has been done, and counted, by others. So each run is counted from its
// gift's level down only, and the sum has each node and each update once.
//
// Two things are asked of a solver: that it goes on where a node is left out, and that
// the updates made at a node and the order of its children do not depend on what was searched before.
//
// # Where one worker does all
//
// What limits allow depends on the order of the search, so a run with limits is that of
// the solver itself, and so is one with a trace. All others begin with one worker too, which is
// asked about no node: short runs take no longer than those of the solver. After a while
// (see alone) the others are called. Then the first worker begins to number the nodes, counting from
// where it is, and one of the others, the scout, goes the same way from the root to find
// out where that was; with that, numbers are what they would be from the beginning.
//
// A search that is run again takes as long as before: if that was short, it is the solver's from then
// on, and if it was long, all workers begin at once.
//
// A search can be reset to another problem ([cover.Resetter]); where the solver's cannot, that is to prepare
// it again.
//
// The package imports cover and nothing else of this module. Start reading at
// [New]; worker.go has the walk, pool.go the giving and taking, pace.go says at which nodes.
package parallel

import (
	"context"
	"math"
	"runtime"
	"sync"
	"time"

	"xcbench/cover"
)

// New returns a solver that does what s does with this many workers, or, for 0, as many as
// GOMAXPROCS says at the time. Its visitor is called by all of them: by one at a
// time, and in no order that could be relied on.
func New(s cover.Solver, workers int) cover.Solver { return solver{s, workers, alone, setups} }

type solver struct {
	inner   cover.Solver
	workers int
	alone   time.Duration
	setups  time.Duration
}

// alone is how long a run goes on before the other workers are called, so that short runs
// do not pay for them: to wake a worker and to wait for it can take 20 µs.
const alone = 500 * time.Microsecond

// setups is how many times as long as its setup the first run goes on alone: the other
// workers have to be set up, too, and if the search ends meanwhile that was in vain.
const setups = 20

// search keeps its workers for the next run, and how long this one took: without limits, the next
// will be the same search.
type search struct {
	solver
	p     *cover.Problem
	setup time.Duration // of the first worker, for the first problem
	took  time.Duration // by all workers together; 0 if that is not known
	brief bool          // took is known, and less than alone
	last  time.Duration // what the last run took; 0 if learn has seen to it
	ended cover.Status  // how it did

	called bool          // the others are, in this run
	wait   time.Duration // how long the first worker goes on alone in this run; 0 before it looks at the clock
	began  time.Time     // when it did
	first  worker
	guide  cover.Trace // of the first worker's search until then
	pool   pool
	others []*worker
	away   sync.WaitGroup // for the others
}

func (s solver) Capabilities() cover.Capabilities { return s.inner.Capabilities() }

func (s solver) Prepare(p *cover.Problem) (cover.Search, error) {
	began := time.Now()
	first, err := s.inner.Prepare(p)
	if err != nil {
		return nil, err
	}
	x := &search{solver: s, p: p, setup: time.Since(began)}
	x.pool.change.L = &x.pool.mu
	x.first.pool, x.first.search, x.first.p = &x.pool, first, p
	x.first.ctx = cover.WithTrace(&x.pool, &cover.Trace{Enter: x.first.enter})
	x.guide = cover.Trace{Enter: x.first.enter, Look: x.look, Stop: &x.pool.stopped}
	return x, nil
}

// Reset keeps the workers; those that are not needed in the next runs are not reset.
func (x *search) Reset(p *cover.Problem) error {
	x.p, x.took, x.brief, x.last = p, 0, false, 0
	return x.first.set(x.inner, p)
}

// Run has little time: with 15 ns more, a search of 300 ns is 5% slower. What need not be done before the others are
// called, or before the next run, is done there. A trace of the context's needs no care in a first run, as it takes the place
// of the guide.
func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) (stats cover.Stats) {
	if x.last > 0 {
		x.learn()
	}
	known := x.took > 0 || x.alone == 0
	if x.brief || limits != (cover.Limits{}) || known && cover.Traced(ctx) {
		return x.first.search.Run(ctx, limits, visit)
	}
	x.wait = 0
	defer x.end() // also where the visitor panics
	visit = x.pool.begin(ctx, visit)
	if known && x.patience() == 0 {
		x.call(0)
		ctx = x.first.ctx
	}
	stats = x.first.search.Run(ctx, cover.Guided(&x.guide), visit)
	workers := 1
	if x.called {
		stats, workers = x.rest(stats), x.pool.workers
	}
	x.last, x.ended = stats.Search*time.Duration(workers), stats.Status
	return stats
}

// learn finds out from the last run how long the next will take.
func (x *search) learn() {
	if x.ended == cover.Solved {
		x.took = x.last
		x.brief = x.took < x.alone
	}
	x.last = 0
}

// rest does what is left when the first worker is through with its part, and adds it all up.
func (x *search) rest(first cover.Stats) cover.Stats {
	began := time.Now()
	x.first.count(first, 0)
	x.pool.whole()
	x.first.work()
	x.away.Wait()
	x.pool.rethrow()
	stats := x.pool.sum(append([]*worker{&x.first}, x.others[:x.pool.workers-1]...))
	stats.Search = first.Search + time.Since(began)
	return stats
}

// end ends the work of the others, if there is any left.
func (x *search) end() {
	if x.called {
		x.pool.stop()
		x.away.Wait()
		x.pool.stopped.Store(false) // the next run asks for it from its beginning
		x.called = false
	}
}

// look is called now and then by the search of the first worker.
func (x *search) look(nodes int64) (ask int) {
	if !x.called {
		if !x.late() {
			return -1
		}
		x.call(nodes)
	}
	return x.first.pace.ask
}

// late says whether the first worker is not to go on alone. The clock is not looked at before the first time, as
// that is a tenth of the time of the smallest searches.
func (x *search) late() bool {
	if x.wait == 0 {
		x.began, x.wait = time.Now(), x.patience()
	}
	return time.Since(x.began) >= x.wait
}

// patience is how long the first worker goes on alone.
func (x *search) patience() time.Duration {
	setup := x.setup
	if n := x.team() - 1; len(x.others) >= n && n > 0 && x.others[n-1].p == x.p {
		setup = 0
	}
	switch {
	case x.team() == 1:
		return math.MaxInt64
	case x.took > x.alone+setup: // so long will this run take, too
		return 0
	}
	return max(x.alone, x.setups*setup)
}

// team is how many workers there are to be.
func (x *search) team() int {
	if x.workers > 0 {
		return x.workers
	}
	return runtime.GOMAXPROCS(0)
}

// call calls the other workers when the first one has entered some nodes.
func (x *search) call(nodes int64) {
	team := x.team()
	x.first.join(x.p)
	x.first.follow(nodes)
	for len(x.others) < team-1 {
		w := &worker{pool: &x.pool}
		w.ctx = cover.WithTrace(&x.pool, &cover.Trace{Enter: w.enter})
		x.others = append(x.others, w)
	}
	x.pool.open(team, x.p.MaxDepth()+2)
	x.called = true
	if nodes == 0 {
		x.pool.locate(nil)
	}
	for k, w := range x.others[:team-1] {
		w.join(x.p)
		x.away.Go(func() {
			x.pool.guard(func() {
				if err := w.set(x.inner, x.p); err != nil {
					panic(err) // it did not refuse the first time
				}
				if k == 0 && nodes > 0 {
					w.scout(nodes)
				}
				w.work()
			})
		})
	}
}
