package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"xcbench/bench"
	"xcbench/results"
	"xcbench/solvers"
)

// A Worker does tasks of a plan.
type Worker struct {
	Server  *Server
	Plan    *Plan
	Machine results.Machine
	Solvers solvers.Set // all that it knows

	// Command starts a process that searches: see [bench.Work]. If the process dies, or has
	// to be killed, that is the status of its search.
	Command []string

	Notes func(string) // receives what people should know

	name   string  // of the last search
	search *Search // or nil
}

const (
	tries   = 3                      // how many workers may die at a task before it is set aside
	signs   = 4                      // how many signs of life a worker gives in the time of a lease
	goodbye = 5 * time.Second        // how long a worker that ends tries to give back its task; if it cannot, the lease ends
	pause   = 100 * time.Millisecond // how long a worker waits for a task before it looks whether any are left
)

// Work does tasks until none are left, here or with other workers, who may give them back. If the context
// ends, the task at hand is given back.
func (w *Worker) Work(ctx context.Context) error {
	var queue jetstream.Consumer
	err := w.Server.try(ctx, func(ctx context.Context) (err error) {
		queue, err = w.Server.js.Consumer(ctx, w.Server.stream(), workers)
		return err
	})
	x := bench.NewSearcher(w.Command)
	defer x.Close()
	for left := true; left && err == nil; err = cmp.Or(err, ctx.Err()) {
		var m jetstream.Msg
		err = w.Server.try(ctx, func(ctx context.Context) (err error) {
			if m, err = queue.Next(jetstream.FetchMaxWait(pause)); errors.Is(err, nats.ErrTimeout) {
				left, _, err = w.Server.left(ctx)
			}
			return err
		})
		if m != nil && err == nil {
			err = w.do(ctx, x, m)
		}
	}
	return err
}

// do does the task of a message.
func (w *Worker) do(ctx context.Context, x *bench.Worker, m jetstream.Msg) error {
	alive, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for tick := time.Tick(w.Plan.Lease / signs); ; {
			select {
			case <-alive.Done():
				return
			case <-tick:
				m.InProgress() // if it fails, another worker may do the task too, which does no harm
			}
		}
	}()
	meta, err := m.Metadata()
	if err != nil {
		return err
	}
	t, before := taskOf(m.Subject()), int(meta.NumDelivered)-1 // workers who had it since it was handed out for the last time
	err = w.answer(ctx, x, t, before)
	killed, died := errors.AsType[*bench.KilledError](err)
	switch {
	case err == nil:
		return m.Ack() // if it is lost, whoever gets the task again finds the answer
	case ctx.Err() != nil:
		return errors.Join(ctx.Err(), w.giveBack(ctx, t, m))
	case died && before+1 < tries:
		return m.Nak()
	case died:
		reason := fmt.Sprintf("%d workers died at it; the last one: %s", tries, strings.TrimSpace(killed.Reason))
		w.Notes(fmt.Sprintf("task %s is set aside: %s", t, reason))
		if err := w.Server.store(ctx, reason, "aside", t.String()); err != nil {
			return err
		}
		return m.Term()
	}
	return errors.Join(err, w.giveBack(ctx, t, m))
}

// answer finds and stores the answer to a task, unless there is one already.
func (w *Worker) answer(ctx context.Context, x *bench.Worker, t Task, before int) error {
	if before > 0 {
		if done, err := w.Server.values(ctx, "answer."+t.String()+".*"); len(done) > 0 || err != nil {
			return err
		}
	}
	if before >= tries {
		return &bench.KilledError{Reason: "it gave no sign of life"}
	}
	if w.name != t.Search {
		search, err := w.Server.search(ctx, t.Search)
		if err != nil {
			return err
		}
		w.name, w.search = t.Search, search
	}
	q := t.searches(w.search)
	var known bool
	if q.Solver, known = w.Solvers.Find(w.search.Solver); !known {
		return fmt.Errorf("unknown solver %s", w.search.Solver)
	}
	found, err := x.Search(ctx, q)
	if err != nil {
		return fmt.Errorf("%s: %w", t.what(w.search), err)
	}
	return w.Server.store(ctx, Answer{w.Machine, *found}, "answer", t.String(), rand.Text())
}

// giveBack hands the task out again, so that this is no death. The context of the work may have ended,
// so it does not bound this.
func (w *Worker) giveBack(ctx context.Context, t Task, m jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if err := w.Server.handOut(ctx, t); err != nil {
		return errors.Join(err, m.Nak())
	}
	return m.Ack()
}
