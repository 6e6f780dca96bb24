// Package stream answers a stream of items on several cores, and writes the answers in the order of the
// items. Start reading at [Crew].
package stream

import (
	"cmp"
	"io"
	"slices"
	"sync"
	"sync/atomic"
)

// Crew answers items of type T on several cores. Each worker has a state of type W. Items are handed to
// the workers in turns, because an answer may take less time than a switch of goroutines. The workers
// start when they are needed. Turns are used again, with their memory.
//
//	add -> next -> queue -> workers -> order -> output
//	         \_____________ free ______________/
type Crew[T, W any] struct {
	workers int // at most
	answer  func(w *W, t *Turn, item T) error
	out     io.Writer

	next    *turn[T] // being filled, or nil
	last    *turn[T] // the newest turn that has been handed over, or nil
	queue   chan *turn[T]
	order   chan *turn[T]
	free    chan *turn[T]
	running []*W // each has the memory of one worker
	working sync.WaitGroup
	written chan struct{} // closed when all turns are written

	err atomic.Pointer[error] // the first error in order; it ends the stream
}

const (
	batchSize = 256     // the most items of a turn
	fewest    = 16      // the items of a turn while a worker has nothing to do
	mostKept  = 1 << 20 // bytes of answers that a turn keeps
)

// NewCrew returns a crew that calls answer for every item, in at most the given number of goroutines at
// a time. The answer writes to its turn.
func NewCrew[T, W any](workers int, out io.Writer, answer func(w *W, t *Turn, item T) error) *Crew[T, W] {
	turns := 4 * workers
	return &Crew[T, W]{workers: workers, answer: answer, out: out, queue: make(chan *turn[T], turns),
		order: make(chan *turn[T], turns), free: make(chan *turn[T], turns), written: make(chan struct{})}
}

// Add adds an item to the stream. The error is of an earlier one. Add waits while many answers are
// missing.
func (c *Crew[T, W]) Add(item T) error {
	if c.next == nil {
		c.next = c.newTurn()
	}
	t := c.next
	if len(t.items) == fewest { // it becomes a large turn
		t.items = slices.Grow(t.items, batchSize-fewest)
	}
	t.items = append(t.items, item)
	if n := len(t.items); n < fewest || n < batchSize && len(c.queue) > 0 {
		return nil
	}
	return c.Dispatch()
}

// newTurn returns an empty turn, with the memory of one that has been written if possible.
func (c *Crew[T, W]) newTurn() *turn[T] {
	var t *turn[T]
	select {
	case t = <-c.free:
	default:
		t = new(turn[T])
	}
	*t = turn[T]{Turn{out: c.out, first: make(chan struct{}), kept: t.kept[:0]}, t.items[:0], make(chan struct{}),
		make(chan struct{}), nil}
	return t
}

// Dispatch hands the items so far to the workers. It does not wait for the answers.
func (c *Crew[T, W]) Dispatch() error {
	if c.next == nil {
		return c.failed()
	}
	if c.last == nil {
		go c.write()
	}
	t := c.next
	c.last, c.next = t, nil
	if len(c.running) < c.workers {
		w := new(W)
		c.running = append(c.running, w)
		c.working.Go(func() { c.work(w) })
	}
	c.order <- t
	c.queue <- t
	return c.failed()
}

// Settle waits until all answers so far are written.
func (c *Crew[T, W]) Settle() error {
	c.Dispatch()
	if c.last != nil {
		<-c.last.written
	}
	return c.failed()
}

// End waits until all items are answered, and returns the first error. If no item has been
// handed over so far, the calling goroutine answers them: starting others takes 0.1 ms.
func (c *Crew[T, W]) End() error {
	if t := c.next; c.last == nil && t != nil {
		w := new(W)
		c.next, c.running = nil, append(c.running, w)
		close(t.first)
		c.fill(t, w)
		return cmp.Or(t.err, t.drain())
	}
	c.Dispatch()
	close(c.queue)
	close(c.order)
	c.working.Wait()
	if c.last != nil {
		<-c.written
	}
	return c.failed()
}

// Workers returns the states of the workers, once the stream has ended.
func (c *Crew[T, W]) Workers() []*W { return c.running }

func (c *Crew[T, W]) failed() error {
	if err := c.err.Load(); err != nil {
		return *err
	}
	return nil
}

// work answers turns. After an error in an earlier turn, nothing more is answered.
func (c *Crew[T, W]) work(w *W) {
	for t := range c.queue {
		c.fill(t, w)
		close(t.answered)
	}
}

// fill answers the items of a turn.
func (c *Crew[T, W]) fill(t *turn[T], w *W) {
	t.answers = len(t.items)
	for _, item := range t.items {
		if t.err = c.failed(); t.err == nil {
			t.err = c.answer(w, &t.Turn, item)
		}
		if t.err != nil {
			return
		}
	}
}

// write writes the turns in order.
func (c *Crew[T, W]) write() {
	for t := range c.order {
		close(t.first)
		<-t.answered
		if err := cmp.Or(t.err, t.drain()); err != nil {
			c.err.CompareAndSwap(nil, &err)
		}
		clear(t.items) // the next ones may take much memory
		close(t.written)
		select {
		case c.free <- t:
		default:
		}
	}
	close(c.written)
}

// turn is a batch of items and their answers.
type turn[T any] struct {
	Turn
	items    []T
	answered chan struct{} // closed by the worker
	written  chan struct{} // closed when the text is written
	err      error
}

// Turn is the output of some answers. It keeps the text until the answers before it are written, and
// then passes it on.
type Turn struct {
	out     io.Writer
	first   chan struct{} // closed when the turns before are written
	kept    []byte        // the text so far
	answers int           // that come, at most
}

func (t *Turn) Write(text []byte) (int, error) {
	select {
	case <-t.first:
	default:
		if len(t.kept)+len(text) <= mostKept {
			if len(t.kept) == 0 { // most answers are as long as the first
				t.kept = slices.Grow(t.kept, min(mostKept, len(text)*t.answers))
			}
			t.kept = append(t.kept, text...)
			return len(text), nil
		}
	}
	if err := t.Wait(); err != nil {
		return 0, err
	}
	return t.out.Write(text)
}

// Wait waits until the turns before are written, and passes on the text so far.
func (t *Turn) Wait() error {
	<-t.first
	return t.drain()
}

func (t *Turn) drain() error {
	if len(t.kept) == 0 {
		return nil
	}
	_, err := t.out.Write(t.kept)
	t.kept = t.kept[:0]
	return err
}
