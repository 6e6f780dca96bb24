package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// addAll adds n puzzles, or fewer if there is an error before, and ends the crew.
func addAll(c *crew, n int) error {
	for range n {
		if c.add("", nil) != nil {
			break
		}
	}
	return c.end()
}

// batch is a number of puzzles that a crew does not hand over by itself.
const batch = fewest - 1

// addBatches adds n batches and hands each over, unless there is an error before, and ends the crew.
func addBatches(c *crew, n int) error {
	for range n {
		for range batch {
			c.add("", nil)
		}
		if c.dispatch() != nil {
			break
		}
	}
	return c.end()
}

// numbers returns the lines that a crew prints for n puzzles.
func numbers(n int) string {
	var lines strings.Builder
	for k := range n {
		fmt.Fprintln(&lines, k)
	}
	return lines.String()
}

func TestTheEndOfAStreamEndsItsWorkers(t *testing.T) {
	ended := make(chan error)
	go func() {
		ended <- addAll(newCrew(2, io.Discard, func(*answer, numbered) error { return nil }), 1)
	}()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("got no end in a minute")
	}
}

func TestFewPuzzlesAreAnsweredWithoutAnotherGoroutine(t *testing.T) {
	var out strings.Builder
	elsewhere := false
	wrong := errors.New("wrong")
	c := newCrew(2, &out, func(a *answer, p numbered) error {
		elsewhere = elsewhere || !strings.Contains(string(debug.Stack()), "addAll")
		if p.number == batch-1 {
			return wrong
		}
		_, err := fmt.Fprintln(a.out, p.number)
		return err
	})
	if err := addAll(c, batch); err != wrong || out.String() != numbers(batch-1) {
		t.Errorf("got error %v and %q, want %v after %q", err, out.String(), wrong, numbers(batch-1))
	}
	if elsewhere {
		t.Error("got an answer in another goroutine, want all in the calling one")
	}
}

// The problems of a stream share memory, and a parallel search compares their addresses.
func TestAStreamHasTheSameAnswersByEverySolver(t *testing.T) {
	path, _ := manySudokus(t)
	var want string
	for _, name := range []string{"dlx_index", "dlx_index_parallel", "lanes", "lanes_parallel", "cells", "bitset_parallel",
		"auto", "auto_parallel"} {
		var out strings.Builder
		args := []string{"solve", "--count", "--limit", "2", "--solver", name, path}
		if status := xcbench(t.Context(), args, nil, &out, io.Discard); status != exitWrong { // one has no solution
			t.Errorf("%s: got exit status %d, want %d", name, status, exitWrong)
		}
		if want == "" {
			want = out.String()
		}
		if out.String() != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, out.String(), want)
		}
	}
}

// Puzzles, problems and the text of answers are in memory that the next ones use.
func TestAStreamOfSudokusTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const n, bound = 20_000, 75 // bytes for each puzzle, 1.5 times the figure of Go 1.26
	line := strings.Repeat("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n", n)
	took := func(n int) int {
		path := filepath.Join(t.TempDir(), "sudokus.txt")
		must(os.WriteFile(path, []byte(line[:82*n]), 0o666))
		return allocatedBy(t, "solve", "--count", path)
	}
	few := took(n / 4)
	if got := (took(n) - few) / (n - n/4); got > bound {
		t.Errorf("got %d bytes for each puzzle, want at most %d", got, bound)
	} else {
		t.Logf("%d bytes for each puzzle", got)
	}
}

func TestAnswersKeepTheOrderOfThePuzzlesUnderUnevenWork(t *testing.T) {
	const puzzles = 40*batchSize + 7
	for _, workers := range []int{1, 2, 5} {
		var out strings.Builder
		c := newCrew(workers, &out, func(a *answer, p numbered) error {
			for range p.number * 7919 % 50 * (1 - p.number/batchSize%2) { // every other batch is slow
				runtime.Gosched()
			}
			_, err := fmt.Fprintln(a.out, p.number)
			return err
		})
		if err := addAll(c, puzzles); err != nil || out.String() != numbers(puzzles) {
			t.Errorf("%d workers: got error %v and %d bytes, want the numbers below %d in order",
				workers, err, out.Len(), puzzles)
		}
	}
}

