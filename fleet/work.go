package fleet

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"xcbench/bench"
	"xcbench/solvers"
)

// A Worker does tasks of a plan.
type Worker struct {
	Server  *Server
	Plan    *Plan
	Machine Machine
	Solvers solvers.Set // all that it knows

	// Command starts a process that searches: see [bench.Work]. A search in which the process dies, or
	// has to be killed, ends with that status.
	Command []string

	// Engine returns the build of an engine on this machine, as it is now: see [Engine]. It is called
	// before each task of an engine.
	Engine func(name string) (build string, err error)

	Notes func(string) // receives what people should know

	consumer jetstream.Consumer
	messages jetstream.MessagesContext // or nil
	name     string                    // of the last search
	search   *Search                   // or nil
}

// tries is how many workers may die at a task before it is set aside.
const tries = 3

// claim is a task that a worker has taken.
type claim struct {
	Task
	message jetstream.Msg
	attempt string // a unique name
	begun   bool   // somebody had it before
}

// Work does tasks until none are left. It returns how many it did. If the context ends, the task at
// hand is given back.
func (w *Worker) Work(ctx context.Context) (done int, err error) {
	err = w.Server.try(ctx, func(ctx context.Context) (err error) {
		w.consumer, err = w.Server.js.Consumer(ctx, w.Server.stream(), workers)
		return err
	})
	if err != nil {
		return 0, err
	}
	defer func() {
		if w.messages != nil {
			w.messages.Stop()
		}
	}()
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
	longest := min(2*time.Second, w.Plan.Lease/4)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, longest) {
		var m jetstream.Msg
		left := 0
		err := w.Server.try(ctx, func(context.Context) (err error) {
			if m, err = w.fetch(ctx, wait); m != nil || err != nil {
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
			return &claim{t, m, nuid.Next(), meta.NumDelivered > 1}, nil
		}
		w.Notes(fmt.Sprintf("queue: %s is no task; it is left out", m.Subject()))
		if err := m.Term(); err != nil {
			return nil, err
		}
	}
}

// fetch waits for a message for so long. A request to the server outlives the wait: a message that
// comes late is that of the next call, and not lost for the time of the lease.
func (w *Worker) fetch(ctx context.Context, wait time.Duration) (jetstream.Msg, error) {
	if w.messages == nil {
		var err error
		if w.messages, err = w.consumer.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(request)); err != nil {
			return nil, err
		}
	}
	short, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	m, err := w.messages.Next(jetstream.NextContext(short))
	if err == nil {
		return m, nil
	}
	if short.Err() != nil {
		return nil, ctx.Err()
	}
	w.messages.Stop()
	w.messages = nil
	return nil, err
}

// request is how long a request for a message stays at the server.
const request = 10 * time.Second

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
		return false, errors.Join(err, w.giveBack(ctx, c, ""))
	case reason != "":
		return false, w.setAside(ctx, c, reason)
	case w.search == nil: // it is done
		return false, c.message.Ack()
	}
	q := c.searches(w.search)
	var answer Answer
	if q.Solver, err = w.solver(); err == nil {
		answer.Found, err = x.Search(ctx, q)
	}
	if ctx.Err() != nil {
		return false, errors.Join(ctx.Err(), w.giveBack(ctx, c, ""))
	}
	if killed, ok := errors.AsType[*bench.KilledError](err); ok {
		return false, w.giveBack(ctx, c, killed.Reason)
	}
	if err != nil {
		return false, errors.Join(fmt.Errorf("%s: %w", c.what(w.search), err), w.giveBack(ctx, c, ""))
	}
	answer.Machine = w.Machine
	if err := w.Server.store(ctx, answer, c.attempt, "answer", c.Search, strconv.Itoa(c.Number)); err != nil {
		return false, errors.Join(err, w.giveBack(ctx, c, ""))
	}
	return true, c.message.Ack() // if it is lost, whoever gets the task again finds the answer
}

