package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xcbench/bench"
	"xcbench/cover"
	"xcbench/solvers"
)

// shareAfter is how long a task usually runs before its worker looks for idle ones.
const shareAfter = 2 * time.Second

// A Worker does tasks.
type Worker struct {
	Solvers    solvers.Set   // all that it knows
	Lease      time.Duration // how long it may show no sign of life
	ShareAfter time.Duration // how long it works on a task before it looks for idle workers

	// Command starts a process that searches: see [bench.Work]. A search in which the process dies, or
	// has to be killed, ends with that status.
	Command []string

	// Engine returns the build of an engine on this machine, as it is now: see [Engine]. It is called
	// before each task of an engine. If it is nil, there are no engines.
	Engine func(name string) (build string, err error)
}

// NewWorker returns a worker with the usual times.
func NewWorker(lease time.Duration, command []string, engine func(name string) (build string, err error)) Worker {
	return Worker{Lease: lease, ShareAfter: shareAfter, Command: command, Engine: engine}
}

// Work does the tasks of a queue until there are none left. It returns how many it did. If the
// context ends, the task at hand is given back.
func (w Worker) Work(ctx context.Context, q Queue) (done int, err error) {
	defer func() { err = errors.Join(err, q.Close()) }()
	x := bench.NewSearcher(w.Command)
	defer x.Close()
	for {
		c, err := q.Take(ctx)
		if c == nil || err != nil {
			return done, err
		}
		r, err := w.do(ctx, x, c)
		if err == nil && r != nil {
			err = c.Done(*r)
		}
		if err != nil {
			return done, err
		}
		if r != nil {
			done++
		}
	}
}

// Lease returns how long a worker of the folder may show no sign of life.
func (f *Folder) Lease() time.Duration { return f.head.Lease }

// signs is how many signs of life a worker gives in the time of a lease.
const signs = 4

// do does one task. It returns no result if the task was given back.
func (w Worker) do(ctx context.Context, x *bench.Searcher, c Claim) (*Result, error) {
	t := c.Task()
	p, err := c.Problem()
	if err != nil {
		return nil, errors.Join(err, c.GiveBack(End{Reason: "its problem could not be read"}))
	}
	q := bench.Searches{Count: max(t.Batch, 1), Part: t.Part, Trunk: t.Trunk,
		Bounds: bench.Bounds{Limits: t.Limits.Limits, Timeout: t.Limits.Timeout}}
	var r Result
	if q.Solver, err = w.solver(t); err == nil {
		leave := w.accompany(c, &q)
		if q.Problems, err = p.texts(); err == nil {
			r, err = search(ctx, x, t, q)
		}
		leave()
	}
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), c.GiveBack(End{Reason: "interrupted"}))
	}
	if killed, ok := errors.AsType[*bench.KilledError](err); ok {
		return nil, c.GiveBack(End{killed.Reason, true})
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("task %s (%s): %w", t.Name, t.What(), err), c.GiveBack(End{Reason: "it could not be begun"}))
	}
	return &r, nil
}

// solver returns the solver of a task. The build of an engine is compared each time, as its file may
// have been written meanwhile.
func (w Worker) solver(t Task) (solvers.Variant, error) {
	v, ok := w.Solvers.Find(t.Solver)
	if !ok {
		return v, fmt.Errorf("unknown solver %s", t.Solver)
	}
	here, err := "", error(nil)
	if v.Engine != nil && w.Engine != nil {
		here, err = w.Engine(t.Solver)
	}
	if err == nil && here != t.Engine {
		err = fmt.Errorf("the task is for build %q of the engine %s, expected build %q", t.Engine, t.Solver, here)
	}
	return v, err
}

// search does the searches of a task. The statistics of a batch are the sums over its problems.
func search(ctx context.Context, x *bench.Searcher, t Task, q bench.Searches) (Result, error) {
	packed, sum, err := x.Search(ctx, q)
	if err != nil {
		return Result{}, err
	}
	if t.Batch > 0 {
		sum.Status = cover.Solved
		return Result{Task: t.Name, Stats: sum, Batch: packed}, nil
	}
	all, err := unpackBatch(packed, 1)
	if err != nil {
		return Result{}, err
	}
	r := result(all[0])
	r.Task, r.Left = t.Name, all[0].Given
	return r, nil
}

// accompany gives signs of life while a task is done, until the function that it returns is called.
// If the search can be shared, it looks for idle workers.
func (w Worker) accompany(c Claim, q *bench.Searches) (leave func()) {
	var idle func() int
	var asks chan int
	if sharer, ok := c.(Sharer); ok && canShare(c.Task(), q.Solver) {
		idle, asks = sharer.Idle, make(chan int, 1)
		q.Shared, q.Give, q.Ask = true, sharer.Share, asks
	}
	ended, quiet := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(quiet)
		began := time.Now()
		look := time.NewTimer(w.ShareAfter)
		defer look.Stop()
		for tick := time.Tick(w.Lease / signs); ; {
			select {
			case <-ended:
				return
			case <-look.C:
				if idle == nil {
					continue
				}
				if n := idle(); n > 0 {
					select {
					case asks <- n:
					default: // it was asked before, and has not come to it
					}
				}
				look.Reset(max(w.ShareAfter, time.Since(began)/10))
			case <-tick:
				c.KeepAlive() // if it fails, another worker may do the task too, which does no harm
			}
		}
	}()
	return func() { close(ended); <-quiet }
}

// canShare reports whether the search of a task can give away parts.
func canShare(t Task, v solvers.Variant) bool {
	return t.Trunk == nil && t.Batch == 0 && t.Limits == Limits{} && v.Divisible() && v.Name != solvers.Default
}
