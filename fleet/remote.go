package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"xcbench/solvers/divide"
)

// A Source hands out packs that are not in a folder, such as those on a server. It moves bytes only:
// what they mean is decided here, and is the same as in a folder.
type Source interface {
	// Next waits for a pack. It returns nil if there is nothing left to do or to wait for.
	Next(ctx context.Context) (Loan, error)
	Close() error
}

// A Loan is a pack that a worker has taken, and its attempt on the pack.
type Loan interface {
	Pack() string                                  // a name, for messages
	Tasks() []byte                                 // as in the file of a pack
	Earlier(ctx context.Context) ([][]byte, error) // what each attempt before wrote, oldest first
	// Problem returns the problem with a hash, or any other one if the source does not have it.
	Problem(ctx context.Context, hash string) (Problem, error)
	// Append stores a line of the attempt. Only Settle says whether lines after the first one arrived.
	// A result has a label.
	Append(ctx context.Context, line []byte, label *Label) error
	KeepAlive() error
	// Settle waits until all lines are stored. Then it takes the pack out of the queue if it is done,
	// or else leaves it to others.
	Settle(ctx context.Context, done bool) error
	// Reject takes a pack out of the queue that cannot be done. It too waits until all lines are stored.
	Reject(ctx context.Context, reason string) error
	// Idle returns how many workers wait for a pack while there is none.
	Idle(ctx context.Context) int
	// Share puts a new task into the queue, as a pack of its own.
	Share(ctx context.Context, name string, task []byte) error
}

// sourceQueue is the queue of a source for one worker.
type sourceQueue struct {
	ctx     context.Context // of the last call of Take; it bounds what the claims do
	source  Source
	build   string
	lease   time.Duration
	machine Machine
	notes   func(string)

	loan Loan      // or nil
	rest []Task    // that nobody has begun
	open bool      // a task is being done
	sign time.Time // of the last sign of life
}

// NewQueue returns the queue of a source for one worker. Tasks of another build are rejected.
func NewQueue(s Source, m Machine, build string, lease time.Duration, notes func(string)) Queue {
	return &sourceQueue{ctx: context.Background(), source: s, build: build, lease: lease, machine: m, notes: notes}
}

// Take implements [Queue].
func (q *sourceQueue) Take(ctx context.Context) (Claim, error) {
	q.ctx = ctx
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(q.rest) > 0 {
			t := q.rest[0]
			p, err := q.loan.Problem(ctx, t.Problem)
			if err != nil {
				return nil, err
			}
			if p.Hash == t.Problem && p.hashText() == p.Hash {
				q.rest, q.open = q.rest[1:], true
				return &sourceClaim{q, t, p}, nil
			}
			reason := fmt.Sprintf("task %s: no problem with hash %s", t.Name, t.Problem)
			if err := errors.Join(q.write(ctx, line{End: &End{Reason: reason}}, nil), q.reject(ctx, q.loan, reason)); err != nil {
				return nil, err
			}
			q.loan, q.rest = nil, nil
			continue
		}
		if err := q.end(ctx, End{}); err != nil {
			return nil, err
		}
		loan, err := q.source.Next(ctx)
		if err != nil || loan == nil {
			return nil, err
		}
		if err := q.begin(ctx, loan); err != nil {
			return nil, err
		}
	}
}

// begin begins the attempt on a pack.
func (q *sourceQueue) begin(ctx context.Context, loan Loan) error {
	tasks, err := parsePack(loan.Pack(), loan.Tasks(), q.build)
	if err != nil {
		return q.reject(ctx, loan, err.Error())
	}
	earlier, err := loan.Earlier(ctx)
	if err != nil {
		return err
	}
	s := newState(tasks)
	for _, text := range earlier {
		if err := s.readText(loan.Pack(), text, false); err != nil {
			return err
		}
	}
	// If a line cannot be stored, all open tasks are still the rest, and the pack is given back.
	q.loan, q.rest, q.sign = loan, s.open(), time.Now()
	if len(q.rest) == 0 {
		return nil
	}
	if err := q.write(ctx, line{Machine: &q.machine}, nil); err != nil {
		return err
	}
	rest, err := s.rest(func(l line) error { return q.write(ctx, l, nil) }, q.notes)
	if err == nil {
		q.rest = rest
	}
	return err
}

func (q *sourceQueue) reject(ctx context.Context, loan Loan, reason string) error {
	q.notes(fmt.Sprintf("queue: %s; it is set aside", reason))
	return loan.Reject(ctx, reason)
}

func (q *sourceQueue) write(ctx context.Context, l line, label *Label) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return q.loan.Append(ctx, append(text, '\n'), label)
}

// end ends the attempt, and takes the pack out of the queue if all is done.
func (q *sourceQueue) end(ctx context.Context, e End) error {
	if q.loan == nil {
		return nil
	}
	done := len(q.rest) == 0 && !q.open
	if done {
		e = End{}
	}
	err := errors.Join(q.write(ctx, line{End: &e}, nil), q.loan.Settle(ctx, done))
	q.loan, q.rest, q.open = nil, nil, false
	return err
}

// Close implements [Queue]. The context of the work may have ended, so it does not bound this.
func (q *sourceQueue) Close() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(q.ctx), goodbye)
	defer cancel()
	return errors.Join(q.end(ctx, End{Reason: "given back"}), q.source.Close())
}

// goodbye is how long a worker that ends tries to give back its pack. If it cannot, the lease ends.
const goodbye = 5 * time.Second

// sourceClaim is a task of the pack that the queue has taken.
type sourceClaim struct {
	queue   *sourceQueue
	task    Task
	problem Problem
}

// Task implements [Claim].
func (c *sourceClaim) Task() Task { return c.task }

// Problem implements [Claim].
func (c *sourceClaim) Problem() (Problem, error) { return c.problem, nil }

// KeepAlive implements [Claim].
func (c *sourceClaim) KeepAlive() error {
	c.queue.sign = time.Now()
	return c.queue.loan.KeepAlive()
}

// Done implements [Claim]. The tasks of a pack may be much shorter than the lease, so it gives signs
// of life too.
func (c *sourceClaim) Done(r Result) error {
	if time.Since(c.queue.sign) > c.queue.lease/signs {
		c.KeepAlive()
	}
	label := &Label{Task: r.Task}
	for k := range r.Left {
		label.Parts = append(label.Parts, c.task.of(&r.Left[k]).Name)
	}
	err := c.queue.write(c.queue.ctx, line{Result: &r}, label)
	c.queue.open = err != nil
	return err
}

// GiveBack implements [Claim]. The rest of the pack is given back too.
func (c *sourceClaim) GiveBack(e End) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.queue.ctx), goodbye)
	defer cancel()
	return c.queue.end(ctx, e)
}

// Idle implements [Sharer].
func (c *sourceClaim) Idle() int { return c.queue.loan.Idle(c.queue.ctx) }

// Share implements [Sharer].
func (c *sourceClaim) Share(parts []divide.Part) error {
	for k := range parts {
		t := c.task.of(&parts[k])
		text, err := json.Marshal(t)
		if err != nil {
			return err
		}
		if err := c.queue.loan.Share(c.queue.ctx, t.Name, append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// of returns the task of a part of the same search.
func (t *Task) of(part *divide.Part) Task {
	d := t.whole()
	d.Part = part
	return Task{Name: d.name(), definition: d, At: t.At}
}
