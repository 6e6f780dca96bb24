package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"xcbench/cover"
)

// pool connects the workers of a run. It is also the context of their searches: it ends with the
// caller's context, or when a worker stops the run.
type pool struct {
	context.Context
	visit   cover.Visitor
	shown   int64 // how many solutions the visitor has seen
	enough  bool  // the visitor wants no more
	showing sync.Mutex

	stopped atomic.Bool // the run must stop

	_      [64]byte
	wanted atomic.Int32 // how many jobs are missing; on its own cache line, as every node reads it
	_      [64]byte

	mu      sync.Mutex
	change  sync.Cond
	changes atomic.Int32 // counts the changes that waiting workers must see; changed under mu
	workers int          // how many workers take part
	idle    int          // how many workers wait for a job
	jobs    []job        // the jobs that no worker has taken
	done    bool         // nothing is left to do
	made    int          // how many jobs were made, in all runs

	failed bool // a worker panicked or called runtime.Goexit
	panic  any  // what a worker panicked with; nil if it called runtime.Goexit
}

// open prepares the pool for a run by so many workers. All but the first wait for a job.
func (p *pool) open(ctx context.Context, visit cover.Visitor, workers int) {
	p.Context, p.visit, p.shown, p.enough = ctx, visit, 0, false
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped.Store(false)
	p.wanted.Store(0)
	p.workers, p.idle, p.done = workers, 0, false
	p.jobs = p.jobs[:0]
	p.failed, p.panic = false, nil
}

// Err tells the searches, which call it from time to time, whether to stop.
func (p *pool) Err() error {
	if p.stopped.Load() {
		return context.Canceled
	}
	return p.Context.Err()
}

// answer makes a job of part of the worker's tree, if a job is still missing.
func (p *pool) answer(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle > len(p.jobs) {
		p.jobs = append(p.jobs, w.split())
		p.made++
		p.changed()
	}
	p.want()
}

// want publishes how many jobs are missing.
func (p *pool) want() { p.wanted.Store(int32(p.idle - len(p.jobs))) }

// take waits for a job. ok is false if there will be no more jobs: all workers wait for one, or the
// run stops.
func (p *pool) take() (j job, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	for len(p.jobs) == 0 && !p.done {
		if p.idle == p.workers {
			p.done = true
			p.changed()
			break
		}
		p.want()
		p.await()
	}
	if p.done {
		return j, false
	}
	p.idle--
	j, p.jobs = p.jobs[0], p.jobs[1:]
	p.want()
	return j, true
}

// moment is how long an idle worker polls for a job before it sleeps: about the time that waking it
// takes. Most jobs come within a few microseconds.
const moment = 50 * time.Microsecond

// await unlocks the pool until there is a change.
func (p *pool) await() {
	before := p.changes.Load()
	p.mu.Unlock()
	for began := time.Now(); p.changes.Load() == before && time.Since(began) < moment; {
		runtime.Gosched()
	}
	p.mu.Lock()
	if p.changes.Load() == before {
		p.change.Wait()
	}
}

// changed wakes the workers that wait for a change.
func (p *pool) changed() {
	p.changes.Add(1)
	p.change.Broadcast()
}

// stop ends the run.
func (p *pool) stop() {
	p.stopped.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
	p.changed()
}

// visitor returns the visitor for the searches of the workers.
func (p *pool) visitor() cover.Visitor {
	if p.visit == nil {
		return nil
	}
	return p.show
}

// show passes a solution to the caller's visitor, unless it wants no more.
func (p *pool) show(options []int) bool {
	p.showing.Lock()
	defer p.showing.Unlock()
	if p.enough {
		return false
	}
	p.shown++
	p.enough = true // stays true if the visitor panics
	p.enough = !p.visit(options)
	return !p.enough
}

// guard calls f. If f panics or calls runtime.Goexit, guard notes that and stops the run.
func (p *pool) guard(f func()) {
	ended := false
	defer func() {
		if !ended {
			value := recover()
			p.stop()
			p.mu.Lock()
			defer p.mu.Unlock()
			if !p.failed {
				p.failed, p.panic = true, value
			}
		}
	}()
	f()
	ended = true
}

// rethrow repeats in the caller's goroutine the panic or the Goexit of a worker.
func (p *pool) rethrow() {
	switch {
	case p.failed && p.panic == nil:
		runtime.Goexit()
	case p.failed:
		panic(p.panic)
	}
}

// sum adds up the statistics of the workers.
func (p *pool) sum(workers []*worker) cover.Stats {
	s := cover.Stats{Status: cover.Solved}
	for _, w := range workers {
		s.Add(w.counts)
		if w.counts.Status != "" {
			s.Status = w.counts.Status
		}
	}
	if p.visit != nil {
		s.Solutions = p.shown
	}
	if p.enough {
		s.Status = cover.Limit
	}
	return s
}
