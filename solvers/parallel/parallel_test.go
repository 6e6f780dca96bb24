package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
	"xcbench/solvers/parallel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// eager returns a search of p whose workers all start at once.
func eager(t *testing.T, s cover.Solver, workers int, p *cover.Problem) cover.Search {
	t.Helper()
	x, err := cover.Prepare(parallel.Eager(s, workers), p)
	if err != nil {
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

// call is when the first worker calls the others in the first run. In the second run it calls them
// at once in any case.
type call struct {
	name string
	form func(s cover.Solver, workers int) cover.Solver
}

var atOnce, soon = call{"at once", parallel.Eager}, call{"soon", parallel.Soon}

// agree compares each variant's parallel form with the variant itself, with several numbers of
// workers, where the variant does not refuse p. It returns how many jobs the workers made.
func agree(t *testing.T, name string, p *cover.Problem, variants []solvers.Variant,
	workers []int, calls ...call) (made int) {
	t.Helper()
	for _, v := range variants {
		want, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
		if refused(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		want.Setup, want.Search = 0, 0
		for _, n := range workers {
			for _, call := range calls {
				x, err := cover.Prepare(call.form(v, n), p)
				if err != nil {
					t.Fatal(err)
				}
				for nth := range 2 {
					if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
						t.Fatalf("%s, %s, run %d with %d workers, called %s: got %+v, want %+v",
							name, v.Name, nth+1, n, call.name, got, want)
					}
				}
				made += parallel.JobsMade(x)
			}
		}
	}
	return made
}

// thorough is true under "make test-long", which tries more.
var thorough = os.Getenv("XCBENCH_LONG") != ""

func TestCountersEqualThoseOfOneWorker(t *testing.T) {
	workers, calls := []int{1, 2, 3, 8}, []call{atOnce, soon}
	if testing.Short() {
		workers, calls = []int{3}, []call{soon}
	}
	for k, id := range []string{"queens/8", "langford/7", "bell/8", "latin/4", "sudoku/inkala_2012", "sudoku/golden_nugget",
		"domino/6x6", "queens/10", "sts/7"} {
		variants, some := divisible(), workers
		if k >= 4 {
			variants = quick(variants)
		}
		if !thorough && len(workers) > 2 { // two of the four numbers, in turns
			some = workers[k%2*2:][:2]
		}
		agree(t, id, corpustest.Problem(id), variants, some, calls...)
	}
}

// Long searches make many jobs, and workers stop asking about the lowest levels. The number of
// workers and the moment of the call matter little there, so "make test-long" tries the others.
func TestCountersOfLongSearchesEqualThoseOfOneWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector")
	}
	ids, workers, calls := []string{"queens/11"}, []int{3}, []call{soon}
	if thorough {
		ids, workers, calls = append(ids, "soma/cube", "queens/12", "langford/11", "pentomino/scott"), []int{1, 2, 3, 8}, []call{atOnce, soon}
	}
	for _, id := range ids {
		made := agree(t, id, corpustest.Problem(id), quick(divisible()), workers, calls...)
		t.Logf("%s: %d jobs", id, made)
		if made == 0 {
			t.Errorf("%s: got no job, want at least one", id)
		}
	}
}

func TestCountersOnRandomProblemsEqualThoseOfOneWorker(t *testing.T) {
	trials := 100
	if thorough {
		trials = 400
	}
	made := 0
	takesLong := func(v solvers.Variant) bool { return v.Rule == cover.First }
	variants := slices.DeleteFunc(divisible(), takesLong)
	for seed := range uint64(trials) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var b cover.Builder
		primary, secondary := rng.IntN(14), rng.IntN(4)
		for i := range primary {
			b.Primary(fmt.Sprintf("p%d", i))
		}
		for i := range secondary {
			b.Secondary(fmt.Sprintf("s%d", i))
		}
		density := rng.Float64() / 2
		for range rng.IntN(60) {
			var items []int
			for i := range primary + secondary {
				if rng.Float64() < density {
					items = append(items, i)
				}
			}
			b.OptionOf(items...)
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		whole, err := cover.Solve(context.Background(), mustFind(t, "dlx_index"), p, cover.Limits{Nodes: 50_000}, nil)
		if err != nil || whole.Status != cover.Solved {
			continue // too large
		}
		made += agree(t, fmt.Sprint("seed ", seed), p, variants, []int{2, 3}, atOnce, soon)
	}
	if made == 0 && runtime.GOMAXPROCS(0) > 1 { // on one processor, small searches end before another worker starts
		t.Error("got no job, want at least one")
	}
}

// quick returns the variants that search the larger problems in a second.
func quick(of []solvers.Variant) (all []solvers.Variant) {
	for _, v := range of {
		if v.Rule != cover.First && v.Counter != solvers.Entries {
			all = append(all, v)
		}
	}
	return all
}

func mustFind(t testing.TB, name string) solvers.Variant {
	v, ok := solvers.Find(name)
	if !ok {
		t.Fatalf("no solver %s", name)
	}
	return v
}

func TestVisitorSeesEachSolutionOnce(t *testing.T) {
	p := corpustest.Problem("queens/9")
	v := mustFind(t, "dlx_index")
	collect := func(x cover.Search) (all []string) {
		run(x, cover.Limits{}, func(options []int) bool {
			if err := cover.Check(p, options); err != nil {
				t.Errorf("%v is no solution: %v", options, err)
			}
			all = append(all, fmt.Sprint(options))
			return true
		})
		slices.Sort(all)
		return all
	}
	one, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := collect(eager(t, v, 3, p)), collect(one); !slices.Equal(got, want) {
		t.Errorf("got %d solutions, want the %d of one worker", len(got), len(want))
	}
}

// divisible returns the variants that have a parallel form.
func divisible() (all []solvers.Variant) {
	for _, v := range solvers.All() {
		if _, ok := solvers.Find(v.Name + solvers.ParallelSuffix); ok {
			all = append(all, v)
		}
	}
	return all
}

// refused says whether err is a solver's refusal of a problem.
func refused(err error) bool {
	var unsupported *cover.UnsupportedError
	return errors.As(err, &unsupported)
}
