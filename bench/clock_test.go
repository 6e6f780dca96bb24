package bench_test

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"xcbench/bench"
	"xcbench/corpus"
	"xcbench/cover"
	"xcbench/results"
)

// The measuring is tested with solvers that do known amounts of work. No claim depends on the speed
// or the load of the machine. A sleep is never too short. A solver takes processor time until its
// own thread has used enough, and reports how much that was. The times of a run are parts of the
// time that the run took.

// inBothPlaces tests a claim in this process and in a worker process.
func inBothPlaces(t *testing.T, test func(*testing.T, bench.Isolation)) {
	// Other tests would allocate memory in this process at the same time, so it is not parallel.
	t.Run("in process", func(t *testing.T) { test(t, bench.Isolation{}) })
	t.Run("worker", func(t *testing.T) {
		t.Parallel()
		test(t, bench.Isolation{Command: worker, Grace: 100 * time.Millisecond})
	})
}

// recordKnown carries out a plan with solvers of the tests on the instance of threeWays. It returns
// the rows of each solver as they are read back, and how long everything took.
func recordKnown(t *testing.T, p bench.Plan, names ...string) (map[string][]results.Row, time.Duration, error) {
	t.Helper()
	p.Instances = []corpus.Instance{threeWays(t)}
	for _, name := range names {
		p.Variants = append(p.Variants, bad(t, name))
	}
	began := time.Now()
	rows, _, err := rowsOf(t, p)
	return rows, time.Since(began), err
}

// within fails the test unless a value of the row lies between two bounds. A row has six digits.
func within(t *testing.T, r results.Row, unit string, least, most float64) {
	t.Helper()
	const digits = 1e-5
	if got := r.Value(unit); got < least*(1-digits) || got > most*(1+digits) {
		t.Errorf("%s: got %v %s, want %v to %v", r.Solver, got, unit, least, most)
	}
}

func TestEachUnitOfARowIsWhatTheSolverDid(t *testing.T) {
	inBothPlaces(t, func(t *testing.T, place bench.Isolation) {
		debug.FreeOSMemory() // the garbage of other tests is no part of the peak
		rows, _, err := recordKnown(t, bench.Plan{Samples: 2, MinTime: 6 * time.Second, Isolation: place},
			"known", "known_twice", "known_large")
		if err != nil {
			t.Fatal(err)
		}
		small, large := 0.0, math.Inf(1) // peaks
		for _, c := range []struct {
			solver string
			runs   int     // run k claims k, 2k or 3k seconds, so this many run until there are 6
			search float64 // seconds
			setup  float64
			cpu    float64 // the solver takes at least this
			allocs float64
		}{
			{"known", 3, 2, 0.020, 0.010, 5_000},
			{"known_twice", 2, 3, 0.040, 0.015, 10_000},
			{"known_large", 2, 4.5, 0, 0, 1},
		} {
			if len(rows[c.solver]) != 2 {
				t.Fatalf("%s: got %d rows, want 2", c.solver, len(rows[c.solver]))
			}
			for _, r := range rows[c.solver] {
				if r.Status != cover.Solved || r.Runs != c.runs {
					t.Errorf("%s: got %s in %d runs, want solved in %d", r.Solver, r.Status, r.Runs, c.runs)
				}
				used := r.Search - c.search // the processor time that the solver reads
				within(t, r, results.Seconds, c.search+c.cpu, math.Inf(1))
				within(t, r, results.SetupSeconds, c.setup, math.Inf(1))
				within(t, r, results.Solutions, 3, 3)
				within(t, r, results.Nodes, 4, 4)
				within(t, r, results.Updates, 17, 17)
				within(t, r, results.Allocs, c.allocs, 1.5*c.allocs+1000)
				if c.solver == "known_large" {
					within(t, r, results.Seconds, c.search, c.search)
					within(t, r, results.AllocBytes, largeBytes, 1.1*largeBytes)
					large = min(large, r.Value(results.PeakBytes))
					continue
				}
				within(t, r, results.AllocBytes, objectSize*c.allocs, 1.5*objectSize*c.allocs)
				if runtime.GOOS == "linux" {
					within(t, r, results.CPUSeconds, used-1e-5, 1.4*used)
				}
				small = max(small, r.Value(results.PeakBytes))
			}
		}
		if _, err := os.Stat("/proc/self/clear_refs"); err == nil && !(small > 0 && large > small+largeBytes/2) {
			t.Errorf("got peaks of up to %v bytes without and from %v bytes with %d bytes touched", small, large, largeBytes)
		}
	})
}

// The times of all samples are parts of the time of the run, and no two of them overlap. The
// verification is another part.
func TestTimesAreAtLeastWhatASolverSleptAndTogetherFitIntoTheRun(t *testing.T) {
	t.Parallel()
	inBothPlaces(t, func(t *testing.T, place bench.Isolation) {
		rows, took, err := recordKnown(t, bench.Plan{Samples: 2, MinTime: 75 * time.Millisecond, Isolation: place},
			"sleeper", "sleeper_twice")
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		for solver, sleep := range map[string]float64{"sleeper": 0.05, "sleeper_twice": 0.1} {
			total += 2.5 * sleep // the verification prepares and runs it once
			if len(rows[solver]) != 2 {
				t.Fatalf("%s: got %d rows, want 2", solver, len(rows[solver]))
			}
			for _, r := range rows[solver] {
				within(t, r, results.Seconds, sleep, math.Inf(1))
				within(t, r, results.SetupSeconds, 1.5*sleep, math.Inf(1))
				within(t, r, results.CPUSeconds, 0, r.Search)
				total += r.Setup + r.Search*float64(r.Runs)
			}
		}
		if total > took.Seconds()*(1+1e-5) {
			t.Errorf("got times of %v s in all, want at most the %v of the run", total, took)
		}
	})
}

func TestAShortSampleReadsNoMemory(t *testing.T) {
	rows, _, err := recordKnown(t, bench.Plan{Samples: 1, MinTime: time.Millisecond - 1}, "known")
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{results.Allocs, results.AllocBytes, results.PeakBytes} {
		if got, ok := rows["known"][0].Costs.Of(unit); ok {
			t.Errorf("got %v %s, want no value", got, unit)
		}
	}
}

// A search that fails has the time from its announcement to its end. The time of the solver that was
// verified before it, with the same request, is no part of it.
func TestTheTimeOfASearchThatFailsBeginsWithIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		solver string
		status cover.Status
		least  float64 // seconds
	}{
		// It sleeps before it exits, but the announcement may arrive late.
		{"sleeps_exits", results.Crash, 0},
		{"hang", cover.Timeout, 2.101}, // two timeouts, the time of a sample, and the grace
	} {
		t.Run(c.solver, func(t *testing.T) {
			t.Parallel()
			p := bench.Plan{Samples: 1, MinTime: time.Millisecond, Bounds: bench.Bounds{Timeout: time.Second}}
			p.Isolation = bench.Isolation{Command: worker, Grace: 100 * time.Millisecond}
			rows, took, err := recordKnown(t, p, "sleeps_well", c.solver)
			if len(rows[c.solver]) != 1 || rows[c.solver][0].Status != c.status {
				t.Fatalf("got %+v, %v, want one row with status %s", rows, err, c.status)
			}
			r := rows[c.solver][0]
			within(t, r, results.Seconds, c.least, took.Seconds()-2) // the other one slept twice
		})
	}
}