// prepare reads the search of a task, and says that the task is begun. It returns a reason to set the
// task aside, if there is one. If the task is done, there is no search.
func (w *Worker) prepare(ctx context.Context, c *claim) (reason string, err error) {
	if c.begun {
		if reason, done, err := w.history(ctx, c); done || reason != "" || err != nil {
			w.search = nil
			return reason, err
		}
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
		return fmt.Sprintf("its search is for build %s, expected build %s of the plan", w.search.Build, w.Plan.Build), nil
	case c.Number >= w.search.tasks():
		return fmt.Sprintf("the search has %d tasks", w.search.tasks()), nil
	}
	return "", w.tell(ctx, c, attempt{Machine: w.Machine})
}

// attempt is what a worker says of a task.
type attempt struct {
	Machine  Machine `json:"machine"`
	Returned bool    `json:"returned,omitempty"` // it gives the task back that it had begun
	Died     string  `json:"died,omitempty"`     // how its process died, if it knows
}

// tell stores an attempt.
func (w *Worker) tell(ctx context.Context, c *claim, a attempt) error {
	id := fmt.Sprint(c.attempt, a.Returned, a.Died != "")
	return w.Server.store(ctx, a, id, "attempt", c.Search, strconv.Itoa(c.Number))
}

// history reads what became of earlier attempts on a task, since it was handed out for the last time.
// It reports whether the task is done, and why to set it aside, if so many workers have died at it.
func (w *Worker) history(ctx context.Context, c *claim) (reason string, done bool, err error) {
	number := strconv.Itoa(c.Number)
	text, err := w.Server.text(ctx, "answer", c.Search, number)
	if text != nil || err != nil {
		return "", text != nil, err
	}
	meta, err := c.message.Metadata()
	if err != nil {
		return "", false, err
	}
	deaths, last := 0, "it gave no sign of life"
	for v, err := range w.Server.all(ctx, strings.Join([]string{"attempt", c.Search, number, "*"}, ".")) {
		if err != nil {
			return "", false, err
		}
		var a attempt
		if v.sequence < meta.Sequence.Stream || v.read(&a) != nil {
			continue
		}
		switch {
		case a.Returned:
			deaths--
		case a.Died != "":
			last = a.Died
		default:
			deaths++
		}
	}
	if deaths >= tries {
		reason = fmt.Sprintf("%d workers died at it; the last one: %s", deaths, strings.TrimSpace(last))
	}
	return reason, false, nil
}

// giveBack gives the task back, or says how the process died that searched it. The context of the
// work may have ended, so it does not bound this.
func (w *Worker) giveBack(ctx context.Context, c *claim, died string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	err := w.tell(ctx, c, attempt{Machine: w.Machine, Returned: died == "", Died: died})
	return errors.Join(err, c.message.Nak())
}

// Aside says why a task is set aside.
type Aside struct {
	Reason string `json:"reason"`
}

func (w *Worker) setAside(ctx context.Context, c *claim, reason string) error {
	w.Notes(fmt.Sprintf("task %s is set aside: %s", c.Task, reason))
	err := w.Server.store(ctx, Aside{reason}, c.attempt, "aside", c.Search, strconv.Itoa(c.Number))
	return errors.Join(err, c.message.Term())
}

// solver returns the solver of the search. The build of an engine is compared each time, as its file
// may have been written meanwhile.
func (w *Worker) solver() (solvers.Variant, error) {
	v, ok := w.Solvers.Find(w.search.Solver)
	if !ok {
		return v, fmt.Errorf("unknown solver %s", w.search.Solver)
	}
	here, err := "", error(nil)
	if v.Engine != nil {
		here, err = w.Engine(v.Name)
	}
	if err == nil && here != w.search.Engine {
		err = fmt.Errorf("the search is for build %q of the engine %s, expected build %q", w.search.Engine, v.Name, here)
	}
	return v, err
}
