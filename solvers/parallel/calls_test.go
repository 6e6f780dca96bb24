package parallel

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
)

// scripted is a solver whose searches do what a test says, and take as long as it says.
type scripted struct {
	prepared atomic.Int32 // how many searches were prepared
	run      func(n int, ctx context.Context, limits cover.Limits) cover.Stats
}

func (*scripted) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s *scripted) Prepare(*cover.Problem) (cover.Search, error) {
	return scriptedSearch{s, int(s.prepared.Add(1))}, nil
}

// scriptedSearch is search n of its solver, from 1.
type scriptedSearch struct {
	*scripted
	n int
}

func (x scriptedSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	return x.run(x.n, ctx, limits)
}

// taking returns the run of searches that are solved in a given time.
func taking(d *time.Duration) func(int, context.Context, cover.Limits) cover.Stats {
	return func(int, context.Context, cover.Limits) cover.Stats {
		return cover.Stats{Status: cover.Solved, Search: *d}
	}
}

// prepared returns a search by so many workers. The first one searches alone for an hour.
func prepared(t *testing.T, s cover.Solver, workers int) *search {
	t.Helper()
	x, err := cover.Prepare(solver{s, workers, time.Hour, 0}, corpustest.Problem("queens/6"))
	if err != nil {
		t.Fatal(err)
	}
	return x.(*search)
}

// The first run takes some time. The second knows it.
func TestOthersAreCalledAtOnceIfTheRunBeforeWasLong(t *testing.T) {
	for _, c := range []struct {
		took    time.Duration
		status  cover.Status
		workers int
		want    int32 // how many searches are prepared after the second run
		brief   bool
	}{
		{time.Hour - 1, cover.Solved, 3, 1, true},
		{time.Hour, cover.Solved, 3, 1, false},
		{2 * time.Hour, cover.Solved, 3, 3, false},
		{2 * time.Hour, cover.Solved, 2, 2, false},
		{2 * time.Hour, cover.Solved, 1, 1, false},
		{2 * time.Hour, cover.Timeout, 3, 1, false}, // the next run may take longer, or less
	} {
		s := &scripted{run: func(int, context.Context, cover.Limits) cover.Stats {
			return cover.Stats{Status: c.status, Search: c.took}
		}}
		x := prepared(t, s, c.workers)
		x.setup = 0
		got := x.Run(context.Background(), cover.Limits{}, nil)
		if got.Search != c.took || s.prepared.Load() != 1 {
			t.Errorf("%v, %s: the first run took %v with %d workers, want %v with 1",
				c.took, c.status, got.Search, s.prepared.Load(), c.took)
		}
		got = x.Run(context.Background(), cover.Limits{}, nil)
		if s.prepared.Load() != c.want || x.brief != c.brief {
			t.Errorf("%v, %s: got %d workers, brief %v, want %d, %v", c.took, c.status, s.prepared.Load(), x.brief, c.want, c.brief)
		}
		if got.Search < c.took || got.Search > c.took+30*time.Minute {
			t.Errorf("%v, %s: got a search of %v, want what the first worker took and little more", c.took, c.status, got.Search)
		}
		x.Run(context.Background(), cover.Limits{Nodes: 1}, nil) // tells nothing about whole runs
		if want := int32(c.want); s.prepared.Load() != want || x.called {
			t.Errorf("%v, %s: a limited run has %d workers, called %v, want one of %d", c.took, c.status, s.prepared.Load(), x.called, want)
		}
	}
}

// The time of a run is the time of all its workers, as if one had done the work.
func TestTimeOfARunIsThatOfAllWorkers(t *testing.T) {
	took := 2 * time.Hour
	s := &scripted{run: taking(&took)}
	x := prepared(t, s, 3)
	x.setup = 0
	x.Run(context.Background(), cover.Limits{}, nil)
	x.Run(context.Background(), cover.Limits{}, nil)
	x.learn()
	if x.took < 3*took || x.took > 4*took || x.last != 0 {
		t.Errorf("got %v, want three times %v", x.took, took)
	}
	took = 3 * time.Minute // of three workers, so that one takes nine
	x.alone = 10 * time.Minute
	x.Run(context.Background(), cover.Limits{}, nil)
	x.learn()
	if x.took < 3*took || x.took > 4*took || x.brief != (x.took < x.alone) {
		t.Errorf("got %v, brief %v, want three times %v", x.took, x.brief, took)
	}
}

