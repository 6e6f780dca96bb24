package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// Work does the tasks of a queue until there are none left. It returns how many it did. If the
// context ends, the task at hand is given back.
func Work(ctx context.Context, q Queue, lease time.Duration) (done int, err error) {
	return NewWorker(lease, nil).Work(ctx, q)
}

// shareAfter is how long a task usually runs before its worker looks for idle ones.
const shareAfter = 2 * time.Second

// A Worker does tasks.
type Worker struct {
	Solvers    solvers.Set   // all that it knows
	Lease      time.Duration // how long it may show no sign of life
	ShareAfter time.Duration // how long it works on a task before it looks for idle workers

	// Engine returns the build of an engine on this machine, as it is now: see [Engine]. It is called
	// before each task of an engine. If it is nil, there are no engines.
	Engine func(name string) (build string, err error)
}

// NewWorker returns a worker with the usual times.
func NewWorker(lease time.Duration, engine func(name string) (build string, err error)) Worker {
	return Worker{Lease: lease, ShareAfter: shareAfter, Engine: engine}
}

// Work is like the function [Work].
func (w Worker) Work(ctx context.Context, q Queue) (done int, err error) {
	defer func() { err = errors.Join(err, q.Close()) }()
	x := Performer{solvers: w.Solvers, engine: w.Engine}
	for {
		c, err := q.Take(ctx)
		if c == nil || err != nil {
			return done, err
		}
		if err := w.do(ctx, &x, c); err != nil {
			return done, err
		}
		done++
	}
}

// Lease returns how long a worker of the folder may show no sign of life.
func (f *Folder) Lease() time.Duration { return f.head.Lease }

// signs is how many signs of life a worker gives in the time of a lease.
const signs = 4

// do does one task.
func (w Worker) do(ctx context.Context, x *Performer, c Claim) error {
	t := c.Task()
	p, err := c.Problem()
	if err != nil {
		return errors.Join(err, c.GiveBack("its problem could not be read"))
	}
	sharer, sharing := w.shared(c)
	ended, quiet := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(quiet)
		w.accompany(c, sharer, sharing, ended)
	}()
	x.sharing = sharing
	r, err := x.Perform(ctx, t, p)
	close(ended)
	<-quiet
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), c.GiveBack("interrupted"))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("task %s (%s): %w", t.Name, t.What(), err), c.GiveBack("it could not be begun"))
	}
	return c.Done(r)
}

// accompany gives signs of life while a task is done, and looks for idle workers if it is shared.
func (w Worker) accompany(c Claim, sharer Sharer, sharing *divide.Sharing, ended <-chan struct{}) {
	began := time.Now()
	look := time.NewTimer(w.ShareAfter)
	defer look.Stop()
	for tick := time.Tick(w.Lease / signs); ; {
		select {
		case <-ended:
			return
		case <-look.C:
			if sharing == nil {
				continue
			}
			if idle := sharer.Idle(); idle > 0 {
				sharing.Ask(idle)
			}
			look.Reset(max(w.ShareAfter, time.Since(began)/10))
		case <-tick:
			c.KeepAlive() // if it fails, another worker may do the task too, which does no harm
		}
	}
}

// shared returns how the search of a claim gives away parts, or nil if it cannot be divided.
func (w Worker) shared(c Claim) (Sharer, *divide.Sharing) {
	sharer, ok := c.(Sharer)
	t := c.Task()
	v, known := w.Solvers.Find(t.Solver)
	if !ok || !known || t.Trunk != nil || t.Batch > 0 || t.Limits != (Limits{}) || !v.Divisible() || v.Name == solvers.Default {
		return nil, nil
	}
	return sharer, &divide.Sharing{Give: sharer.Share}
}
