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
// the order of a node's children does not depend on what was searched before.
//
// # Where one worker does all
//
// What limits allow depends on the order of the search, so a run with limits is that of
// the solver itself, and so is one with a trace. All others begin with one worker, too, and the
// rest is called after a while (see alone).
//
// The package imports cover and nothing else of this module. Start reading at
// [New]; worker.go has the walk, pool.go the giving and taking, pace.go says at which nodes.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"time"

	"xcbench/cover"
)

// New returns a solver that does what s does with this many workers, or, for 0, as many as
// GOMAXPROCS says at the time. Its visitor is called by all of them: by one at a
// time, and in no order that could be relied on.
func New(s cover.Solver, workers int) cover.Solver { return solver{s, workers, alone} }

type solver struct {
	inner   cover.Solver
	workers int
	alone   time.Duration
}

// alone is how long a run goes on before the other workers are called, so that short runs
// do not pay for them.
const alone = 5 * time.Millisecond

// setups is how many times as long as its setup the first run goes on alone: the other
// workers have to be set up, too, and if the search ends meanwhile that was in vain.
const setups = 20

// search keeps its workers for the next run.
type search struct {
	solver
	p     *cover.Problem
	setup time.Duration
	pool  *pool
	crew  []*worker // the first one is there from the beginning
}

func (s solver) Prepare(p *cover.Problem) (cover.Search, error) {
	began := time.Now()
	first, err := s.inner.Prepare(p)
	if err != nil {
		return nil, err
	}
	x := &search{solver: s, p: p, setup: time.Since(began), pool: newPool()}
	x.crew = []*worker{newWorker(x.pool, p)}
	x.crew[0].search = first
	return x, nil
}

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	workers := x.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	first := x.crew[0]
	if workers == 1 || limits != (cover.Limits{}) || cover.Traced(ctx) {
		return first.search.Run(ctx, limits, visit)
	}
	began := time.Now()
	var others sync.WaitGroup
	defer others.Wait()
	for _, w := range x.crew {
		w.forget()
	}
	x.pool.begin(ctx, visit, x.patience(workers), func() int { x.launch(workers, &others); return workers })
	x.pool.guard(first.work)
	others.Wait()
	x.pool.rethrow()
	if x.pool.launch != nil { // nobody was called
		return first.last
	}
	stats := x.pool.sum(x.crew)
	stats.Search = time.Since(began)
	return stats
}

// patience is how long this run goes on alone.
func (x *search) patience(workers int) time.Duration {
	if len(x.crew) >= workers {
		return x.alone
	}
	return max(x.alone, setups*x.setup)
}

// launch starts all workers but the first.
func (x *search) launch(workers int, others *sync.WaitGroup) {
	for len(x.crew) < workers {
		x.crew = append(x.crew, newWorker(x.pool, x.p))
	}
	for _, w := range x.crew[1:workers] {
		others.Go(func() {
			x.pool.guard(func() {
				if w.search == nil {
					search, err := x.inner.Prepare(x.p)
					if err != nil {
						panic(err) // it did not refuse the first time
					}
					w.search = search
				}
				w.work()
			})
		})
	}
}
