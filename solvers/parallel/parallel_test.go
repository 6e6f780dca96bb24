package parallel_test

import (
	"context"
	"reflect"
	"runtime"
	"testing"

	"go.uber.org/goleak"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/parallel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// divisible returns the fast variants that have a parallel form.
func divisible() (all []solvers.Variant) {
	for _, v := range solvers.All() {
		if v.Divisible() && v.Rule != cover.First && v.Counter != solvers.Entries {
			all = append(all, v)
		}
	}
	return all
}

// prepared returns a search of p, or nil if the solver refuses p.
func prepared(t *testing.T, s cover.Solver, p *cover.Problem) cover.Search {
	t.Helper()
	x, err := cover.Prepare(s, p)
	if _, refused := err.(*cover.UnsupportedError); err != nil && !refused {
		t.Fatal(err)
	}
	return x
}

// run runs a search and returns its statistics without the time.
func run(x cover.Search, limits cover.Limits, visit cover.Visitor) cover.Stats {
	stats := x.Run(context.Background(), limits, visit)
	stats.Search = 0
	return stats
}

// Each problem is searched twice, by all workers from the beginning and by one that may call the others.
func TestCountersEqualThoseOfOneWorker(t *testing.T) {
	var problems []*cover.Problem
	for seed := range uint64(20) {
		problems = append(problems, textbook.Random(seed))
	}
	for _, id := range []string{"sudoku/golden_nugget", "sudoku/royle17_1", "queens/7", "langford/7", "sts/7"} {
		problems = append(problems, corpustest.Problem(id))
	}
	for _, v := range divisible() {
		for form, s := range []cover.Solver{parallel.Eager(v, 1), parallel.Eager(v, 3), parallel.Eager(v, 8), parallel.New(v, 2)} {
			for k, p := range problems {
				one, x := prepared(t, v, p), prepared(t, s, p)
				if (one == nil) != (x == nil) {
					t.Errorf("%s, problem %d: one of the two forms refuses it, want none or both", v.Name, k)
				}
				if one == nil {
					continue
				}
				for _, limits := range []cover.Limits{{}, {}, {Solutions: 3}, {Nodes: 77}, {Updates: 200}} {
					if got, want := run(x, limits, nil), run(one, limits, nil); !reflect.DeepEqual(got, want) {
						t.Fatalf("%s, form %d, problem %d, %+v: got %+v, want %+v", v.Name, form, k, limits, got, want)
					}
				}
			}
		}
	}
}

// Long searches make many jobs, and workers stop asking about the lowest levels. The first solution waits
// until the others have no work, so that there is a job on a machine with one processor, too.
func TestCountersOfLongSearchesEqualThoseOfOneWorker(t *testing.T) {
	p := corpustest.Problem("queens/9")
	for _, v := range divisible() {
		one, x := prepared(t, v, p), prepared(t, parallel.Eager(v, 3), p)
		got := run(x, cover.Limits{}, func([]int) bool {
			for idle, made := parallel.Waiting(x); idle < 2 && made == 0; idle, made = parallel.Waiting(x) {
				runtime.Gosched()
			}
			return true
		})
		_, made := parallel.Waiting(x)
		if want := run(one, cover.Limits{}, nil); !reflect.DeepEqual(got, want) || made == 0 {
			t.Errorf("%s: got %+v in %d jobs, want %+v in one at least", v.Name, got, made, want)
		}
	}
}
