package parallel_test

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/solvers/parallel"
)

// scripted is a solver whose searches do what a test says. To set up the first one takes some time.
type scripted struct {
	setup    time.Duration
	prepared atomic.Int32 // how many searches were prepared
	run      func(n int, ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats
}

func (*scripted) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

func (s *scripted) Prepare(*cover.Problem) (cover.Search, error) {
	n := int(s.prepared.Add(1))
	if n == 1 {
		time.Sleep(s.setup)
	}
	return scriptedSearch{s, n}, nil
}

// scriptedSearch is search n of its solver, from 1.
type scriptedSearch struct {
	*scripted
	n int
}

func (x scriptedSearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	return x.run(x.n, ctx, limits, visit)
}

func (x scriptedSearch) Reset(*cover.Problem) error { return nil }

// prepared returns a search by so many workers.
func prepared(t *testing.T, s cover.Solver, workers int) cover.Search {
	t.Helper()
	x, err := cover.Prepare(parallel.New(s, workers), corpustest.Problem("queens/6"))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// onProcessors sets GOMAXPROCS until the test ends.
func onProcessors(t *testing.T, n int) {
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// The first worker searches alone for so long if the setup is fast.
const alone = 500 * time.Microsecond

// A run begins alone. If the time of the run before is known, a brief run is the solver's own, and a
// long one begins with all workers. Runs with limits or a trace are the solver's own, and tell
// nothing about other runs. The time of a run is that of all its workers, as if one had done the
// work.
func TestARunBeginsAsTheTimeOfTheRunBeforeSays(t *testing.T) {
	const long = time.Hour
	type run struct {
		took   time.Duration // negative for a run that is not solved; 0 for a reset
		limits cover.Limits
		want   string
	}
	traced, limited := cover.Limits{Trace: &cover.Trace{}}, cover.Limits{Nodes: 5}
	for _, c := range []struct {
		name    string
		workers int
		setup   time.Duration
		runs    []run
		want    int32 // how many searches are prepared
	}{
		{"brief", 3, 0, []run{{took: alone - 1, want: "alone"}, {took: long, want: "own"}, {took: long, want: "own"}}, 1},
		{"not brief, and not long", 3, 0, []run{{took: alone, want: "alone"}, {took: alone, want: "alone"}}, 1},
		{"long", 3, 0, []run{{took: alone + 1, want: "alone"}, {took: long, want: "all"}, {took: long, want: "all"}}, 3},
		{"over before others are set up", 3, 50, []run{{took: alone + 50, want: "alone"}, {took: long, want: "alone"}}, 1},
		{"over after others are set up", 3, 50, []run{{took: alone + 51, want: "alone"}, {took: long, want: "all"}}, 3},
		{"two workers", 2, 0, []run{{took: long, want: "alone"}, {took: long, want: "all"}}, 2},
		{"one worker", 1, 0, []run{{took: long, want: "alone"}, {took: long, want: "alone"}}, 1},
		{"as many workers as processors", 0, 0, []run{{took: long, want: "alone"}, {took: long, want: "all"}}, 4},
		{"a timeout", 3, 0, []run{{took: -long, want: "alone"}, {took: long, want: "alone"}}, 1},
		{"limits", 3, 0, []run{{took: 1, limits: limited, want: "own"}, {took: long, want: "alone"},
			{took: 1, limits: limited, want: "own"}, {took: 1, limits: traced, want: "own"}, {took: long, want: "all"},
			{took: 1, limits: traced, want: "own"}}, 3},
		{"brief for three", 3, 0, []run{{took: long, want: "alone"}, {took: alone/3 - 1, want: "all"}, {took: 1, want: "own"}}, 3},
		{"long for three", 3, 0, []run{{took: long, want: "alone"}, {took: alone/3 + 1, want: "all"}, {took: 1, want: "all"}}, 3},
		{"reset after a long run", 3, 0, []run{{took: long, want: "alone"}, {}, {took: long, want: "alone"}}, 1},
		{"reset after a brief run", 3, 0, []run{{took: 1, want: "alone"}, {took: 1, want: "own"}, {}, {took: 1, want: "alone"}}, 1},
		{"reset after runs", 3, 0, []run{{took: long, want: "alone"}, {took: long, want: "all"}, {}, {took: long, want: "alone"}}, 3},
	} {
		onProcessors(t, 4)
		synctest.Test(t, func(t *testing.T) {
			var now run
			got := ""
			s := &scripted{setup: c.setup, run: func(_ int, _ context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
				switch {
				case limits == now.limits:
					got = "own"
				case limits.Trace.Look != nil:
					got = "alone"
				default: // it decides about nodes from the root on
					got = "all"
				}
				if now.took < 0 {
					return cover.Stats{Status: cover.Timeout, Search: -now.took}
				}
				return cover.Stats{Status: cover.Solved, Search: now.took}
			}}
			x := prepared(t, s, c.workers)
			for k, r := range c.runs {
				if now = r; r.took == 0 {
					x.(cover.Resetter).Reset(corpustest.Problem("queens/4"))
				} else if stats := x.Run(t.Context(), r.limits, nil); got != r.want || stats.Search != max(r.took, -r.took) {
					t.Errorf("%s, run %d: got %s and a search of %v, want %s", c.name, k+1, got, stats.Search, r.want)
				}
			}
			if got := s.prepared.Load(); got != c.want {
				t.Errorf("%s: got %d searches, want %d", c.name, got, c.want)
			}
		})
	}
}

// The setup of the others is in vain if the search ends meanwhile. The first look at the clock
// starts the wait. One of the others scouts, by entering as many nodes as the first worker.
func TestTheFirstWorkerWaitsForTwentySetupsOfTheOthers(t *testing.T) {
	const never = 20 * alone
	for _, c := range []struct {
		name       string
		setup      time.Duration
		processors [2]int        // of the first and the second run
		took       time.Duration // each worker in the first run; 0 if it was not solved
		reset      bool          // to another problem
		want       [2]time.Duration
	}{
		{"a fast setup, and none", 25 * time.Microsecond, [2]int{2, 2}, 0, false, [2]time.Duration{alone, alone}},
		{"a setup that counts, and none", 50 * time.Microsecond, [2]int{2, 2}, 0, false, [2]time.Duration{2 * alone, alone}},
		{"the only worker", 50 * time.Microsecond, [2]int{1, 1}, 0, false, [2]time.Duration{never, never}},
		{"one of two set up", 50 * time.Microsecond, [2]int{2, 3}, 0, false, [2]time.Duration{2 * alone, 2 * alone}},
		{"more than needed", 50 * time.Microsecond, [2]int{3, 2}, 0, false, [2]time.Duration{2 * alone, alone}},
		{"set up for another problem", 50 * time.Microsecond, [2]int{2, 2}, 0, true, [2]time.Duration{2 * alone, 2 * alone}},
		{"over before the call", 50 * time.Microsecond, [2]int{2, 2}, alone / 2, false, [2]time.Duration{2 * alone, alone}},
		{"over after it", 50 * time.Microsecond, [2]int{2, 2}, alone/2 + 1, false, [2]time.Duration{2 * alone, 0}},
	} {
		onProcessors(t, 1)
		synctest.Test(t, func(t *testing.T) {
			var waited time.Duration
			var scouts atomic.Int32
			x := prepared(t, &scripted{setup: c.setup, run: func(n int, _ context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
				if n > 1 {
					if limits.Nodes == 5 {
						scouts.Add(1)
					}
					return cover.Stats{Status: cover.Limit}
				}
				waited = 0
				if look := limits.Trace.Look; look != nil { // otherwise all have begun
					time.Sleep(time.Hour)
					for ; look(5) < 0 && waited < never; waited += time.Microsecond {
						time.Sleep(time.Microsecond)
					}
				}
				if c.took == 0 {
					return cover.Stats{Status: cover.Timeout}
				}
				return cover.Stats{Status: cover.Solved, Search: c.took}
			}}, 0)
			for k, want := range c.want {
				runtime.GOMAXPROCS(c.processors[k])
				if k == 1 && c.reset {
					x.(cover.Resetter).Reset(corpustest.Problem("queens/4"))
				}
				scouts.Store(0)
				x.Run(t.Context(), cover.Limits{}, nil)
				if called := want > 0 && want < never; waited != want || (scouts.Load() == 1) != called || scouts.Load() > 1 {
					t.Errorf("%s, run %d: got %v alone and %d scouts, want %v", c.name, k+1, waited, scouts.Load(), want)
				}
			}
		})
	}
}

// The first worker searches the whole tree before the scout has located it. The scout must stop, and
// the run must wait for it: it may still fail.
func TestRunWaitsForWorkersThatItHasStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{run: func(n int, ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
			if n == 1 {
				for limits.Trace.Look(5) < 0 {
					time.Sleep(alone)
				}
				return cover.Stats{Status: cover.Solved}
			}
			for k := 0; ctx.Err() == nil; k++ {
				if time.Sleep(time.Millisecond); k == 1000 {
					panic("the scout was not stopped")
				}
			}
			time.Sleep(time.Second)
			panic("late")
		}}
		if returned, value := outcome(prepared(t, s, 2)); returned || value != "late" {
			t.Errorf("got returned %v, panic %v, want the panic of the stopped worker", returned, value)
		}
	})
}