func TestBriefRunsAndRunsWithATraceAreTheSolversOwn(t *testing.T) {
	type asked struct {
		ctx    context.Context
		limits cover.Limits
	}
	var got asked
	took := time.Minute
	s := &scripted{run: func(_ int, ctx context.Context, limits cover.Limits) cover.Stats {
		got = asked{ctx, limits}
		return cover.Stats{Status: cover.Solved, Search: took}
	}}
	x := prepared(t, s, 3)
	ctx := context.WithValue(context.Background(), asked{}, 1)
	x.Run(ctx, cover.Limits{}, nil)
	if got.limits != (cover.Limits{Trace: &x.guide}) {
		t.Errorf("the first run: got %+v, want the guide", got.limits)
	}
	x.Run(ctx, cover.Limits{}, nil)
	if want := (asked{ctx, cover.Limits{}}); got != want {
		t.Errorf("a brief run: got %+v, want what the caller gave", got)
	}
	took = 2 * time.Hour
	x = prepared(t, s, 3)
	x.setup = 0
	x.Run(ctx, cover.Limits{}, nil)
	traced := cover.Limits{Trace: &cover.Trace{}}
	x.Run(ctx, traced, nil)
	if want := (asked{ctx, traced}); got != want || s.prepared.Load() != 2 {
		t.Errorf("a traced run: got %+v and %d searches, want what the caller gave, and 2", got, s.prepared.Load())
	}
	x.Run(ctx, cover.Limits{Nodes: 5}, nil)
	if want := (asked{ctx, cover.Limits{Nodes: 5}}); got != want {
		t.Errorf("a limited run: got %+v, want what the caller gave", got)
	}
}

