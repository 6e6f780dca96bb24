package sat_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/solvers/sat"
)

// pigeons returns the problem of putting n pigeons into n-1 holes, which takes a SAT solver very
// long.
func pigeons(t *testing.T, n int) *cover.Problem {
	var b cover.Builder
	for i := range n {
		b.Primary(fmt.Sprint("pigeon", i))
	}
	for i := range n - 1 {
		b.Secondary(fmt.Sprint("hole", i))
	}
	for i := range n {
		for hole := range n - 1 {
			b.OptionOf(i, n+hole)
		}
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// looks is a context that counts how often its end is asked for.
type looks struct {
	context.Context
	n int
}

func (l *looks) Err() error {
	l.n++
	return l.Context.Err()
}

// The context ends in the middle of one call of the SAT solver. Meanwhile Count must look at the
// context about as often as another goroutine can sleep for 10 ms.
func TestCountLooksAtItsContextEvery10Milliseconds(t *testing.T) {
	const sleeps = 20
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		for range sleeps {
			time.Sleep(10 * time.Millisecond)
		}
	}()
	l := &looks{Context: ctx}
	if n, err := sat.Count(l, pigeons(t, 14), 0); err != context.Canceled || n != 0 {
		t.Fatalf("got %d, %v, want 0, %v", n, err, context.Canceled)
	}
	if l.n < sleeps/4 {
		t.Errorf("got %d looks in %d sleeps of 10 ms, want at least %d", l.n, sleeps, sleeps/4)
	}
}
