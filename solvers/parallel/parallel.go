// Package parallel lets several workers share the search of any solver. Together they search the
// tree of one worker, with the same counters to the last digit.
//
// Each worker has a search of its own, prepared by the solver. The first worker starts at the root.
// A worker without work asks for a job. The first of the others to notice, at one of its next nodes
// (see pace), makes the job: it gives away untried children of one of its nodes. It does so on the
// highest level where it has not done so yet, since subtrees are largest near the root.
//
//	level 0          ○           The worker is at ●. It keeps its own node of level 1 and
//	               ╱ │ ╲         gives away the two on the right: path 0, from 1. These are
//	level 1       ○  ▫  ▫        the children of the root with index 1 and above.
//	             ╱ │ ╲           The next job that it makes is the node to the right of ●:
//	level 2     ·  ●  ·          path 0 0, from 2.
//
// A job names nodes by their sibling indices, counted from 0. These are the same in all searches.
// The worker that takes the job starts at the root too. By means of a [cover.Trace] its search
// leaves out every node that is neither on the path nor part of the job. The worker may give away
// part of the job in turn. A worker also leaves out the nodes that it gave away, when it comes to
// them.
//
// # Counters
//
// A search that enters a node makes all updates of that node, even the updates for children that
// are left out. The nodes of a job are on one level and below. The updates above that level were
// made, and counted, by other workers. So each run counts from the level of its job down, and the
// sum over all runs has each node and each update once.
//
// The solver must meet two conditions:
//
//   - It goes on where a node is left out.
//   - The updates at a node and the order of its children do not depend on what it searched before.
//
// # Runs of one worker
//
// Which nodes a limit allows depends on the order of the search. So runs with limits, and runs with
// a trace, are runs of the solver's own search.
//
// The first other run begins with one worker as well, and most searches end before a second worker
// would be awake. If this one does not end after a while (see alone), it begins anew with all workers.
// Later runs make the same search, so they begin as the first one ended.
//
// Start reading at [New]. worker.go has the walk, pool.go has the jobs, and pace.go decides about
// which nodes a search asks.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"time"

	"xcbench/cover"
)

// New returns a solver that does what s does with so many workers. For 0, a run has as many workers
// as GOMAXPROCS says. The workers call the visitor one at a time, with solutions in any order.
func New(s cover.Solver, workers int) cover.Solver { return solver{s, workers, alone} }

type solver struct {
	inner   cover.Solver
	workers int
	alone   time.Duration
}

// alone is how long the first worker searches, besides the time that its setup took, before the run
// begins anew with all workers. Waking a worker and waiting for it can take 20 µs, and to set it up takes as long
// as the first one.
const alone = 500 * time.Microsecond

// search keeps its workers for the next run.
type search struct {
	solver
	p      *cover.Problem
	setup  time.Duration // the time to prepare the first worker
	known  length        // of all runs without limits, which make the same search
	first  worker
	others []*worker
	pool   pool
	busy   sync.WaitGroup // waits for the others
}

// length says whether a search ends while one worker searches alone.
type length int

const (
	unknown length = iota
	brief
	long
)

func (s solver) Capabilities() cover.Capabilities { return s.inner.Capabilities() }

func (s solver) Prepare(p *cover.Problem) (cover.Search, error) {
	began := time.Now()
	first, err := s.inner.Prepare(p)
	if err != nil {
		return nil, err
	}
	x := &search{solver: s, p: p, setup: time.Since(began)}
	x.pool.change.L = &x.pool.mu
	x.first.pool, x.first.search = &x.pool, first
	x.first.trace.Enter = x.first.enter
	return x, nil
}

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	began := time.Now()
	whole := cover.Limits{Levels: limits.Levels}
	team := x.team()
	if x.known == unknown && limits == whole && team > 1 {
		// The visitor sees nothing of a run that may begin anew.
		stats := x.first.search.Run(trial{ctx, began.Add(x.alone + x.setup)}, limits, nil)
		switch {
		case stats.Status == cover.Solved && visit == nil:
			x.known = brief
			return stats
		case stats.Status == cover.Solved:
			x.known = brief
		case ctx.Err() == nil:
			x.known = long
		}
	}
	if x.known == brief || limits != whole || team == 1 {
		return x.first.search.Run(ctx, limits, visit)
	}
	stats := x.together(ctx, visit, team)
	stats.Search = time.Since(began)
	return stats
}

// trial is a context that ends at a time, or with its parent.
type trial struct {
	context.Context
	until time.Time
}

func (t trial) Deadline() (time.Time, bool) {
	if deadline, ok := t.Context.Deadline(); ok && deadline.Before(t.until) {
		return deadline, true
	}
	return t.until, true
}

// team returns the number of workers, the first one included.
func (x *search) team() int {
	if x.workers > 0 {
		return x.workers
	}
	return runtime.GOMAXPROCS(0)
}

// together is a run by all workers. The first one is this goroutine and begins with the whole tree.
func (x *search) together(ctx context.Context, visit cover.Visitor, team int) cover.Stats {
	x.pool.open(ctx, visit, team)
	for len(x.others) < team-1 {
		w := &worker{pool: &x.pool}
		w.trace.Enter = w.enter
		x.others = append(x.others, w)
	}
	others := x.others[:team-1]
	defer func() { // even if the visitor panics
		x.pool.stop()
		x.busy.Wait()
	}()
	for _, w := range others {
		w.join(x.p)
		x.busy.Go(func() {
			x.pool.guard(func() {
				if w.search == nil {
					search, err := x.inner.Prepare(x.p)
					if err != nil {
						panic(err) // the solver has accepted the problem before
					}
					w.search = search
				}
				w.work()
			})
		})
	}
	x.first.join(x.p)
	x.first.do(job{path: []int32{0}})
	x.first.work()
	x.busy.Wait()
	x.pool.rethrow()
	return x.pool.sum(append(others[:len(others):len(others)], &x.first))
}
