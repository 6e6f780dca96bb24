package jetstream_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/fleet"
	. "xcbench/internal/fleettest"
	"xcbench/internal/natstest"
	"xcbench/solvers"
	"xcbench/solvers/divide"
)

// sharingWorker is a worker that looks for idle ones often. It returns how many tasks it did.
func sharingWorker(ctx context.Context, t *testing.T, url, name string) (int, error) {
	t.Helper()
	s := connected(t, url)
	info, err := s.Head(ctx)
	Must(t, err)
	source, err := s.Source(ctx, info, func(string) {})
	Must(t, err)
	w := fleet.Worker{Lease: info.Lease, ShareAfter: 5 * time.Millisecond, Command: []string{os.Args[0]}}
	return w.Work(ctx, fleet.NewQueue(source, Machine(name), info.Build, info.Lease, func(string) {}))
}

// One task keeps one worker busy, and the others have nothing to do but what it gives away. One of
// them ends in the middle of a task, and another one takes it. On a busy machine, a search may end
// before the server has said that others are idle. Then the test is repeated with a longer one.
func TestALongTaskIsDividedWhileItRuns(t *testing.T) {
	server := natstest.Start(t)
	for _, id := range []string{"queens/11", "queens/12", "queens/13"} {
		if divides(t, server, Job{ID: id, Solver: "naive"}) {
			return
		}
	}
	t.Error("got no search that was divided, want that a worker gives parts to idle ones")
}

// divides reports whether several workers took part in a search.
func divides(t *testing.T, server *natstest.Server, jobs ...Job) bool {
	f := Plan(t, 1, time.Second, jobs...)
	s := submitted(t, server.URL(), f)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int)
	for _, name := range []string{"a", "b", "c"} {
		go func() {
			ctx := ctx
			if name != "c" {
				ctx = context.WithoutCancel(ctx)
			}
			done, err := sharingWorker(ctx, t, server.URL(), name)
			if err != nil && !(name == "c" && errors.Is(err, context.Canceled)) {
				t.Errorf("worker %s: %v", name, err)
			}
			ended <- done
		}()
	}
	time.AfterFunc(150*time.Millisecond, cancel)
	done := <-ended + <-ended + <-ended
	wantWhole(t, s, f, jobs...)
	Must(t, s.Drop(context.Background()))
	return done > f.Tasks()
}

// halved takes the only task of a plan, a search of queens/6, and gives away all but the first child
// of the root. It returns the claim and the result of what is left.
func halved(t *testing.T, w *worker) (fleet.Claim, fleet.Result) {
	t.Helper()
	c, err := w.queue.Take(context.Background())
	Must(t, err)
	_, p := Instance(t, "queens/6")
	v, _ := solvers.Find(c.Task().Solver)
	x, err := cover.Prepare(v, p)
	Must(t, err)
	rest := divide.Part{From: 1, To: divide.Rest}
	stats, err := divide.Trunk(context.Background(), x, p.MaxDepth(), []divide.Part{{From: 1, To: 6}}, nil)
	Must(t, errors.Join(err, c.(fleet.Sharer).Share([]divide.Part{rest})))
	return c, fleet.Result{Task: c.Task().Name, Stats: stats, Left: []divide.Part{rest}}
}

// A worker that gave a part away dies. The next one does the whole task, and nobody asks for the part.
func TestPartsThatADeadWorkerGaveAwayCountForNothing(t *testing.T) {
	server := natstest.Start(t)
	jobs := []Job{{ID: "queens/6", Solver: "naive"}}
	f := Plan(t, 1, 200*time.Millisecond, jobs...)
	s := submitted(t, server.URL(), f)
	w := started(t, server.URL(), "half")
	halved(t, w)
	w.die()
	if done, _ := work(t, server.URL(), "b"); done != 2 {
		t.Errorf("the next worker did %d tasks, want the part and the whole", done)
	}
	wantWhole(t, s, f, jobs...)
}

// The result counts when the result of the part is there, and not before.
func TestATaskIsDoneWhenItsPartsAre(t *testing.T) {
	server := natstest.Start(t)
	jobs := []Job{{ID: "queens/6", Solver: "naive"}}
	f := Plan(t, 1, time.Minute, jobs...)
	s := submitted(t, server.URL(), f)
	w := started(t, server.URL(), "half")
	c, r := halved(t, w)
	Must(t, c.Done(r))
	Must(t, w.queue.Close())
	if all, _ := collected(t, s, f); all[0].Whole() || len(all[0].Missing) != 1 {
		t.Errorf("without the part: got %+v, want the task missing", all[0])
	}
	wantDone(t, s, 0)
	if done, _ := work(t, server.URL(), "b"); done != 1 {
		t.Errorf("the next worker did %d tasks, want the part", done)
	}
	wantWhole(t, s, f, jobs...)
}

// A part kills its workers. The task that it belongs to is set aside, with the reason.
func TestATaskWhosePartIsSetAsideIsSetAside(t *testing.T) {
	server := natstest.Start(t)
	f := Plan(t, 1, time.Minute, Job{ID: "queens/6", Solver: "naive"})
	s := submitted(t, server.URL(), f)
	w := started(t, server.URL(), "half")
	c, r := halved(t, w)
	Must(t, c.Done(r))
	Must(t, w.queue.Close())
	for range 3 {
		w := started(t, server.URL(), "victim")
		c, err := w.queue.Take(context.Background())
		Must(t, err)
		Must(t, c.GiveBack(killed))
	}
	if done, _ := work(t, server.URL(), "b"); done != 0 {
		t.Errorf("the next worker did %d tasks, want none", done)
	}
	all, _ := collected(t, s, f)
	if len(all[0].Aside) != 1 || all[0].Aside[0].Reason != "part /1- was given away: 3 workers died at it; the last one: signal: killed" {
		t.Errorf("got %+v, want the task set aside with its reason", all[0])
	}
	wantDone(t, s, 0)
}