// A worker may find more solutions while another one tells it to stop. They do not count.
func TestVisitorThatWantsNoMoreIsNotCalledAgain(t *testing.T) {
	x := eager(t, &scripted{run: func(_ int, _ context.Context, _ cover.Limits, visit cover.Visitor) cover.Stats {
		for k, want := range []bool{true, false, false} {
			if more := visit(nil); more != want {
				t.Errorf("solution %d: got more %v, want %v", k+1, more, want)
			}
		}
		return cover.Stats{Status: cover.Limit, Solutions: 3}
	}}, 3, corpustest.Problem("queens/6"))
	seen := 0
	got := run(x, cover.Limits{}, func([]int) bool { seen++; return seen < 2 })
	if seen != 2 || got.Solutions != 2 || got.Status != cover.Limit {
		t.Errorf("the visitor saw %d solutions, got %d, %s, want 2, 2, limit", seen, got.Solutions, got.Status)
	}
}

// outcome runs a search on a goroutine of its own. It says whether Run returned, and otherwise what
// it panicked with.
func outcome(x cover.Search) (returned bool, value any) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { value = recover() }()
		x.Run(context.Background(), cover.Limits{}, nil)
		returned = true
	}()
	<-done
	return returned, value
}

// failing is a solver that fails to prepare its second and further searches, given their number.
type failing struct {
	cover.Solver
	made atomic.Int32
	fail func(n int32) error
}