// The setup of the others is in vain if the search ends meanwhile.
func TestPatienceGrowsWithTheSetupOfTheOthers(t *testing.T) {
	p := corpustest.Problem("queens/6")
	here, other := &worker{p: p}, &worker{}
	for _, c := range []struct {
		name    string
		workers int
		setup   time.Duration
		took    time.Duration
		others  []*worker
		want    time.Duration
	}{
		{"a fast setup", 2, 1, 0, nil, 100},
		{"a setup that counts", 2, 50, 0, nil, 1000},
		{"the only worker", 1, 50, 1 << 40, nil, math.MaxInt64},
		{"set up already", 2, 50, 0, []*worker{here}, 100},
		{"one of two set up", 3, 50, 0, []*worker{here}, 1000},
		{"the last of two set up", 3, 50, 0, []*worker{here, here}, 100},
		{"more than needed", 2, 50, 0, []*worker{here, other}, 100},
		{"set up for another problem", 2, 50, 0, []*worker{other}, 1000},
		{"a run that ended before the others were ready", 2, 50, 150, nil, 1000},
		{"a longer run", 2, 50, 151, nil, 0},
		{"a run that ended before the call", 2, 50, 100, []*worker{here}, 100},
		{"a run a little longer, set up already", 2, 50, 101, []*worker{here}, 0},
	} {
		x := &search{solver: solver{workers: c.workers, alone: 100, setups: 20}, p: p, setup: c.setup, took: c.took, others: c.others}
		if got := x.patience(); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestFirstLookAtTheClockStartsTheWait(t *testing.T) {
	x := &search{solver: solver{workers: 2, alone: time.Hour}}
	if x.late() || x.wait != time.Hour || time.Since(x.began) > time.Minute {
		t.Errorf("got a wait of %v since %v, want an hour from now on", x.wait, x.began)
	}
	x.alone, x.began = 2*time.Hour, x.began.Add(-time.Minute)
	before := x.began
	if x.late() || x.wait != time.Hour || x.began != before {
		t.Errorf("the second look: got a wait of %v since %v, want the hour since %v", x.wait, x.began, before)
	}
	if x.began = before.Add(-time.Hour); !x.late() {
		t.Error("after an hour: got not late")
	}
	s := &scripted{}
	x = prepared(t, s, 2)
	x.wait = 1
	s.run = func(int, context.Context, cover.Limits) cover.Stats {
		if x.wait != 0 {
			t.Errorf("the next run: got a wait of %v from the start, want 0", x.wait)
		}
		return cover.Stats{}
	}
	x.Run(context.Background(), cover.Limits{}, nil)
}

func TestResetForgetsTheTimeOfTheProblemBefore(t *testing.T) {
	s := &scripted{}
	x := prepared(t, s, 2)
	x.took, x.brief, x.last = 1, true, 1
	p := corpustest.Problem("queens/4")
	if err := x.Reset(p); err != nil || x.p != p || x.first.p != p || x.took != 0 || x.brief || x.last != 0 {
		t.Errorf("got %v, took %v, brief %v, last %v, want nothing known of the new problem", err, x.took, x.brief, x.last)
	}
}

// A long search looks at the clock in its first run too. The time that the first worker is alone is
// over then, or it is not.
func TestFirstRunCallsTheOthersWhenItIsLate(t *testing.T) {
	p := corpustest.Problem("queens/8")
	for alone, want := range map[time.Duration]int{1: 2, time.Hour: 0} {
		x, err := cover.Prepare(solver{dlx.Index(cover.MRV), 3, alone, 0}, p)
		if err != nil {
			t.Fatal(err)
		}
		x.Run(context.Background(), cover.Limits{}, nil)
		if got := len(x.(*search).others); got != want {
			t.Errorf("alone for %v: got %d other workers, want %d", alone, got, want)
		}
	}
}

// One of the others repeats what the first worker has done, so that jobs can be made. The first seven
// nodes of queens/6 are on the levels 0, 1, 2, 3, 3, 4 and 2.
func TestScoutLocatesTheFirstWorker(t *testing.T) {
	for _, c := range []struct {
		nodes   int64
		located bool
		want    []int32
	}{{0, true, nil}, {1, true, []int32{1, 0}}, {7, true, []int32{1, 1, 2, 0}}, {1 << 40, false, nil}} {
		p := corpustest.Problem("queens/6")
		x, err := cover.Prepare(solver{dlx.Index(cover.MRV), 3, 0, 0}, p)
		if err != nil {
			t.Fatal(err)
		}
		s := x.(*search)
		s.pool.begin(context.Background(), nil)
		s.call(c.nodes)
		if c.nodes == 1<<40 {
			s.pool.stop() // the search has fewer nodes, so nothing else would end the others
		} else {
			for !locatedOf(&s.pool) {
				time.Sleep(time.Millisecond)
			}
		}
		if got := locatedOf(&s.pool); got != c.located || !slices.Equal(originOf(&s.pool)[:len(c.want)], c.want) {
			t.Errorf("%d nodes: got located %v, origin %v, want %v, %v", c.nodes, got, originOf(&s.pool), c.located, c.want)
		}
		if s.pool.workers != 3 || len(s.others) != 2 || len(s.pool.origin) != p.MaxDepth()+2 {
			t.Errorf("%d nodes: got %d workers, %d others and %d levels, want 3, 2 and %d",
				c.nodes, s.pool.workers, len(s.others), len(s.pool.origin), p.MaxDepth()+2)
		}
		s.end()
		if s.called || s.pool.stopped.Load() {
			t.Errorf("after the end: got called %v, stopped %v, want neither", s.called, s.pool.stopped.Load())
		}
	}
}

func locatedOf(p *pool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.located
}

func originOf(p *pool) []int32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.origin
}

func TestOneOfTheOthersScoutsUnlessAllStartAtOnce(t *testing.T) {
	for _, nodes := range []int64{0, 5} {
		var scouts, others atomic.Int32
		s := &scripted{run: func(_ int, _ context.Context, limits cover.Limits) cover.Stats {
			if others.Add(1); limits.Nodes == nodes {
				scouts.Add(1)
			}
			return cover.Stats{Status: cover.Limit}
		}}
		x := prepared(t, s, 4)
		x.pool.begin(context.Background(), nil)
		x.call(nodes)
		for s.prepared.Load() < 4 {
			runtime.Gosched()
		}
		x.end()
		if want := int32(min(nodes, 1)); scouts.Load() != want || others.Load() != want {
			t.Errorf("%d nodes: got %d scouts in %d runs, want %d", nodes, scouts.Load(), others.Load(), want)
		}
	}
}

func TestWorkersAreAsManyAsGOMAXPROCSUnlessToldOtherwise(t *testing.T) {
	x := &search{}
	for range 2 {
		if got, want := x.team(), runtime.GOMAXPROCS(0); got != want {
			t.Errorf("got %d workers, want %d", got, want)
		}
	}
	if x.workers = 1; x.team() != 1 {
		t.Errorf("got %d workers, want 1", x.team())
	}
}

// The first worker searches the whole tree before the scout has located it. The scout must stop, and
// the run must wait for it: it may still fail.
func TestRunWaitsForWorkersThatItHasStopped(t *testing.T) {
	s := &scripted{}
	x := prepared(t, s, 2)
	s.run = func(n int, ctx context.Context, limits cover.Limits) cover.Stats {
		if n == 1 {
			x.call(5)
			return cover.Stats{Status: cover.Solved}
		}
		for end := time.Now().Add(time.Minute); ctx.Err() == nil; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				panic("the scout was not stopped")
			}
		}
		time.Sleep(20 * time.Millisecond)
		panic("late")
	}
	if returned, value := outcome(x); returned || value != "late" {
		t.Errorf("got returned %v, panic %v, want the panic of the stopped worker", returned, value)
	}
}
