package main

import (
	"cmp"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"xcbench/format"
)

// crew answers a stream of puzzles on several cores, and prints the answers in the order of the
// puzzles. Puzzles are handed to the workers in turns, because a sudoku takes less time than a
// switch of goroutines. The workers start when they are needed. Turns are used again, with their
// memory.
//
//	add -> next -> queue -> workers -> order -> output
//	         \_____________ free ______________/
type crew struct {
	workers int // at most
	answer  func(a *answer, p numbered) error
	out     io.Writer

	added   int   // the number of puzzles so far
	next    *turn // being filled, or nil
	last    *turn // the newest turn that has been handed over, or nil
	queue   chan *turn
	order   chan *turn
	free    chan *turn
	running []*answer // each has the memory of one worker
	working sync.WaitGroup
	written chan struct{} // closed when all turns are written

	err atomic.Pointer[error] // the first error in order; it ends the stream
}

// numbered is a puzzle and its place in the stream, from 0.
type numbered struct {
	name   string
	puzzle *format.Puzzle
	number int
}

const (
	batchSize = 256     // the most puzzles of a turn
	fewest    = 16      // the puzzles of a turn while a worker has nothing to do
	mostKept  = 1 << 20 // bytes of answers that a turn keeps
)

// newCrew returns a crew that calls answer for every puzzle, in at most the given number of
// goroutines at a time. Each has an answer of its own.
func newCrew(workers int, out io.Writer, answer func(*answer, numbered) error) *crew {
	turns := 4 * workers
	return &crew{workers: workers, answer: answer, out: out, queue: make(chan *turn, workers),
		order: make(chan *turn, turns), free: make(chan *turn, turns), written: make(chan struct{})}
}

// add adds a puzzle to the stream. The error is of an earlier puzzle.
func (c *crew) add(name string, puzzle *format.Puzzle) error {
	if c.next == nil {
		c.next = c.newTurn()
	}
	t := c.next
	if len(t.puzzles) == fewest { // it becomes a large turn
		t.puzzles = slices.Grow(t.puzzles, batchSize-fewest)
	}
	t.puzzles = append(t.puzzles, numbered{name, puzzle, c.added})
	c.added++
	if n := len(t.puzzles); n < fewest || n < batchSize && len(c.queue) > 0 {
		return nil
	}
	return c.dispatch()
}

// newTurn returns an empty turn, with the memory of one that has been written if possible.
func (c *crew) newTurn() *turn {
	var t *turn
	select {
	case t = <-c.free:
	default:
		t = new(turn)
	}
	*t = turn{out: c.out, first: make(chan struct{}), answered: make(chan struct{}), written: make(chan struct{}),
		puzzles: t.puzzles[:0], kept: t.kept[:0]}
	return t
}

// dispatch hands the puzzles so far to the workers. It does not wait for the answers.
func (c *crew) dispatch() error {
	if c.next == nil {
		return c.failed()
	}
	if c.last == nil {
		go c.write()
	}
	t := c.next
	c.last, c.next = t, nil
	if len(c.running) < c.workers {
		a := new(answer)
		c.running = append(c.running, a)
		c.working.Go(func() { c.work(a) })
	}
	c.order <- t
	c.queue <- t
	return c.failed()
}

// settle waits until all answers so far are written.
func (c *crew) settle() error {
	c.dispatch()
	if c.last != nil {
		<-c.last.written
	}
	return c.failed()
}

// end waits until all puzzles are answered, and returns the first error. If no puzzle has been
// handed over so far, the calling goroutine answers them: starting others takes 0.1 ms.
func (c *crew) end() error {
	if t := c.next; c.last == nil && t != nil {
		a := new(answer)
		c.next, c.running = nil, append(c.running, a)
		close(t.first)
		c.fill(t, a)
		return cmp.Or(t.err, t.drain())
	}
	c.dispatch()
	close(c.queue)
	close(c.order)
	c.working.Wait()
	if c.last != nil {
		<-c.written
	}
	return c.failed()
}

func (c *crew) failed() error {
	if err := c.err.Load(); err != nil {
		return *err
	}
	return nil
}

// work answers turns. After an error in an earlier turn, nothing more is answered.
func (c *crew) work(a *answer) {
	for t := range c.queue {
		c.fill(t, a)
		close(t.answered)
	}
}

// fill answers the puzzles of a turn.
func (c *crew) fill(t *turn, a *answer) {
	a.out = t
	for _, p := range t.puzzles {
		if t.err = c.failed(); t.err == nil {
			t.err = c.answer(a, p)
		}
		if t.err != nil {
			return
		}
	}
}

// write writes the turns in order.
func (c *crew) write() {
	for t := range c.order {
		close(t.first)
		<-t.answered
		if err := cmp.Or(t.err, t.drain()); err != nil {
			c.err.CompareAndSwap(nil, &err)
		}
		clear(t.puzzles) // the next ones may take much memory
		close(t.written)
		select {
		case c.free <- t:
		default:
		}
	}
	close(c.written)
}

// turn is a batch of puzzles and their answers. It keeps the text until the turns before it are
// written, and then passes it on.
type turn struct {
	out      io.Writer
	first    chan struct{} // closed when the turns before are written
	answered chan struct{} // closed by the worker
	written  chan struct{} // closed when the text is written

	puzzles []numbered
	kept    []byte // the text so far
	err     error
}

func (t *turn) Write(text []byte) (int, error) {
	select {
	case <-t.first:
	default:
		if len(t.kept)+len(text) <= mostKept {
			if len(t.kept) == 0 { // most answers are as long as the first
				t.kept = slices.Grow(t.kept, min(mostKept, len(text)*len(t.puzzles)))
			}
			t.kept = append(t.kept, text...)
			return len(text), nil
		}
	}
	if err := t.wait(); err != nil {
		return 0, err
	}
	return t.out.Write(text)
}

// wait waits until the turns before are written, and passes on the text so far.
func (t *turn) wait() error {
	<-t.first
	return t.drain()
}

func (t *turn) drain() error {
	if len(t.kept) == 0 {
		return nil
	}
	_, err := t.out.Write(t.kept)
	t.kept = t.kept[:0]
	return err
}
