package stream_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xcbench/internal/stream"
)

const (
	turn = 256     // no turn has more items
	kept = 1 << 20 // no turn keeps more bytes
)

type answerer = func(_ *int, out *stream.Turn, item int) error

// newCrew returns a crew for the numbers from 0.
func newCrew(workers int, out io.Writer, answer answerer) *stream.Crew[int, int] {
	return stream.NewCrew(workers, out, answer)
}

// echo answers a number with a line.
func echo(_ *int, out *stream.Turn, item int) error {
	_, err := fmt.Fprintln(out, item)
	return err
}

// run adds the numbers below n, or fewer if there is an error before, and ends the crew. It hands
// over every few of them.
func run(c *stream.Crew[int, int], n, every int) (added int, err error) {
	for added = 0; added < n; added++ {
		if added > 0 && added%every == 0 && c.Dispatch() != nil || c.Add(added) != nil {
			break
		}
	}
	return added, c.End()
}

// lines returns the answers of echo to the numbers below n.
func lines(n int) string {
	var text strings.Builder
	for k := range n {
		fmt.Fprintln(&text, k)
	}
	return text.String()
}

func TestAnswersKeepTheOrderOfTheItemsUnderUnevenWork(t *testing.T) {
	for _, n := range []int{0, 1, 15, 40*turn + 7} {
		for _, workers := range []int{1, 2, 5} {
			var out strings.Builder
			c := newCrew(workers, &out, func(_ *int, out *stream.Turn, item int) error {
				for range item * 7919 % 50 * (1 - item/turn%2) { // every other turn is slow
					runtime.Gosched()
				}
				return echo(nil, out, item)
			})
			if added, err := run(c, n, n+1); err != nil || added != n || out.String() != lines(n) {
				t.Errorf("%d workers: got error %v, %d items and %d bytes, want the numbers below %d in order", workers, err,
					added, out.Len(), n)
			}
			if got := len(c.Workers()); got > workers {
				t.Errorf("got %d workers, want at most %d", got, workers)
			}
		}
	}
}

func TestEachWorkerHasAStateOfItsOwn(t *testing.T) {
	const n = 40 * turn
	c := newCrew(3, io.Discard, func(sum *int, _ *stream.Turn, item int) error {
		*sum += item
		return nil
	})
	run(c, n, n)
	sum := 0
	for _, one := range c.Workers() {
		sum += *one
	}
	if want := n * (n - 1) / 2; sum != want {
		t.Errorf("got a sum of %d over all workers, want %d", sum, want)
	}
}

func TestFewItemsAreAnsweredInTheCallingGoroutine(t *testing.T) {
	elsewhere := false
	c := newCrew(2, io.Discard, func(*int, *stream.Turn, int) error {
		elsewhere = elsewhere || !strings.Contains(string(debug.Stack()), "stream_test.run")
		return nil
	})
	if run(c, 10, 11); elsewhere {
		t.Error("got an answer in another goroutine, want all in the calling one")
	}
}

func TestAnErrorComesAfterTheAnswersBeforeItAndEndsTheStream(t *testing.T) {
	wrong := errors.New("wrong")
	for _, bad := range []int{0, 10, 3*turn + 5} {
		var out strings.Builder
		c := newCrew(4, &out, func(_ *int, out *stream.Turn, item int) error {
			switch {
			case item < bad:
				time.Sleep(10 * time.Microsecond) // later turns are ready before
			case item == bad:
				return wrong
			case item%turn == turn-1:
				return errors.New("another error, later in the stream")
			}
			return echo(nil, out, item)
		})
		added, err := run(c, 1000*turn, 1000*turn)
		if err != wrong || !strings.HasPrefix(out.String(), lines(bad)) {
			t.Errorf("got %v after %q, want %v after the numbers below %d", err, out.String(), wrong, bad)
		}
		if most := 100 * turn; added > most {
			t.Errorf("got %d items, want an error of Add before %d", added, most)
		}
	}
}

// All turns fail, the last one first.
func TestTheFirstErrorInOrderIsTheErrorOfTheStream(t *testing.T) {
	const turns, each = 3, 5
	failed := [turns + 1]chan struct{}{}
	for k := range failed {
		failed[k] = make(chan struct{})
	}
	close(failed[turns])
	wrong := [turns]error{errors.New("first"), errors.New("second"), errors.New("third")}
	c := newCrew(turns, io.Discard, func(_ *int, _ *stream.Turn, item int) error {
		<-failed[item/each+1]
		close(failed[item/each])
		return wrong[item/each]
	})
	if _, err := run(c, turns*each, each); err != wrong[0] {
		t.Errorf("got %v, want the first error in the order of the items", err)
	}
}

// After an error the rest of the stream is not searched, which may take hours.
func TestNothingIsAnsweredAfterAnError(t *testing.T) {
	answered := 0
	c := newCrew(1, io.Discard, func(*int, *stream.Turn, int) error {
		answered++
		return errors.New("wrong")
	})
	if _, err := run(c, 10, 11); err == nil || answered != 1 {
		t.Errorf("got %v and %d items answered, want an error and the first item only", err, answered)
	}
	answered = 0
	c = newCrew(1, io.Discard, func(*int, *stream.Turn, int) error {
		answered++
		return errors.New("wrong")
	})
	c.Add(0)
	c.Settle() // from here on the error is known
	c.Add(1)
	if err := c.End(); err == nil || answered != 1 {
		t.Errorf("got %v and %d items answered, want an error and the first item only", err, answered)
	}
}

