package fleet

import (
	"context"
	"fmt"
	"strings"
	"time"

	"xcbench/solvers/divide"
)

// A Queue hands out tasks to one worker.
type Queue interface {
	// Take waits for a task. It returns nil if there is nothing left to do or to wait for. Before the
	// next call, the claim must be done or given back.
	Take(ctx context.Context) (Claim, error)
	// Close gives back what the worker has taken and not begun.
	Close() error
}

// A Claim is a task that a worker has taken.
type Claim interface {
	Task() Task
	Problem() (Problem, error)
	KeepAlive() error     // keeps the claim for another lease
	Done(r Result) error  // stores the result
	GiveBack(e End) error // leaves the task to others
}

// A Sharer is a [Claim] whose task can be done by several workers: while others are idle, its worker
// gives away parts of the search.
type Sharer interface {
	Idle() int                       // how many workers have nothing to do
	Share(parts []divide.Part) error // leaves these parts of the task to others
}

// tries is how many workers may die at a task before it is set aside.
const tries = 3

// folderQueue is the queue of a folder.
type folderQueue struct {
	folder  *Folder
	machine Machine
	only    string       // do this task only, even if it is set aside; "" for all
	takes   int          // how often that task was taken
	done    map[int]bool // packs that need no worker any more
	seen    map[int]sign // by pack, what was seen of its attempt

	pack    int      // the last pack taken
	attempt *attempt // on it, or nil
	rest    []Task   // what is left of it
	poll    time.Duration
	notes   func(string)
}

// sign is the last sign of life of an attempt.
type sign struct {
	number int
	size   int64
	since  time.Time
}

// Queue returns the queue of the folder for one worker. If only is not empty, the queue has just the
// task of this name. Notes receives what people should know.
func (f *Folder) Queue(m Machine, only string, notes func(string)) Queue {
	return &folderQueue{folder: f, machine: m, only: only, done: map[int]bool{}, seen: map[int]sign{},
		poll: min(time.Second, f.head.Lease/10), notes: notes}
}

// Take implements [Queue]. While all tasks left are taken by others, it waits, as those may die.
func (q *folderQueue) Take(ctx context.Context) (Claim, error) {
	for {
		if len(q.rest) > 0 {
			t := q.rest[0]
			q.rest = q.rest[1:]
			return &folderClaim{q, t}, nil
		}
		if err := q.end(End{}); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		taken, waiting, err := q.scan()
		if err != nil || !taken && !waiting {
			return nil, err
		}
		if taken {
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(q.poll):
		}
	}
}

// scan looks for a pack to take, from the last one on. It reports whether it took one, and whether
// others have packs that are not done.
func (q *folderQueue) scan() (taken, waiting bool, err error) {
	made, _, err := q.folder.attempts()
	if err != nil {
		return false, false, err
	}
	all := q.folder.head.Packs
	for k := range all {
		pack := (q.pack+k)%all + 1
		if q.done[pack] {
			continue
		}
		taken, alive, err := q.try(pack, made[pack])
		if err != nil || taken {
			return taken, false, err
		}
		waiting = waiting || alive
	}
	return false, waiting, nil
}

// try takes a pack if it has open tasks and nobody works on it. It reports whether the pack has open
// tasks that others have taken.
func (q *folderQueue) try(pack, attempts int) (taken, alive bool, err error) {
	s, err := q.folder.state(pack, attempts)
	if err != nil {
		return false, false, err
	}
	open := s.open()
	if q.only != "" {
		if open = q.wanted(s); len(open) > 0 && q.takes == tries {
			return false, false, fmt.Errorf("task %s (%s) has no result: %d workers died at it; the last one: %s", q.only,
				open[0].What(), tries, strings.TrimSpace(s.why[q.only]))
		}
	}
	if len(open) == 0 {
		q.done[pack] = true
		return false, false, nil
	}
	if s.running && !q.dead(pack, s) {
		return false, true, nil
	}
	a, err := q.folder.claim(pack, attempts+1, q.machine)
	if err != nil || a == nil {
		return false, a == nil, err
	}
	q.pack, q.attempt = pack, a
	if s, err = q.folder.state(pack, attempts+1); err != nil { // again, as the last attempt has ended now
		return false, false, err
	}
	if q.only != "" {
		q.rest = open
		q.takes++
		return true, false, nil
	}
	q.rest, err = s.rest(a.write, q.notes)
	return true, false, err
}

// wanted returns the only task that is wanted, if it is in the pack and has no result.
func (q *folderQueue) wanted(s *state) []Task {
	t := s.find(q.only)
	if t == nil {
		return nil
	}
	if _, done := s.results[t.Name]; done {
		return nil
	}
	return []Task{*t}
}

// dead reports whether the last attempt on a pack gave no sign of life for the time of the lease. The
// time is that between two looks of this worker, by its own clock. A worker of this machine is known
// to be dead at once, if its process is.
func (q *folderQueue) dead(pack int, s *state) bool {
	if s.machine.Host == q.machine.Host && unlocked(q.folder.attemptPath(pack, s.attempts)) {
		return true
	}
	now := time.Now()
	if last, ok := q.seen[pack]; !ok || last.number != s.attempts || last.size != s.size {
		q.seen[pack] = sign{s.attempts, s.size, now}
		return false
	}
	return now.Sub(q.seen[pack].since) >= q.folder.head.Lease
}

// end ends the attempt on the pack.
func (q *folderQueue) end(e End) error {
	if q.attempt == nil {
		return nil
	}
	a := q.attempt
	q.attempt, q.rest = nil, nil
	return a.close(e)
}

// Close implements [Queue].
func (q *folderQueue) Close() error { return q.end(End{Reason: "given back"}) }

// folderClaim is a task of the pack that the queue has taken.
type folderClaim struct {
	queue *folderQueue
	task  Task
}

// Task implements [Claim].
func (c *folderClaim) Task() Task { return c.task }

// Problem implements [Claim].
func (c *folderClaim) Problem() (Problem, error) { return c.queue.folder.Problem(c.task) }

// KeepAlive implements [Claim].
func (c *folderClaim) KeepAlive() error { return c.queue.attempt.append([]byte("\n")) }

// Done implements [Claim].
func (c *folderClaim) Done(r Result) error { return c.queue.attempt.write(line{Result: &r}) }

// GiveBack implements [Claim]. The rest of the pack is given back too.
func (c *folderClaim) GiveBack(e End) error { return c.queue.end(e) }
