package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"xcbench/cover"
)

// pool is where the workers of a run meet. It is also the context of their searches: the
// caller's, until one of them stops all.
type pool struct {
	context.Context
	visit   cover.Visitor
	shown   int64 // solutions
	enough  bool  // for the visitor
	showing sync.Mutex

	stopped atomic.Bool // false between runs

	_      [64]byte
	wanted atomic.Int32 // more gifts than there are; read at every node, so the cache line is its own
	_      [64]byte

	mu      sync.Mutex
	change  sync.Cond
	changes atomic.Int32 // how many there were; it changes with mu locked
	workers int          // that take part
	idle    int          // workers that wait for a gift
	gifts   []gift
	origin  []int32 // how many siblings the first worker had come to when it began to number them, by level
	located bool    // origin is known: before, the first worker cannot give anything away
	done    bool    // there is nothing more to do
	given   int     // gifts, in all runs

	failed bool
	panic  any // what a worker panicked with; nil if it called runtime.Goexit
}

// begin makes the pool ready for a run by one worker and returns the visitor of its search.
func (p *pool) begin(ctx context.Context, visit cover.Visitor) cover.Visitor {
	p.Context, p.visit, p.shown, p.enough = ctx, visit, 0, false
	return p.visitor()
}

// open makes the pool ready for so many workers.
func (p *pool) open(workers, depth int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wanted.Store(0)
	p.workers, p.idle, p.located, p.done = workers, 0, false, false
	p.gifts = p.gifts[:0]
	p.failed, p.panic = false, nil
	if len(p.origin) < depth {
		p.origin = make([]int32, depth)
	}
}

// locate says where the first worker was when it began to number its nodes.
func (p *pool) locate(origin []int32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	copy(p.origin, origin)
	p.located = true
	p.want()
}

// whole says that the first worker is through the tree, or would be had it not given parts away. If it never
// could, nothing is left to do.
func (p *pool) whole() {
	p.mu.Lock()
	located := p.located
	p.mu.Unlock()
	if !located {
		p.stop()
	}
}

// Err is what searches ask from time to time.
func (p *pool) Err() error {
	if p.stopped.Load() {
		return context.Canceled
	}
	return p.Context.Err()
}

// answer is called by a worker that sees that gifts are wanted.
func (p *pool) answer(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle > len(p.gifts) {
		p.gifts = append(p.gifts, w.split(p.origin))
		p.given++
		p.changed()
	}
	p.want()
}

// want tells the workers how many gifts are wanted.
func (p *pool) want() {
	if p.located {
		p.wanted.Store(int32(p.idle - len(p.gifts)))
	}
}

// take waits for a gift. It returns false when there will be none any more: when
// all workers wait, or the run is to stop.
func (p *pool) take() (g gift, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	for len(p.gifts) == 0 && !p.done {
		if p.idle == p.workers {
			p.done = true
			p.changed()
			break
		}
		p.want()
		p.await()
	}
	if p.done {
		return g, false
	}
	p.idle--
	g, p.gifts = p.gifts[0], p.gifts[1:]
	p.want()
	return g, true
}

// moment is for how long a worker looks out for a gift before it sleeps: about as long as to be woken takes.
// Most gifts are there after a few microseconds.
const moment = 50 * time.Microsecond

// await lets others have the pool until there is a change.
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

// changed tells those who wait.
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

// visitor is the one of the searches.
func (p *pool) visitor() cover.Visitor {
	if p.visit == nil {
		return nil
	}
	return p.show
}

// show shows a solution to the caller's visitor, unless that has enough.
func (p *pool) show(options []int) bool {
	p.showing.Lock()
	defer p.showing.Unlock()
	if p.enough {
		return false
	}
	p.shown++
	p.enough = true // also if it panics
	p.enough = !p.visit(options)
	return !p.enough
}

// guard calls f, and if that panics, or calls runtime.Goexit, ends the run.
func (p *pool) guard(f func()) {
	ended := false
	defer func() {
		if !ended {
			what := recover()
			p.stop()
			p.mu.Lock()
			defer p.mu.Unlock()
			if !p.failed {
				p.failed, p.panic = true, what
			}
		}
	}()
	f()
	ended = true
}

// rethrow does in the caller's goroutine what a worker did in its own.
func (p *pool) rethrow() {
	switch {
	case p.failed && p.panic == nil:
		runtime.Goexit()
	case p.failed:
		panic(p.panic)
	}
}

// sum adds up what the workers did.
func (p *pool) sum(crew []*worker) cover.Stats {
	s := cover.Stats{Status: cover.Solved}
	for _, w := range crew {
		s.Solutions += w.counts.Solutions
		if w.counts.Status != "" {
			s.Status = w.counts.Status
		}
		for k, l := range w.levels {
			if l == (cover.Level{}) {
				continue
			}
			for len(s.Levels) <= k {
				s.Levels = append(s.Levels, cover.Level{})
			}
			s.Levels[k].Nodes += l.Nodes
			s.Levels[k].Updates += l.Updates
			s.Nodes += l.Nodes
			s.Updates += l.Updates
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
