package main

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"xcbench/format"
)

// A stream answers puzzles on several cores, and writes the answers in the order of the puzzles. It
// hands the puzzles to its workers in batches, because an answer may take less time than a switch of
// goroutines. Each batch has a channel for its answers, and a channel of these channels keeps the
// order:
//
//	add -> next -> queue -> workers
//	           \                 \ pieces of text
//	            -----> order -----> write -> out
type stream struct {
	workers int // at most
	answer  func(*answer, numbered) error
	out     io.Writer

	next    []numbered // collected for the next batch
	queue   chan batch
	order   chan chan piece
	running []*answer // each has the memory of one worker
	written chan struct{}

	batches spare[numbered]
	texts   spare[byte]

	err atomic.Pointer[error] // the first error in order; it ends the stream
}

type batch struct {
	puzzles []numbered
	answers chan piece
}

// A piece is what a worker hands to the writer: text, an error after the text before it, or a
// channel to close when the text before it is written.
type piece struct {
	text    []byte
	err     error
	reached chan struct{}
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
	pieceSize  = 64 << 10 // bytes; no piece waits for more
	usualText  = 16 << 10 // bytes of the answers of a batch
	mostPieces = 16       // of a batch whose turn has not come
	flushAfter = 20 * time.Millisecond
)

// newStream returns a stream that calls answer for every puzzle, in at most the given number of
// goroutines at a time. The answer writes to its pieces.
func newStream(workers int, out io.Writer, answer func(*answer, numbered) error) *stream {
	s := &stream{workers: workers, answer: answer, out: out, queue: make(chan batch, 4*workers),
		order: make(chan chan piece, 4*workers), written: make(chan struct{}),
		batches: make(spare[numbered], 4*workers), texts: make(spare[byte], 4*workers)}
	go s.write()
	return s
}

// add adds a puzzle. The error is of an earlier one. add waits while many answers are missing.
func (s *stream) add(p numbered) error {
	if s.next == nil {
		s.next = s.batches.get(batchSize)
	}
	s.next = append(s.next, p)
	if n := len(s.next); n < fewest || n < batchSize && len(s.queue) > 0 {
		return nil
	}
	return s.dispatch()
}

// dispatch hands the puzzles so far to the workers. It does not wait for the answers.
func (s *stream) dispatch() error {
	if len(s.next) == 0 {
		return s.failed()
	}
	if len(s.running) < s.workers {
		a := &answer{out: newPieces(s)}
		s.running = append(s.running, a)
		go s.work(a)
	}
	b := batch{s.next, make(chan piece, mostPieces)}
	s.next = nil
	s.order <- b.answers
	s.queue <- b
	return s.failed()
}

// settle waits until all answers so far are written.
func (s *stream) settle() error {
	s.dispatch()
	mark, reached := make(chan piece, 1), make(chan struct{})
	mark <- piece{reached: reached}
	close(mark)
	s.order <- mark
	<-reached
	return s.failed()
}

// end waits until all puzzles are answered, and returns the first error.
func (s *stream) end() error {
	s.dispatch()
	close(s.queue)
	close(s.order)
	<-s.written
	return s.failed()
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
		a.out.to = b.answers
		for _, p := range b.puzzles {
			err := s.failed()
			if err == nil {
				err = s.answer(a, p)
			}
			if err != nil {
				a.out.send(piece{err: err})
				break
			}
		}
		a.out.send(piece{})
		close(b.answers)
		s.batches.put(b.puzzles)
	}
}

// write writes the pieces in order.
func (s *stream) write() {
	for answers := range s.order {
		for p := range answers {
			err := p.err
			if p.text != nil {
				if s.failed() == nil {
					_, err = s.out.Write(p.text)
				}
				s.texts.put(p.text)
			}
			if err != nil {
				s.err.CompareAndSwap(nil, &err)
			}
			if p.reached != nil {
				close(p.reached)
			}
		}
	}
	close(s.written)
}

// spare has slices whose memory is used again.
type spare[T any] chan []T

func (s spare[T]) get(size int) []T {
	select {
	case slice := <-s:
		return slice
	default:
		return make([]T, 0, size)
	}
}

func (s spare[T]) put(slice []T) {
	clear(slice) // what it points to may take much memory
	select {
	case s <- slice[:0]:
	default:
	}
}

// pieces is the output of a worker. A piece goes to the writer when it is large, and after
// flushAfter at the latest, even in the middle of a search.
type pieces struct {
	stream *stream
	mu     sync.Mutex // the timer sends in its own goroutine
	to     chan piece // of the batch
	text   []byte     // the next piece
	timer  *time.Timer
}

func newPieces(s *stream) *pieces {
	p := &pieces{stream: s, text: s.texts.get(usualText)}
	p.timer = time.AfterFunc(flushAfter, func() { p.send(piece{}) })
	return p
}

// Write returns the error of the stream.
func (p *pieces) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.text) == 0 {
		p.timer.Reset(flushAfter)
	}
	if p.text = append(p.text, text...); len(p.text) >= pieceSize {
		p.flush()
	}
	return len(text), p.stream.failed()
}

func (p *pieces) flush() {
	if len(p.text) > 0 {
		p.to <- piece{text: p.text}
		p.text = p.stream.texts.get(usualText)
	}
}

// send sends the text so far, and then another piece unless it is empty.
func (p *pieces) send(next piece) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.flush(); next.err != nil || next.reached != nil {
		p.to <- next
	}
}

// Wait waits until everything before is written.
func (p *pieces) Wait() error {
	reached := make(chan struct{})
	p.send(piece{reached: reached})
	<-reached
	return p.stream.failed()
}
