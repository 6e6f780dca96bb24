package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// streamed streams the numbers below n, and dispatches every few of them.
func streamed(s *stream, n, every int) (added int, err error) {
	for added = 0; added < n; added++ {
		if added > 0 && added%every == 0 && s.dispatch() != nil || s.add(numbered{number: added}) != nil {
			break
		}
	}
	return added, s.settle()
}

// linesBelow returns the answers of echo to the numbers below n.
func linesBelow(n int) string {
	var text strings.Builder
	for k := range n {
		fmt.Fprintln(&text, k)
	}
	return text.String()
}

// echo answers a number with a line.
func echo(a *answer, p numbered) error {
	a.puzzles++
	_, err := fmt.Fprintln(a.out, p.number)
	return err
}

// Workers are uneven, and each has its own state.
func TestAStreamKeepsTheOrderOfItsPuzzles(t *testing.T) {
	for _, n := range []int{0, 1, fewest - 1, 40*batchSize + 7} {
		for _, workers := range []int{1, 2, 5} {
			var out strings.Builder
			s := newStream(workers, &out, func(a *answer, p numbered) error {
				for range p.number * 7919 % 50 * (1 - p.number/batchSize%2) { // every other batch is slow
					runtime.Gosched()
				}
				return echo(a, p)
			})
			added, err := streamed(s, n, n+1)
			sum := 0
			for _, a := range s.running {
				sum += a.puzzles
			}
			if err != nil || added != n || out.String() != linesBelow(n) || sum != n || len(s.running) > workers {
				t.Errorf("%d workers: got error %v, %d puzzles, %d counted by %d and %d bytes, want %d in order", workers, err,
					added, sum, len(s.running), out.Len(), n)
			}
		}
	}
}

// The first error in order ends the stream, after the answers before it, although a later one comes
// first. Nothing is answered after it.
func TestTheFirstErrorInOrderEndsAStream(t *testing.T) {
	wrong := errors.New("wrong")
	for _, bad := range []int{0, 10, 3*batchSize + 5} {
		var out strings.Builder
		later, answered := make(chan struct{}), atomic.Int64{}
		s := newStream(2, &out, func(a *answer, p numbered) error {
			answered.Add(1)
			switch p.number {
			case bad:
				<-later
				return wrong
			case bad + fewest: // the first of another batch
				close(later)
				return errors.New("another")
			}
			return echo(a, p)
		})
		for k := range bad {
			s.add(numbered{number: k})
		}
		s.dispatch()
		for k := range 1000 * batchSize {
			if k == fewest {
				s.dispatch()
			}
			if s.add(numbered{number: bad + k}) != nil {
				break
			}
		}
		if err := s.settle(); err != wrong || out.String() != linesBelow(bad) || answered.Load() > 100*batchSize {
			t.Errorf("got %v after %d answers and %q, want %v after the numbers below %d", err, answered.Load(), out.String(), wrong, bad)
		}
	}
}

// A stream may be endless, so add waits while many answers are missing. A batch may have millions of
// solutions, so it keeps little text until its turn comes.
func TestAStreamTakesLittleAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const each = 48
		line, release := strings.Repeat("x", 64<<10), make(chan struct{})
		added, pieces := 0, 0
		var out strings.Builder
		s := newStream(2, &out, func(a *answer, p numbered) error {
			if p.number == 0 {
				io.WriteString(a.out, "first ")
				<-release
			}
			for k := 0; p.number == fewest && k < each; k++ {
				io.WriteString(a.out, line)
				pieces++
			}
			return nil
		})
		const all = 100 * batchSize
		go func() {
			for added < all && s.add(numbered{number: added}) == nil {
				added++
			}
		}()
		synctest.Wait()
		if pieces*len(line) > 1<<20 || added > (4*2+3)*batchSize || out.Len() > 0 {
			t.Errorf("got %d pieces and %d puzzles while the first search goes on, want at most %d and %d", pieces, added, 16,
				(4*2+3)*batchSize)
		}
		close(release)
		synctest.Wait()
		if err := s.settle(); err != nil || added != all || out.String() != "first "+strings.Repeat(line, each) {
			t.Errorf("got %v, %d puzzles and %d bytes, want all in order", err, added, out.Len())
		}
	})
}

// refusing is a full disk.
type refusing struct{}

func (refusing) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A search that has found millions of solutions ends soon, and is the last one.
func TestAStreamEndsWhenItsTextCannotBeWritten(t *testing.T) {
	var err error
	searches := 0
	s := newStream(1, refusing{}, func(a *answer, p numbered) error {
		searches++
		for err == nil {
			_, err = io.WriteString(a.out, "text")
		}
		return err
	})
	s.add(numbered{})
	settled := s.settle()
	s.add(numbered{})
	if ended := s.settle(); err == nil || settled != err || ended != err || searches != 1 {
		t.Errorf("got %v, then %v and %v after %d searches, want the error of the writer and no search after it", err, settled, ended,
			searches)
	}
}