func TestAnErrorComesAfterTheAnswersBeforeItAndEndsTheStream(t *testing.T) {
	const bad = 3*batchSize + 5
	wrong := errors.New("wrong")
	var out strings.Builder
	c := newCrew(4, &out, func(a *answer, p numbered) error {
		if p.number < bad {
			time.Sleep(10 * time.Microsecond) // later batches are ready before
		} else if p.number == bad {
			return wrong
		} else if p.number%batchSize == batchSize-1 {
			return errors.New("another error, later in the stream")
		}
		_, err := fmt.Fprintln(a.out, p.number)
		return err
	})
	added := 0
	for c.add("", nil) == nil {
		added++
	}
	if err := c.end(); err != wrong {
		t.Errorf("got %v, want %v", err, wrong)
	}
	if got := out.String(); !strings.HasPrefix(got, numbers(bad)) {
		t.Errorf("got %q, want the numbers below %d first", got, bad)
	}
	if most := 100 * batchSize; added > most {
		t.Errorf("got %d puzzles, want an error of add before %d", added, most)
	}
}

// A batch that is ahead of its turn may have millions of solutions.
func TestALateBatchKeepsLittleOutput(t *testing.T) {
	line := strings.Repeat("x", 1<<10)
	const lines = 4 * mostKept >> 10
	var written atomic.Int64
	release, full := make(chan struct{}), make(chan struct{})
	var out strings.Builder
	c := newCrew(2, &out, func(a *answer, p numbered) error {
		switch p.number {
		case 0:
			<-full
			<-release
		case batchSize:
			for range lines {
				if written.Load() == mostKept>>10 {
					close(full)
				}
				if _, err := io.WriteString(a.out, line); err != nil {
					return err
				}
				written.Add(1)
			}
		}
		return nil
	})
	time.AfterFunc(50*time.Millisecond, func() {
		<-full
		if got := written.Load() << 10; got > mostKept {
			t.Errorf("got %d bytes of a batch that has to wait, want at most %d", got, mostKept)
		}
		close(release)
	})
	if err := addAll(c, 2*batchSize); err != nil || out.Len() != lines<<10 {
		t.Errorf("got error %v and %d bytes, want %d", err, out.Len(), lines<<10)
	}
}

func TestACrewLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, puzzles := range []int{0, 1, 10 * batchSize} {
		for _, bad := range []int{-1, 0, 4 * batchSize} {
			c := newCrew(3, io.Discard, func(_ *answer, p numbered) error {
				if p.number == bad {
					return errors.New("bad")
				}
				return nil
			})
			if err := addAll(c, puzzles); (err != nil) != (bad >= 0 && bad < puzzles) {
				t.Errorf("%d puzzles, an error at %d: got %v", puzzles, bad, err)
			}
		}
	}
	deadline := time.Now().Add(time.Minute) // a goroutine that has closed its channel may still be returning
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	if got := runtime.NumGoroutine(); got > before {
		t.Errorf("got %d goroutines, want the %d from before", got, before)
	}
}

func TestSettleWaitsUntilTheAnswersAreWritten(t *testing.T) {
	var out strings.Builder
	c := newCrew(2, &out, func(a *answer, p numbered) error {
		time.Sleep(time.Millisecond)
		_, err := fmt.Fprintln(a.out, p.number)
		return err
	})
	for k := range 3 {
		c.add("", nil)
		if err := c.settle(); err != nil || out.String() != numbers(k+1) {
			t.Errorf("got error %v and %q, want %q", err, out.String(), numbers(k+1))
		}
	}
	if err := c.end(); err != nil {
		t.Error(err)
	}
}

