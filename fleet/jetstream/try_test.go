package jetstream

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A server that does not answer is asked longer than one that refuses.
func TestErrorsAreTriedAgainForAWhile(t *testing.T) {
	synctest.Test(t, testTry) // a busy machine may be slower than the patience
}

func testTry(t *testing.T) {
	s := &Server{patience: 150 * time.Millisecond, insistence: 30 * time.Millisecond}
	for _, c := range []struct {
		name     string
		err      error
		failures int // before it succeeds
		fails    bool
		calls    int // at least
	}{
		{"no answer, three times", nats.ErrTimeout, 3, false, 4},
		{"no answer at all", nats.ErrTimeout, 1000, true, 4},
		{"a refusal, once", jetstream.ErrStreamNotFound, 1, false, 2},
		{"a refusal, again and again", jetstream.ErrStreamNotFound, 1000, true, 2},
		{"a message that never fits", nats.ErrMaxPayload, 1, true, 1},
	} {
		calls := 0
		began := time.Now()
		err := s.try(context.Background(), func(context.Context) error {
			if calls++; calls <= c.failures {
				return c.err
			}
			return nil
		})
		if (err != nil) != c.fails || c.fails && !errors.Is(err, c.err) || calls < c.calls {
			t.Errorf("%s: got %v after %d calls, want error %v and at least %d calls", c.name, err, calls, c.fails, c.calls)
		}
		if c.err == jetstream.ErrStreamNotFound && c.fails && time.Since(began) > s.patience {
			t.Errorf("%s: gave up after %v, want less than the patience", c.name, time.Since(began))
		}
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.try(over, func(ctx context.Context) error { return ctx.Err() }); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: got %v, want its error", err)
	}
}
