package parallel

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// The worker is at the first node of level 3, below the second nodes of levels 1 and 2. It
// gives away what follows them, then what follows on level 2.
func TestJobsAreTheUntriedNodesOfTheHighestLevel(t *testing.T) {
	w := worker{path: []int32{0}, reached: []int32{1, 2, 2, 1}}
	for k, want := range []job{
		{path: []int32{0}, from: 2, top: 1},
		{path: []int32{0, 1}, from: 2, top: 2},
		{path: []int32{0, 1, 1}, from: 1, top: 3},
	} {
		if got := w.split(make([]int32, 4)); !reflect.DeepEqual(got, want) {
			t.Errorf("job %d: got %+v, want %+v", k, got, want)
		}
	}
	if want := []int32{0, 1, 1, 0}; !slices.Equal(w.path, want) || w.base != 3 {
		t.Errorf("got the path %v to level %d, want %v to 3", w.path, w.base, want)
	}
}

// The first worker began to count at the third node of level 1 and below the first of its children.
func TestPendingIndicesAreResolvedByTheOrigin(t *testing.T) {
	origin := []int32{1, 3, 1}
	w := worker{path: []int32{0}, reached: []int32{pending, pending + 4, pending}}
	got := w.split(origin)
	if want := (job{path: []int32{0}, from: 7, top: 1}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	w = worker{path: []int32{0}, reached: []int32{pending, pending, pending + 1}}
	w.split(origin)
	got = w.split(origin)
	if want := (job{path: []int32{0, 2}, from: 2, top: 2}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for index, want := range map[int32]int32{0: 0, 5: 5, pending - 2: pending - 2, pending - 1: 2, pending: 3} {
		if got := resolve(index, 3); got != want {
			t.Errorf("index pending%+d: got %d, want %d", index-pending, got, want)
		}
	}
}

// opened returns a pool for two workers, and the first worker, which is at the first child of the
// root.
func opened() (*pool, *worker) {
	p := new(pool)
	p.change.L = &p.mu
	p.open(2, 4)
	return p, &worker{path: []int32{0}, reached: []int32{1, 1, 1, 1}}
}

func TestNoJobIsWantedBeforeTheFirstWorkerIsLocated(t *testing.T) {
	p, _ := opened()
	p.wanted.Store(1) // as a run leaves it that is stopped
	p.open(2, 4)
	p.idle = 1
	p.want()
	if got := p.wanted.Load(); got != 0 {
		t.Errorf("before: got %d jobs wanted, want 0", got)
	}
	p.locate([]int32{7, 8})
	if got := p.wanted.Load(); got != 1 || p.origin[1] != 8 {
		t.Errorf("after: got %d jobs wanted, origin %v, want 1 and 7, 8", got, p.origin)
	}
	p.firstDone()
	if p.stopped.Load() {
		t.Error("the run was stopped, want it to go on: jobs may be left")
	}
}

func TestRunEndsWithTheFirstWorkerUnlessItIsLocated(t *testing.T) {
	p, _ := opened()
	p.firstDone()
	if _, ok := p.take(); ok || !p.stopped.Load() {
		t.Errorf("got a job: %v, stopped: %v, want the end", ok, p.stopped.Load())
	}
}

func TestIdleWorkerGetsTheJobThatItAskedFor(t *testing.T) {
	p, w := opened()
	p.locate(nil)
	p.answer(w)
	if len(p.jobs) != 0 || p.made != 0 {
		t.Errorf("nobody is idle: got jobs %v, %d made, want none", p.jobs, p.made)
	}
	got := make(chan job)
	go func() {
		j, _ := p.take()
		got <- j
	}()
	for p.wanted.Load() != 1 {
		runtime.Gosched()
	}
	changes := p.changes.Load()
	p.answer(w)
	if want := (job{path: []int32{0}, from: 1, top: 1}); !reflect.DeepEqual(<-got, want) {
		t.Errorf("got another job, want %+v", want)
	}
	if p.made != 1 || p.changes.Load() == changes || p.wanted.Load() != 0 || p.idle != 0 {
		t.Errorf("got %d made, %d changes, %d wanted, %d idle, want 1, at least 1, 0, 0",
			p.made, p.changes.Load()-changes, p.wanted.Load(), p.idle)
	}
}

// Two workers wait, and a job is made for one of them.
func TestOneJobIsMadeForEachIdleWorker(t *testing.T) {
	p, w := opened()
	p.locate(nil)
	p.idle = 2
	p.want()
	for k, want := range []int32{1, 0, 0} {
		p.answer(w)
		if got := p.wanted.Load(); got != want || len(p.jobs) != min(k+1, 2) {
			t.Errorf("answer %d: got %d jobs wanted and %d made, want %d and %d", k+1, got, len(p.jobs), want, min(k+1, 2))
		}
	}
}

// One worker waits, and before it wakes up, the job made for it goes to another.
func TestJobTakenByAnotherIsWantedAgain(t *testing.T) {
	p, w := opened()
	p.locate(nil)
	p.idle = 1
	p.answer(w)
	if _, ok := p.take(); !ok || p.wanted.Load() != 1 {
		t.Errorf("got a job: %v, and %d wanted, want one and 1", ok, p.wanted.Load())
	}
}

func TestWorkersThatAllWaitHaveNothingLeft(t *testing.T) {
	p, _ := opened()
	p.locate(nil)
	ended := make(chan bool)
	for range 2 {
		go func() {
			_, ok := p.take()
			ended <- ok
		}()
	}
	if first, second := <-ended, <-ended; first || second {
		t.Errorf("got jobs: %v, %v, want none", first, second)
	}
}

// A run that stops may leave jobs behind. They are not those of the next run.
func TestAPoolBeginsWithoutJobs(t *testing.T) {
	var p pool
	p.begin(context.Background(), nil)
	p.open(1, 3)
	p.jobs = append(p.jobs, job{top: 1})
	p.open(1, 3)
	if j, ok := p.take(); ok {
		t.Errorf("got the job %+v of the run before", j)
	}
}

// The indices of a worker that has entered a node count from there, and are pending.
func TestIndicesArePendingFromTheFirstNodeOn(t *testing.T) {
	for nodes, want := range map[int64]int32{0: 0, 1: pending, 5: pending} {
		w := worker{reached: []int32{7, 7, 7}}
		w.follow(nodes)
		for level, got := range w.reached {
			if got != want {
				t.Errorf("%d nodes, level %d: got %d, want %d", nodes, level, got, want)
			}
		}
	}
}