func TestSettleWaitsUntilTheAnswersAreWritten(t *testing.T) {
	var out strings.Builder
	c := newCrew(2, &out, func(_ *int, out *stream.Turn, item int) error {
		time.Sleep(time.Millisecond)
		return echo(nil, out, item)
	})
	for k := range 3 {
		c.Add(k)
		if err := c.Settle(); err != nil || out.String() != lines(k+1) {
			t.Errorf("got error %v and %q, want %q", err, out.String(), lines(k+1))
		}
	}
	if err := c.End(); err != nil {
		t.Error(err)
	}
}

// A stream may have any number of items, so Add waits while many answers are missing.
func TestACrewTakesFewItemsAhead(t *testing.T) {
	const workers, all = 2, 100 * turn
	release := make(chan struct{})
	c := newCrew(workers, io.Discard, func(*int, *stream.Turn, int) error {
		<-release
		return nil
	})
	var added atomic.Int64
	ended := make(chan error)
	go func() {
		for k := range all {
			c.Add(k)
			added.Add(1)
		}
		ended <- c.End()
	}()
	// It is stuck when the number does not change any more. A number that still changes is too high
	// in the end.
	for last := int64(-1); added.Load() > last && added.Load() < all; time.Sleep(50 * time.Millisecond) {
		last = added.Load()
	}
	if got, most := added.Load(), int64((4*workers+2)*turn); got > most {
		t.Errorf("got %d items taken while none was answered, want at most %d", got, most)
	}
	close(release)
	if err := <-ended; err != nil || added.Load() != all {
		t.Errorf("got error %v and %d items, want all %d afterwards", err, added.Load(), all)
	}
}

// A turn that is ahead may have millions of solutions. It keeps little of them, and its text comes
// after that of the turn before.
func TestALateTurnKeepsLittleOutputAndWaits(t *testing.T) {
	line, first := strings.Repeat("x", 1<<10), 5
	var written atomic.Int64
	release, full := make(chan struct{}), make(chan struct{})
	var out strings.Builder
	c := newCrew(2, &out, func(_ *int, out *stream.Turn, item int) error {
		switch item {
		case 0:
			<-full
			<-release
			_, err := io.WriteString(out, "first ")
			return err
		case first:
			for range 4 * kept / len(line) {
				if written.Load() == kept {
					close(full)
				}
				if _, err := io.WriteString(out, line); err != nil {
					return err
				}
				written.Add(int64(len(line)))
			}
		}
		return nil
	})
	time.AfterFunc(50*time.Millisecond, func() {
		<-full
		if got := written.Load(); got > kept {
			t.Errorf("got %d bytes of a turn that has to wait, want at most %d", got, kept)
		}
		close(release)
	})
	if _, err := run(c, 2*first, first); err != nil || out.String() != "first "+strings.Repeat("x", 4*kept) {
		t.Errorf("got error %v and %d bytes that begin with %.10q, want the first answer first", err, out.Len(), out.String())
	}
}

func TestACrewLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, n := range []int{0, 1, 10 * turn} {
		for _, bad := range []int{-1, 0, 4 * turn} {
			c := newCrew(3, io.Discard, func(_ *int, _ *stream.Turn, item int) error {
				if item == bad {
					return errors.New("bad")
				}
				return nil
			})
			if _, err := run(c, n, n+1); (err != nil) != (bad >= 0 && bad < n) {
				t.Errorf("%d items, an error at %d: got %v", n, bad, err)
			}
		}
	}
	for runtime.NumGoroutine() > before { // a goroutine that has closed its channel may still be returning
		time.Sleep(time.Millisecond)
	}
}

// refusing is a full disk.
type refusing struct{}

func (refusing) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputReportsWriteErrors(t *testing.T) {
	long := strings.Repeat("long", 64<<10)
	for _, text := range []string{"short", long} {
		b := stream.NewOutput(refusing{})
		_, err := io.WriteString(b, text)
		if flushed := b.Flush(); flushed == nil || errors.Is(err, flushed) != (text == long) {
			t.Errorf("%d bytes: got %v, then %v, want no space left, from the first call if the text is long", len(text), err, flushed)
		}
		if _, err := io.WriteString(b, long); err == nil {
			t.Errorf("%d bytes: got nil from a later Write, want the error again", len(text))
		}
	}
}

// A piece of text is written soon, in the middle of whatever comes next.
func TestOutputIsWrittenWithoutAFlush(t *testing.T) {
	r, w := io.Pipe()
	go io.WriteString(stream.NewOutput(w), "a piece")
	got := make([]byte, 7)
	if _, err := io.ReadFull(r, got); err != nil || string(got) != "a piece" {
		t.Errorf("got %q, %v, want the piece", got, err)
	}
	out := stream.NewOutput(w)
	time.Sleep(100 * time.Millisecond) // the time of a piece that was never written is over
	go io.WriteString(out, "another")
	if _, err := io.ReadFull(r, got); err != nil || string(got) != "another" {
		t.Errorf("got %q, %v, want the other piece", got, err)
	}
}
