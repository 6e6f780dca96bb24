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
// All other runs begin with one worker as well. At first its search asks about no node, so short
// runs take no longer than the solver's own. After a while (see alone) the worker calls the others.
// From then on it keeps sibling indices, but they are pending: they count from where the worker
// was. One of the others, the scout, repeats the first worker's way from the root to find out where
// that was. With this origin, pending indices can be resolved.
//
// A search that runs again takes as long as before. If it was short, the solver's own search runs
// from then on. If it was long, all workers start at once.
//
// A search can be reset to another problem ([cover.Resetter]). If the solver's searches cannot be
// reset, the problem is prepared again.
//
// Start reading at [New]. worker.go has the walk, pool.go has the jobs, and pace.go decides about
// which nodes a search asks.
package parallel

import (
	"context"
	"math"
	"runtime"
	"sync"
	"time"

	"xcbench/cover"
)

// New returns a solver that does what s does with so many workers. For 0, a run has as many workers
// as GOMAXPROCS says. The workers call the visitor one at a time, with solutions in any order.
func New(s cover.Solver, workers int) cover.Solver { return solver{s, workers, alone, setups} }

type solver struct {
	inner   cover.Solver
	workers int
	alone   time.Duration
	setups  time.Duration
}

// alone is how long the first worker searches before it calls the others. So short runs do not pay
// for them: waking a worker and waiting for it can take 20 µs.
const alone = 500 * time.Microsecond

// setups bounds how soon the first run calls the other workers: after so many times the setup of
// the first one. The others must be set up too, and that is in vain if the search ends meanwhile.
const setups = 20

// search keeps its workers for the next run. It also keeps the time that a run took, since every
// run without limits is the same search.
type search struct {
	solver
	p     *cover.Problem
	setup time.Duration // the time to prepare the first worker for the first problem
	took  time.Duration // the time of a whole search, summed over all workers; 0 if unknown
	brief bool          // took is known and less than alone
	last  time.Duration // the time of the last run; 0 once learn has read it
	ended cover.Status  // the status of the last run

	called bool          // the others take part in this run
	wait   time.Duration // how long the first worker searches alone; 0 until it reads the clock
	began  time.Time     // when it first read the clock
	first  worker
	guide  cover.Trace // the trace of the first worker's search in runs that it begins alone
	pool   pool
	others []*worker
	busy   sync.WaitGroup // waits for the others
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
	x.first.trace.Enter = x.first.enter
	x.guide = cover.Trace{Enter: x.first.enter, Look: x.look, Stop: &x.pool.stopped}
	return x, nil
}

// Reset keeps the workers. Only the first is reset now, and the others when they are called.
func (x *search) Reset(p *cover.Problem) error {
	x.p, x.took, x.brief, x.last = p, 0, false, 0
	return x.first.set(x.inner, p)
}

// Run defers bookkeeping until the other workers are called, or until the next run: 15 ns are 5% of
// the shortest search, which takes 300 ns.
func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) (stats cover.Stats) {
	if x.last > 0 {
		x.learn()
	}
	limits.Levels = nil // each worker has a profile
	if x.brief || limits != (cover.Limits{}) {
		return x.first.search.Run(ctx, limits, visit)
	}
	x.wait = 0
	defer x.end() // even if the visitor panics
	visit = x.pool.begin(ctx, visit)
	limits.Trace = &x.guide
	if (x.took > 0 || x.alone == 0) && x.patience() == 0 {
		x.call(0)
		ctx, limits.Trace = &x.pool, &x.first.trace
	}
	stats = x.first.search.Run(ctx, limits, visit)
	workers := 1
	if x.called {
		stats, workers = x.rest(stats), x.pool.workers
	}
	x.last, x.ended = stats.Search*time.Duration(workers), stats.Status
	return stats
}

// learn derives from the last run how long the next run will take.
func (x *search) learn() {
	if x.ended == cover.Solved {
		x.took = x.last
		x.brief = x.took < x.alone
	}
	x.last = 0
}

// rest finishes a run after the first worker's search has returned. The first worker takes jobs
// until there are none. Then rest adds up the statistics of all workers.
func (x *search) rest(first cover.Stats) cover.Stats {
	began := time.Now()
	x.first.count(first, 0)
	x.pool.firstDone()
	x.first.work()
	x.busy.Wait()
	x.pool.rethrow()
	stats := x.pool.sum(append([]*worker{&x.first}, x.others[:x.pool.workers-1]...))
	stats.Search = first.Search + time.Since(began)
	return stats
}

// end stops the other workers if they still have work.
func (x *search) end() {
	if x.called {
		x.pool.stop()
		x.busy.Wait()
		x.pool.stopped.Store(false) // the next run reads it from its first node on
		x.called = false
	}
}

// look is called from time to time by the search of the first worker. It returns the deepest level
// that the search must ask about.
func (x *search) look(nodes int64) (ask int) {
	if !x.called {
		if !x.late() {
			return -1
		}
		x.call(nodes)
	}
	return x.first.pace.ask
}

// late reports whether it is time to call the other workers. The first call starts the clock. Run
// does not do so, since reading the clock takes a tenth of the time of the shortest searches.
func (x *search) late() bool {
	if x.wait == 0 {
		x.began, x.wait = time.Now(), x.patience()
	}
	return time.Since(x.began) >= x.wait
}

// patience returns how long the first worker searches alone.
func (x *search) patience() time.Duration {
	setup := x.setup
	if n := x.team() - 1; len(x.others) >= n && n > 0 && x.others[n-1].p == x.p {
		setup = 0
	}
	switch {
	case x.team() == 1:
		return math.MaxInt64
	case x.took > x.alone+setup: // this run will take as long
		return 0
	}
	return max(x.alone, x.setups*setup)
}

// team returns the number of workers, the first one included.
func (x *search) team() int {
	if x.workers > 0 {
		return x.workers
	}
	return runtime.GOMAXPROCS(0)
}

// call starts the other workers. The first one has entered so many nodes without asking about them.
func (x *search) call(nodes int64) {
	team := x.team()
	x.first.join(x.p)
	x.first.follow(nodes)
	for len(x.others) < team-1 {
		w := &worker{pool: &x.pool}
		w.trace.Enter = w.enter
		x.others = append(x.others, w)
	}
	x.pool.open(team, x.p.MaxDepth()+2)
	x.called = true
	if nodes == 0 {
		x.pool.locate(nil)
	}
	for k, w := range x.others[:team-1] {
		w.join(x.p)
		x.busy.Go(func() {
			x.pool.guard(func() {
				if err := w.set(x.inner, x.p); err != nil {
					panic(err) // the solver has accepted the problem before
				}
				if k == 0 && nodes > 0 {
					w.scout(nodes)
				}
				w.work()
			})
		})
	}
}
