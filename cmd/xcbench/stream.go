package main

import (
	"cmp"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"xcbench/format"
)

// A stream answers puzzles on several cores, and writes the answers in the order of the puzzles. It
// takes them in batches, because an answer may take less time than a switch of goroutines. A goroutine
// for each batch collects the text of its answers, and writes it after that of the batch before.
type stream struct {
	answer  func(*answer, numbered) error
	out     io.Writer
	running []*answer    // each has the memory of one worker
	idle    chan *answer // those of them that no batch has
	next    *batch       // that add fills
	free    chan *batch  // to be next; so there are few of them; nil is a new one

	err atomic.Pointer[error] // the first error in order; it ends the stream
}

// numbered is a puzzle and its place in the stream, from 0.
type numbered struct {
	name   string
	puzzle *format.Puzzle
	number int
}

const (
	batchSize  = 256     // the most puzzles of a batch
	fewest     = 16      // the puzzles of a batch while a worker has nothing to do
	mostText   = 1 << 20 // bytes of text of a batch, beyond which its worker waits for its turn
	flushAfter = 20 * time.Millisecond
)

// newStream returns a stream that calls answer for every puzzle, in at most the given number of
// goroutines at a time. The answer writes to its batch.
func newStream(workers int, out io.Writer, solve func(*answer, numbered) error) *stream {
	s := &stream{answer: solve, out: out, idle: make(chan *answer, workers), free: make(chan *batch, 4*workers)}
	for range workers {
		s.running = append(s.running, &answer{})
		s.idle <- s.running[len(s.running)-1]
	}
	for range cap(s.free) {
		s.free <- nil
	}
	s.next = s.taken()
	s.next.before = make(chan struct{})
	close(s.next.before)
	return s
}

// add adds a puzzle. The error is of an earlier one. add waits while many answers are missing.
func (s *stream) add(p numbered) error {
	s.next.puzzles = append(s.next.puzzles, p)
	if n := len(s.next.puzzles); n < fewest || n < batchSize && len(s.idle) == 0 {
		return nil
	}
	return s.dispatch()
}

// dispatch hands the puzzles so far to a worker. It does not wait for the answers.
func (s *stream) dispatch() error {
	if b := s.next; len(b.puzzles) > 0 {
		go b.work(<-s.idle)
		s.next = s.taken()
		s.next.before = b.written
	}
	return s.failed()
}

// settle waits until all answers so far are written.
func (s *stream) settle() error {
	s.dispatch()
	<-s.next.before
	return s.failed()
}

// fail ends the stream, unless it has an error before this one.
func (s *stream) fail(err error) {
	if err != nil {
		s.err.CompareAndSwap(nil, &err)
	}
}

func (s *stream) failed() error {
	if err := s.err.Load(); err != nil {
		return *err
	}
	return nil
}

// A batch has some puzzles and the text of their answers. It is the output of its worker.
type batch struct {
	stream          *stream
	puzzles         []numbered
	before, written chan struct{} // closed when the batch before, and this one, are written

	mu    sync.Mutex
	text  []byte      // not written yet
	flush *time.Timer // writes it, if there is some
}

// batch returns a batch with the memory of an earlier one.
func (s *stream) batch(puzzles []numbered, text []byte) *batch {
	return &batch{stream: s, puzzles: puzzles, text: text, written: make(chan struct{})}
}

// taken returns the next batch, and makes it if it is new.
func (s *stream) taken() *batch {
	if b := <-s.free; b != nil {
		return b
	}
	return s.batch(nil, nil)
}

// work answers the puzzles. After an error in an earlier batch, nothing more is answered.
func (b *batch) work(a *answer) {
	a.out = b
	err := b.stream.failed()
	for k := 0; k < len(b.puzzles) && err == nil; k++ {
		err = cmp.Or(b.stream.answer(a, b.puzzles[k]), b.stream.failed())
	}
	b.stream.idle <- a
	b.Wait()
	b.stream.fail(err)
	clear(b.puzzles) // what they point to may take much memory
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stream.free <- b.stream.batch(b.puzzles[:0], b.text)
	b.text = nil
	close(b.written)
}

// Write returns the error of the stream. The text is written flushAfter later at the latest, if it is the
// batch's turn, even in the middle of a search.
func (b *batch) Write(text []byte) (int, error) {
	b.mu.Lock()
	if len(b.text) == 0 {
		b.flush = time.AfterFunc(flushAfter, func() { b.Wait() })
	}
	b.text = append(b.text, text...)
	full := len(b.text) >= mostText
	b.mu.Unlock()
	if full {
		b.Wait()
	}
	return len(text), b.stream.failed()
}

// Wait waits until everything before is written.
func (b *batch) Wait() error {
	<-b.before
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.text) > 0 {
		b.flush.Stop() // or each of many short batches wakes a goroutine
	}
	if len(b.text) > 0 && b.stream.failed() == nil {
		_, err := b.stream.out.Write(b.text)
		b.stream.fail(err)
	}
	b.text = b.text[:0]
	return b.stream.failed()
}
