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
	stopped atomic.Bool

	_      [64]byte
	wanted atomic.Int32 // more gifts than there are; read at every node, so the cache line is its own
	_      [64]byte

	mu      sync.Mutex
	change  sync.Cond
	began   time.Time     // about when the first worker did
	alone   time.Duration // how long it goes on without the others
	launch  func() int    // starts them, and says how many workers there are then; nil once they are called
	workers int
	idle    int // workers that wait for a gift
	gifts   []gift
	done    bool // there is nothing more to do
	given   int  // gifts, in all runs

	showing sync.Mutex
	visit   cover.Visitor
	shown   int64 // solutions
	enough  bool  // for the visitor

	failed bool
	panic  any // what a worker panicked with; nil if it called runtime.Goexit
}

func newPool() *pool {
	p := &pool{}
	p.change.L = &p.mu
	return p
}

// begin makes the pool ready for a run by one worker.
func (p *pool) begin(ctx context.Context, visit cover.Visitor, alone time.Duration, launch func() int) {
	p.Context, p.visit, p.launch, p.alone, p.began = ctx, visit, launch, alone, time.Time{}
	p.stopped.Store(false)
	p.wanted.Store(0)
	if alone == 0 {
		p.wanted.Store(1)
	}
	p.workers, p.idle, p.done = 1, 0, false
	p.gifts = append(p.gifts[:0], whole)
	p.shown, p.enough = 0, false
	p.failed, p.panic = false, nil
}

// Err is what searches ask from time to time.
func (p *pool) Err() error {
	if p.stopped.Load() {
		return context.Canceled
	}
	return p.Context.Err()
}

// tick is told the time now and then. Up to the launch it is the first worker who tells it.
func (p *pool) tick(now time.Time) {
	switch {
	case p.launch == nil:
	case p.began.IsZero():
		p.began = now
	case now.Sub(p.began) >= p.alone:
		p.wanted.Store(1) // the others are called at the next node
	}
}

// answer is called by a worker that sees that gifts are wanted.
func (p *pool) answer(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.launch != nil {
		p.workers = p.launch()
		p.launch = nil
	}
	if p.idle > len(p.gifts) {
		p.gifts = append(p.gifts, w.split())
		p.given++
		p.change.Signal()
	}
	p.want()
}

// want tells the workers how many gifts are wanted; a call has to be answered first.
func (p *pool) want() {
	if p.launch == nil {
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
			p.change.Broadcast()
			break
		}
		p.want()
		p.change.Wait()
	}
	if p.done {
		return g, false
	}
	p.idle--
	g, p.gifts = p.gifts[0], p.gifts[1:]
	p.want()
	return g, true
}

// stop ends the run.
func (p *pool) stop() {
	p.stopped.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
	p.change.Broadcast()
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
