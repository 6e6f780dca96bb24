package main

import (
	"io"
	"sync"

	"xcbench/format"
)

// crew answers a stream of puzzles on several cores, and prints the answers in the order of the
// puzzles. Puzzles are handed to the workers in batches, because a sudoku takes less time than a
// switch of goroutines. The workers start when they are needed.
//
//	add -> batch -> queue -> workers -> turns -> output
type crew struct {
	workers int // at most
	answer  func(a *answer, p numbered) error
	out     io.Writer

	batch   []numbered
	queue   chan task
	order   chan *turn
	last    *turn     // the newest turn
	running []*answer // each has the memory of one worker
	working sync.WaitGroup
	written chan struct{} // closed when all turns are written

	mu  sync.Mutex
	err error // the first error in order; it ends the stream
}

// numbered is a puzzle and its place in the stream, from 0.
type numbered struct {
	name   string
	puzzle *format.Puzzle
	number int
}

// task is a batch and the turn that its answers take.
type task struct {
	batch []numbered
	turn  *turn
}

const (
	batchSize = 64
	mostKept  = 1 << 20 // bytes of answers that a turn keeps
)

// newCrew returns a crew that calls answer for every puzzle, in at most the given number of
// goroutines at a time. Each has an answer of its own.
func newCrew(workers int, out io.Writer, answer func(*answer, numbered) error) *crew {
	return &crew{workers: workers, answer: answer, out: out, queue: make(chan task, workers),
		order: make(chan *turn, 4*workers), written: make(chan struct{})}
}

// add adds a puzzle to the stream. The error is of an earlier puzzle.
func (c *crew) add(name string, puzzle *format.Puzzle) error {
	number := 0
	if c.last != nil {
		number = c.last.until
	}
	if c.batch == nil {
		c.batch = make([]numbered, 0, batchSize)
	}
	c.batch = append(c.batch, numbered{name, puzzle, number + len(c.batch)})
	if len(c.batch) < batchSize {
		return nil
	}
	return c.dispatch()
}

// dispatch hands the puzzles so far to the workers. It does not wait for the answers.
func (c *crew) dispatch() error {
	if len(c.batch) == 0 {
		return c.failed()
	}
	t := &turn{out: c.out, until: c.batch[len(c.batch)-1].number + 1, first: make(chan struct{}),
		answered: make(chan struct{}), written: make(chan struct{})}
	if c.last == nil {
		go c.write()
	}
	c.last = t
	if len(c.running) < c.workers {
		a := new(answer)
		c.running = append(c.running, a)
		c.working.Go(func() { c.work(a) })
	}
	c.order <- t
	c.queue <- task{c.batch, t}
	c.batch = nil
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

// end waits until all puzzles are answered, and returns the first error.
func (c *crew) end() error {
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
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// work answers batches. After an error in an earlier turn, nothing more is answered.
func (c *crew) work(a *answer) {
	for t := range c.queue {
		a.out = t.turn
		for _, p := range t.batch {
			if t.turn.err = c.failed(); t.turn.err == nil {
				t.turn.err = c.answer(a, p)
			}
			if t.turn.err != nil {
				break
			}
		}
		close(t.turn.answered)
	}
}

// write writes the turns in order.
func (c *crew) write() {
	for t := range c.order {
		close(t.first)
		<-t.answered
		err := t.drain()
		c.mu.Lock()
		if c.err == nil && t.err != nil {
			c.err = t.err
		} else if c.err == nil {
			c.err = err
		}
		c.mu.Unlock()
		close(t.written)
	}
	close(c.written)
}

// turn is the output of a batch. It keeps the text until the batches before it are answered, and
// then passes it on.
type turn struct {
	out      io.Writer
	until    int           // the number of the puzzle after the batch
	first    chan struct{} // closed when the batches before are written
	answered chan struct{} // closed by the worker
	written  chan struct{} // closed when the text is written

	kept []byte
	err  error
}

func (t *turn) Write(text []byte) (int, error) {
	select {
	case <-t.first:
	default:
		if len(t.kept)+len(text) <= mostKept {
			t.kept = append(t.kept, text...)
			return len(text), nil
		}
	}
	if err := t.wait(); err != nil {
		return 0, err
	}
	return t.out.Write(text)
}

// wait waits until the batches before are written, and passes on the text so far.
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
