//go:build unix

package sat_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"xcbench/solvers/sat"
)

// looks is a context that counts how often its end is asked for.
type looks struct {
	context.Context
	n int
}

func (l *looks) Err() error {
	l.n++
	return l.Context.Err()
}

// processorTime returns the processor time of this process so far.
func processorTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Error(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// The context ends in the middle of one call of the SAT solver. Until then, Count must look at the
// context every 10 ms or so. On a busy machine 10 ms of time are less of processor time, so the
// test counts processor time: a slow machine makes more looks, not fewer.
func TestCountLooksAtItsContextEvery10Milliseconds(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes the steps of the SAT solver longer than 10 ms")
	}
	const looked, atLeast = 200 * time.Millisecond, 5
	ctx, cancel := context.WithCancel(context.Background())
	began := processorTime(t)
	go func() {
		defer cancel()
		for processorTime(t)-began < looked {
			time.Sleep(time.Millisecond)
		}
	}()
	l := &looks{Context: ctx}
	if n, err := sat.Count(l, pigeons(t, 14), 0); err != context.Canceled || n != 0 {
		t.Fatalf("got %d, %v, want 0, %v", n, err, context.Canceled)
	}
	if l.n < atLeast {
		t.Errorf("got %d looks in %v of processor time, want at least %d", l.n, looked, atLeast)
	}
}
