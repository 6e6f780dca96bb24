package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"xcbench/fleet"
	. "xcbench/internal/fleettest"
	"xcbench/internal/natstest"
	"xcbench/solvers"
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

// insistent returns a connection that does not ask long after a refusal.
func insistent(t *testing.T, url string) *Server {
	t.Helper()
	s, err := Connect(Options{URL: url}, "jobs")
	Must(t, err)
	s.insistence = 200 * time.Millisecond
	t.Cleanup(func() { s.Close() })
	return s
}

// workOn lets a worker do what is left. It returns its notes.
func workOn(t *testing.T, url string) (done int, notes string, err error) {
	t.Helper()
	s := insistent(t, url)
	note := func(n string) { notes += n + "\n" }
	info, err := s.Head(t.Context())
	Must(t, err)
	source, err := s.Source(t.Context(), info, note)
	Must(t, err)
	done, err = Worker(solvers.Set{}, info.Lease).Work(t.Context(), fleet.NewQueue(source, Machine("a"), info.Build, info.Lease, note))
	return done, notes, err
}

func TestAFullServerStopsTheWorkAndLosesNothing(t *testing.T) {
	server, jobs := natstest.Start(t), []Job{{ID: "queens/4", Solver: "naive"}, {ID: "queens/5", Solver: "naive"}}
	f, s := Plan(t, 1, 100*time.Millisecond, jobs...), insistent(t, server.URL())
	Must(t, s.Submit(t.Context(), f, 1, func(int) {}))
	stream, err := s.js.Stream(t.Context(), s.records())
	Must(t, err)
	used := int64(stream.CachedInfo().State.Bytes)
	for _, more := range []int64{1, 400, 900, -1 - used} { // no line, the first line, a result, all
		c := stream.CachedInfo().Config
		c.MaxBytes, c.Discard = used+more, jetstream.DiscardNew
		_, err := s.js.UpdateStream(t.Context(), c)
		Must(t, err)
		if _, _, err := workOn(t, server.URL()); (err == nil) != (more < 0) || err != nil && !strings.Contains(err.Error(), "maximum bytes exceeded") {
			t.Errorf("%d bytes left: got %v, want an error unless there is room", more, err)
		}
	}
	Must(t, s.Collect(t.Context(), f, func(string) {}))
	Whole(t, f, jobs...)
}

// A message whose object is missing, or is no pack, is set aside after a while. So is a pack without
// its problems.
func TestAPackWhoseObjectIsMissingIsSetAside(t *testing.T) {
	server := natstest.Start(t)
	f, s := Plan(t, 1, time.Minute, Job{ID: "queens/4", Solver: "naive"}), insistent(t, server.URL())
	Must(t, s.Submit(t.Context(), f, 1, func(int) {}))
	store, err := s.js.ObjectStore(t.Context(), s.large())
	Must(t, err)
	_, err = store.PutString(t.Context(), "junk", "no JSON")
	Must(t, err)
	text, err := f.PackText(1)
	Must(t, err)
	for _, m := range []message{{Pack: "1", Object: "nope"}, {Pack: "1", Object: "junk"}, {Pack: "1", Tasks: string(text)}} {
		data, err := json.Marshal(m)
		Must(t, err)
		_, err = s.js.Publish(t.Context(), s.subject("queue"), data)
		Must(t, err)
	}
	if done, notes, err := workOn(t, server.URL()); done != 1 || err != nil || strings.Count(notes, "queue: a message that is no pack") != 2 ||
		strings.Count(notes, ": no problem with hash ") != 1 {
		t.Errorf("did %d tasks, %v, with the notes %s, want the task, and three messages set aside", done, err, notes)
	}
}