func (s *failing) Prepare(p *cover.Problem) (cover.Search, error) {
	if n := s.made.Add(1); n > 1 && s.fail != nil {
		if err := s.fail(n); err != nil {
			return nil, err
		}
	}
	return s.Solver.Prepare(p)
}

// A worker is set up on a goroutine of its own, so what happens there does not depend on whether
// the worker gets a job. The first failure of several counts. The next run sets the workers up again.
func TestFailureOfAWorkerEndsTheRunInTheCaller(t *testing.T) {
	p := corpustest.Problem("queens/6")
	refusal := cover.Unsupportedf("not again")
	for name, c := range map[string]struct {
		fail func(n int32) error
		want any // what Run panics with; nil if it ends its goroutine
	}{
		"panic": {func(n int32) error {
			time.Sleep(time.Duration(n-2) * time.Second)
			panic(fmt.Sprint("broken ", n))
		}, "broken 2"},
		"Goexit":  {func(int32) error { runtime.Goexit(); return nil }, nil},
		"refusal": {func(int32) error { return refusal }, refusal},
	} {
		synctest.Test(t, func(t *testing.T) {
			one, err := cover.Prepare(dlx.Index(cover.MRV), p)
			if err != nil {
				t.Fatal(err)
			}
			s := &failing{Solver: dlx.Index(cover.MRV), fail: c.fail}
			x := eager(t, s, 3, p)
			if returned, value := outcome(x); returned || value != c.want {
				t.Errorf("%s: got returned %v, panic %v, want panic %v", name, returned, value, c.want)
			}
			s.fail = nil
			for range 2 { // the second time, all workers are set up
				if got, want := run(x, cover.Limits{}, nil), run(one, cover.Limits{}, nil); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("the run after a %s: got %+v, want %+v", name, got, want)
				}
			}
			if got := s.made.Load(); got != 5 {
				t.Errorf("%s: got %d searches, want 3, and 2 more after the failure", name, got)
			}
		})
	}
}
