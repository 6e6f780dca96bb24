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
// hands the puzzles to its workers in batches, because an answer may take less time than a switch of
// goroutines. A batch has the text of its answers, and goes to a worker and to the writer:
//
//	add -> next -> queue -> workers
//	           \               | text
//	            -> order -> writer -> out
type stream struct {
	workers int // at most
	answer  func(*answer, numbered) error
	out     io.Writer

	next    *batch // that add fills, or nil
	queue   chan *batch
	order   chan *batch
	running []*answer      // each has the memory of one worker
	pending sync.WaitGroup // batches that are not written
	used    sync.Pool      // of batches, for their memory

	err atomic.Pointer[error] // the first error in order; it ends the stream
}

// numbered is a puzzle and its place in the stream, from 0.
type numbered struct {
	name   string
	puzzle *format.Puzzle
	number int
}

const (
	batchSize  = 256      // the most puzzles of a batch
	fewest     = 16       // the puzzles of a batch while a worker has nothing to do
	pieceSize  = 64 << 10 // bytes of text that are written without waiting for more
	mostText   = 1 << 20  // bytes of text of a batch, beyond which its worker waits for its turn
	flushAfter = 20 * time.Millisecond
)

// newStream returns a stream that calls answer for every puzzle, in at most the given number of
// goroutines at a time. The answer writes to its batch.
func newStream(workers int, out io.Writer, answer func(*answer, numbered) error) *stream {
	s := &stream{workers: workers, answer: answer, out: out, queue: make(chan *batch, 4*workers), order: make(chan *batch, 4*workers)}
	s.used.New = func() any {
		b := &batch{stream: s, ready: make(chan struct{}, 1)}
		b.moved.L = &b.mu
		return b
	}
	go s.write()
	return s
}

// add adds a puzzle. The error is of an earlier one. add waits while many answers are missing.
func (s *stream) add(p numbered) error {
	if s.next == nil {
		s.next = s.used.Get().(*batch)
	}
	s.next.puzzles = append(s.next.puzzles, p)
	if n := len(s.next.puzzles); n < fewest || n < batchSize && len(s.queue) > 0 {
		return nil
	}
	return s.dispatch()
}

// dispatch hands the puzzles so far to the workers. It does not wait for the answers.
func (s *stream) dispatch() error {
	if s.next == nil {
		return s.failed()
	}
	if len(s.running) < s.workers {
		a := &answer{}
		s.running = append(s.running, a)
		go s.work(a)
	}
	s.pending.Add(1)
	s.order <- s.next
	s.queue <- s.next
	s.next = nil
	return s.failed()
}

// settle waits until all answers so far are written.
func (s *stream) settle() error {
	s.dispatch()
	s.pending.Wait()
	return s.failed()
}

// end waits until all puzzles are answered, and returns the first error.
func (s *stream) end() error {
	defer close(s.order)
	defer close(s.queue)
	return s.settle()
}

func (s *stream) failed() error {
	if err := s.err.Load(); err != nil {
		return *err
	}
	return nil
}

// work answers batches. After an error in an earlier batch, nothing more is answered.
func (s *stream) work(a *answer) {
	for b := range s.queue {
		a.out = b
		err := s.failed()
		for k := 0; k < len(b.puzzles) && err == nil; k++ {
			if err = s.answer(a, b.puzzles[k]); err == nil {
				err = s.failed()
			}
		}
		b.mu.Lock()
		b.err, b.ended = err, true
		b.mu.Unlock()
		b.wake()
	}
}

// write writes the batches in order. A piece of text is written when it is large, and after
// flushAfter at the latest, even in the middle of a search.
func (s *stream) write() {
	for b := range s.order {
		for ended := false; !ended; ended = b.flush() {
			select {
			case <-b.ready:
			case <-time.After(flushAfter):
			}
		}
		clear(b.puzzles) // what they point to may take much memory
		b.puzzles, b.err, b.turn, b.ended = b.puzzles[:0], nil, false, false
		s.used.Put(b)
		s.pending.Done()
	}
}

// A batch has some puzzles and the text of their answers. It is the output of its worker.
type batch struct {
	stream  *stream
	puzzles []numbered
	ready   chan struct{} // tells the writer not to wait

	mu    sync.Mutex
	moved sync.Cond // the text has been written
	text  []byte    // not written yet
	turn  bool      // all batches before this one are written
	ended bool      // there is no more text
	err   error     // after the text
}

// flush writes the text so far, and reports whether it was the last of the batch.
func (b *batch) flush() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.stream.failed()
	if err == nil && len(b.text) > 0 {
		_, err = b.stream.out.Write(b.text)
	}
	if err = cmp.Or(err, b.err); err != nil {
		b.stream.err.CompareAndSwap(nil, &err)
	}
	b.text, b.turn = b.text[:0], true
	b.moved.Broadcast()
	return b.ended
}

// wake tells the writer that it need not wait for more text.
func (b *batch) wake() {
	select {
	case b.ready <- struct{}{}:
	default:
	}
}

// Write returns the error of the stream.
func (b *batch) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.text) >= mostText {
		b.moved.Wait()
	}
	if b.text = append(b.text, text...); len(b.text) >= pieceSize {
		b.wake()
	}
	return len(text), b.stream.failed()
}

// Wait waits until everything before is written.
func (b *batch) Wait() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.wake(); len(b.text) > 0 || !b.turn; b.moved.Wait() {
	}
	return b.stream.failed()
}
