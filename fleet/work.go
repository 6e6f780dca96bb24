package fleet

import (
	"cmp"
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
	defer func() { err = errors.Join(err, q.Close()) }()
	var x Performer
	for {
		c, err := q.Take(ctx)
		if c == nil || err != nil {
			return done, err
		}
		if err := do(ctx, &x, c, lease); err != nil {
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
func do(ctx context.Context, x *Performer, c Claim, lease time.Duration) error {
	t := c.Task()
	p, err := c.Problem()
	if err != nil {
		return errors.Join(err, c.GiveBack("its problem could not be read"))
	}
	sharer, sharing := shared(c)
	ended, quiet := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(quiet)
		began := time.Now()
		look := time.NewTimer(x.patience())
		defer look.Stop()
		for tick := time.Tick(lease / signs); ; {
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
				look.Reset(max(x.patience(), time.Since(began)/10))
			case <-tick:
				c.KeepAlive() // if it fails, another worker may do the task too, which does no harm
			}
		}
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

// shareAfter is how long a task runs before its worker looks for idle ones.
const shareAfter = 2 * time.Second

// patience is the time between two looks for idle workers, at least.
func (x *Performer) patience() time.Duration { return cmp.Or(x.shareAfter, shareAfter) }

// shared returns how the search of a claim gives away parts, or nil if it cannot be divided.
func shared(c Claim) (Sharer, *divide.Sharing) {
	sharer, ok := c.(Sharer)
	t := c.Task()
	v, known := solvers.Find(t.Solver)
	if !ok || !known || t.Trunk != nil || t.Batch > 0 || t.Limits != (Limits{}) || !v.Divisible() || v.Name == solvers.Auto().Name {
		return nil, nil
	}
	return sharer, &divide.Sharing{Give: sharer.Share}
}