// A stream may have any number of puzzles, so add waits while many answers are missing.
func TestACrewTakesFewPuzzlesAhead(t *testing.T) {
	const workers = 2
	release := make(chan struct{})
	c := newCrew(workers, io.Discard, func(_ *answer, p numbered) error {
		<-release
		return nil
	})
	var added atomic.Int64
	ended := make(chan error)
	const all = 100 * batchSize
	go func() {
		for range all {
			if err := c.add("", nil); err != nil {
				break
			}
			added.Add(1)
		}
		ended <- c.end()
	}()
	// It is stuck when the number does not change any more. A number that still changes is too high
	// in the end.
	for last := int64(-1); added.Load() > last && added.Load() < all; time.Sleep(50 * time.Millisecond) {
		last = added.Load()
	}
	if got, most := added.Load(), int64((4*workers+2)*batchSize); got > most {
		t.Errorf("got %d puzzles taken while none was answered, want at most %d", got, most)
	}
	close(release)
	if err := <-ended; err != nil || added.Load() != all {
		t.Errorf("got error %v and %d puzzles, want all %d afterwards", err, added.Load(), all)
	}
}

// signalling is an output that closes a channel at its first text.
type signalling struct {
	strings.Builder
	once  sync.Once
	begun chan struct{}
}

func (s *signalling) Write(text []byte) (int, error) {
	n, err := s.Builder.Write(text)
	s.once.Do(func() { close(s.begun) })
	return n, err
}

// The second batch is answered first, with more text than a turn keeps.
func TestALargeAnswerWaitsForItsTurn(t *testing.T) {
	large := strings.Repeat("x", mostKept+1)
	out := &signalling{begun: make(chan struct{})}
	c := newCrew(2, out, func(a *answer, p numbered) error {
		text := ""
		switch p.number {
		case 0:
			select {
			case <-out.begun: // the other batch did not wait
			case <-time.After(200 * time.Millisecond):
			}
			text = "first " + large
		case batch:
			text = large
		}
		_, err := io.WriteString(a.out, text)
		return err
	})
	if err := addBatches(c, 2); err != nil || out.String() != "first "+large+large {
		t.Errorf("got error %v and %d bytes that begin with %.10q, want %d that begin with the first answer", err,
			out.Len(), out.String(), len("first ")+2*len(large))
	}
}

// All batches fail, the last one first.
func TestTheFirstErrorInOrderIsTheErrorOfTheStream(t *testing.T) {
	const batches = 3
	failed := [batches + 1]chan struct{}{}
	for k := range failed {
		failed[k] = make(chan struct{})
	}
	close(failed[batches])
	wrong := [batches]error{errors.New("first"), errors.New("second"), errors.New("third")}
	c := newCrew(batches, io.Discard, func(_ *answer, p numbered) error {
		k := p.number / batch
		<-failed[k+1]
		close(failed[k])
		return wrong[k]
	})
	if err := addBatches(c, batches); err != wrong[0] {
		t.Errorf("got %v, want the first error in the order of the puzzles", err)
	}
}

// After an error the rest of the stream is not searched, which may take hours.
func TestNothingIsAnsweredAfterAnError(t *testing.T) {
	wrong := errors.New("wrong")
	var answered atomic.Int64
	c := newCrew(1, io.Discard, func(_ *answer, p numbered) error {
		answered.Add(1)
		return wrong
	})
	if err := addBatches(c, 1); err != wrong {
		t.Errorf("got %v, want %v", err, wrong)
	}
	if got := answered.Load(); got != 1 {
		t.Errorf("got %d puzzles answered, want the first only", got)
	}

	answered.Store(0)
	release := make(chan struct{})
	var first *turn
	c = newCrew(1, io.Discard, func(_ *answer, p numbered) error {
		answered.Add(1)
		switch p.number {
		case 0:
			<-release
			return wrong
		case batch:
			<-first.written // from here on the error is known
		}
		return nil
	})
	for range batch {
		c.add("", nil)
	}
	c.dispatch()
	first = c.last
	close(release)
	if err := addBatches(c, 1); err != wrong {
		t.Errorf("got %v, want %v", err, wrong)
	}
	if got := answered.Load(); got > 2 {
		t.Errorf("got %d puzzles answered, want the one that fails, and one at most that was begun before", got)
	}
}
