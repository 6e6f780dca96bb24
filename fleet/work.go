package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"xcbench/bench"
	"xcbench/solvers"
)

// A Worker does tasks of a plan.
type Worker struct {
	Server  *Server
	Plan    *Plan
	Machine Machine
	Solvers solvers.Set // all that it knows

	// Command starts a process that searches: see [bench.Work]. If the process dies, or has
	// to be killed, that is the status of its search.
	Command []string

	Engines []Engine     // see [EnginesOf]
	Notes   func(string) // receives what people should know

	consumer jetstream.Consumer
	name     string  // of the last search
	search   *Search // or nil
}

// tries is how many workers may die at a task before it is set aside.
const tries = 3

// claim is a task that a worker has taken.
type claim struct {
	Task
	message jetstream.Msg
	earlier int // how many workers had it before, since it was handed out for the last time
}

// Work does tasks until none are left. It returns how many it did. If the context ends, the task at
// hand is given back.
func (w *Worker) Work(ctx context.Context) (done int, err error) {
	err = w.Server.onStream(ctx, func(ctx context.Context, stream jetstream.Stream) (err error) {
		w.consumer, err = stream.Consumer(ctx, workers)
		return err
	})
	if err != nil {
		return 0, err
	}
	x := bench.NewSearcher(w.Command)
	defer x.Close()
	for {
		c, err := w.next(ctx)
		if c == nil || err != nil {
			return done, err
		}
		did, err := w.do(ctx, x, c)
		if err != nil {
			return done, err
		}
		if did {
			done++
		}
	}
}

// next waits for a task. While others have tasks that they may give back, it waits. It returns nil if
// there is nothing left to do or to wait for.
func (w *Worker) next(ctx context.Context) (*claim, error) {
	longest := min(time.Second, w.Plan.Lease/4)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, longest) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var m jetstream.Msg
		left := 0
		err := w.Server.try(ctx, func(ctx context.Context) (err error) {
			m, err = w.consumer.Next(jetstream.FetchMaxWait(wait))
			if !errors.Is(err, nats.ErrTimeout) {
				return err
			}
			waiting, taken, err := w.Server.pending(ctx)
			left = waiting + taken
			return err
		})
		switch {
		case err != nil:
			return nil, err
		case m == nil && left == 0:
			return nil, nil
		case m == nil:
			continue
		}
		meta, err := m.Metadata()
		if err != nil {
			return nil, err
		}
		if t, ok := w.Server.taskOf(m.Subject()); ok {
			return &claim{t, m, int(meta.NumDelivered) - 1}, nil
		}
		w.Notes(fmt.Sprintf("queue: %s is no task; it is left out", m.Subject()))
		if err := m.Term(); err != nil {
			return nil, err
		}
	}
}

// goodbye is how long a worker that ends tries to give back its task. If it cannot, the lease ends.
const goodbye = 5 * time.Second

// signs is how many signs of life a worker gives in the time of a lease.
const signs = 4

// do does one task. It reports whether the task has an answer now that is due to this worker.
func (w *Worker) do(ctx context.Context, x *bench.Worker, c *claim) (bool, error) {
	ended, quiet := make(chan struct{}), make(chan struct{})
	defer func() { close(ended); <-quiet }()
	go func() {
		defer close(quiet)
		for tick := time.Tick(w.Plan.Lease / signs); ; {
			select {
			case <-ended:
				return
			case <-tick:
				c.message.InProgress() // if it fails, another worker may do the task too, which does no harm
			}
		}
	}()
	reason, err := w.prepare(ctx, c)
	switch {
	case err != nil:
		return false, errors.Join(err, w.giveBack(ctx, c))
	case reason != "":
		return false, w.setAside(ctx, c, reason)
	case w.search == nil: // it is done
		return false, c.message.Ack()
	}
	q := c.searches(w.search)
	answer := Answer{Machine: w.Machine}
	if q.Solver, err = w.solver(); err == nil {
		answer.Found, err = x.Search(ctx, q)
	}
	killed, died := errors.AsType[*bench.KilledError](err)
	switch {
	case ctx.Err() != nil:
		return false, errors.Join(ctx.Err(), w.giveBack(ctx, c))
	case died && c.earlier+1 < tries:
		return false, c.message.Nak()
	case died:
		return false, w.setAside(ctx, c, deaths(killed.Reason))
	case err != nil:
		return false, errors.Join(fmt.Errorf("%s: %w", c.what(w.search), err), w.giveBack(ctx, c))
	}
	if err := w.Server.store(ctx, answer, "answer", c.Task.String(), rand.Text()); err != nil {
		return false, errors.Join(err, w.giveBack(ctx, c))
	}
	return true, c.message.Ack() // if it is lost, whoever gets the task again finds the answer
}

// deaths is why a task is set aside at which too many workers have died.
func deaths(last string) string {
	return fmt.Sprintf("%d workers died at it; the last one: %s", tries, strings.TrimSpace(last))
}

// prepare reads the search of a task. It returns a reason to set the task aside, if there is one. If
// the task is done, there is no search.
func (w *Worker) prepare(ctx context.Context, c *claim) (reason string, err error) {
	if c.earlier > 0 {
		if done, err := w.Server.values(ctx, "answer."+c.Task.String()+".*"); len(done) > 0 || err != nil {
			w.search = nil
			return "", err
		}
	}
	if c.earlier >= tries {
		return deaths("it gave no sign of life"), nil
	}
	if w.search == nil || w.name != c.Search {
		text, err := w.Server.text(ctx, "search", c.Search)
		if err != nil {
			return "", err
		}
		w.name = c.Search
		if w.search, err = decode(text, c.Search); err != nil {
			return err.Error(), nil
		}
	}
	switch {
	case w.search.Build != w.Plan.Build:
		reason = fmt.Sprintf("its search is for build %s, expected build %s of the plan", w.search.Build, w.Plan.Build)
	case c.Number >= w.search.tasks():
		reason = fmt.Sprintf("the search has %d tasks", w.search.tasks())
	}
	return reason, nil
}

// giveBack hands the task out again, so that this is no death. The context of the work may have ended,
// so it does not bound this.
func (w *Worker) giveBack(ctx context.Context, c *claim) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if err := w.Server.publish(ctx, w.Server.task(c.Task)); err != nil {
		return errors.Join(err, c.message.Nak())
	}
	return c.message.Ack()
}

func (w *Worker) setAside(ctx context.Context, c *claim, reason string) error {
	w.Notes(fmt.Sprintf("task %s is set aside: %s", c.Task, reason))
	err := w.Server.store(ctx, reason, "aside", c.Task.String())
	return errors.Join(err, c.message.Term())
}

// solver returns the solver of the search. The build of an engine is compared each time, as its file
// may have been written meanwhile.
func (w *Worker) solver() (solvers.Variant, error) {
	v, ok := w.Solvers.Find(w.search.Solver)
	if !ok {
		return v, fmt.Errorf("unknown solver %s", w.search.Solver)
	}
	e, _ := named(w.Engines, v.Name)
	err := e.here.Unchanged()
	if err == nil && e.Build != w.search.Engine {
		err = fmt.Errorf("the search is for build %q of the engine %s, expected build %q", w.search.Engine, v.Name, e.Build)
	}
	return v, err
}
