package parallel_test

import (
	"context"
	"os"
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

// long is true under "make test-long", which tries more.
var long = os.Getenv("XCBENCH_LONG") != ""

// divisible returns the variants that have a parallel form. The fast ones search the larger problems in
// a second.
func divisible(fast bool) (all []solvers.Variant) {
	for _, v := range solvers.All() {
		slow := v.Rule == cover.First || v.Counter == solvers.Entries
		if v.Divisible() && !(fast && slow) {
			all = append(all, v)
		}
	}
	return all
}

// renewed returns a search of p, which is the last one reset if there is one. It returns nil if the
// solver refuses p.
func renewed(t *testing.T, s cover.Solver, last cover.Search, p *cover.Problem) cover.Search {
	t.Helper()
	x, err := cover.Renew(s, last, p)
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

// Each problem is searched twice by a search that has searched the problems before, by all workers from
// the beginning and by one that may call the others.
func TestCountersEqualThoseOfOneWorker(t *testing.T) {
	var problems []*cover.Problem
	seeds := uint64(40)
	if testing.Short() {
		seeds = 4
	}
	for seed := range seeds {
		problems = append(problems, textbook.Random(seed))
	}
	ids := []string{"sudoku/golden_nugget", "sudoku/royle17_1", "queens/7", "langford/7", "sts/7"}
	if !testing.Short() { // which takes minutes under the race detector
		ids = append(ids, "pentomino/3x20")
	}
	for _, id := range ids {
		problems = append(problems, corpustest.Problem(id))
	}
	for _, v := range divisible(true) {
		for name, s := range map[string]cover.Solver{"2": parallel.Eager(v, 2), "3": parallel.Eager(v, 3),
			"8": parallel.Eager(v, 8), "1 of 2": parallel.New(v, 2), "1": parallel.Eager(v, 1)} {
			var x cover.Search
			for k, p := range problems {
				one := renewed(t, v, nil, p)
				if x = renewed(t, s, x, p); one == nil || x == nil {
					if (one == nil) != (x == nil) {
						t.Errorf("%s, problem %d: one of the two forms refuses it, want none or both", v.Name, k)
					}
					continue
				}
				want := run(one, cover.Limits{}, nil)
				for range 2 {
					if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
						t.Fatalf("%s by %s workers, problem %d: got %+v, want %+v", v.Name, name, k, got, want)
					}
				}
			}
		}
	}
}

// Long searches make many jobs, and workers stop asking about the lowest levels. The first solution waits
// until the others have no work, so that there is a job on a machine with one processor, too.
func TestCountersOfLongSearchesEqualThoseOfOneWorker(t *testing.T) {
	ids, variants := []string{"queens/9"}, divisible(true)
	if long {
		ids, variants = []string{"queens/10", "langford/10", "soma/cube", "pentomino/scott"}, divisible(false)
	}
	for _, id := range ids {
		for _, v := range variants {
			p := corpustest.Problem(id)
			one, x := renewed(t, v, nil, p), renewed(t, parallel.Eager(v, 3), nil, p)
			if one == nil {
				continue
			}
			got := run(x, cover.Limits{}, func([]int) bool {
				for idle, made := parallel.Waiting(x); idle < 2 && made == 0; idle, made = parallel.Waiting(x) {
					runtime.Gosched()
				}
				return true
			})
			if want := run(one, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: got %+v, want %+v", id, v.Name, got, want)
			}
			if _, made := parallel.Waiting(x); made == 0 {
				t.Errorf("%s, %s: got no job, want one at least", id, v.Name)
			}
		}
	}
}
