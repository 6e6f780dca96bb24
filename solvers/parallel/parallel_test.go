package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
	"xcbench/solvers/parallel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// eager returns a search of p by so many workers that all start at once.
func eager(t *testing.T, s cover.Solver, workers int, p *cover.Problem) cover.Search {
	t.Helper()
	x, err := cover.Prepare(parallel.Eager(s, workers), p)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// run returns the statistics without the time.
func run(x cover.Search, limits cover.Limits, visit cover.Visitor) cover.Stats {
	stats := x.Run(context.Background(), limits, visit)
	stats.Search = 0
	return stats
}

// agree runs the variants asked for on p, if they do not refuse it, with several numbers of workers, and returns how
// many gifts these made.
func agree(t *testing.T, name string, p *cover.Problem, workers []int, which func(solvers.Variant) bool) (given int) {
	t.Helper()
	for _, v := range divisible() {
		if !which(v) {
			continue
		}
		want, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
		if refused(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		want.Setup, want.Search = 0, 0
		for _, n := range workers {
			for call, solver := range map[string]cover.Solver{"at once": parallel.Eager(v, n), "soon": parallel.Soon(v, n)} {
				x, err := cover.Prepare(solver, p)
				if err != nil {
					t.Fatal(err)
				}
				for range 2 { // the second run calls them at once in any case
					if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
						t.Fatalf("%s, %s with %d workers, called %s: got %+v, want %+v", name, v.Name, n, call, got, want)
					}
				}
				given += parallel.Given(x)
			}
		}
	}
	return given
}

func TestCountersAreThoseOfOneWorker(t *testing.T) {
	every := func(solvers.Variant) bool { return true }
	workers := []int{1, 2, 3, 8}
	if testing.Short() {
		workers = []int{3}
	}
	for _, c := range []struct {
		instance string
		long     bool
		which    func(solvers.Variant) bool
	}{
		{"queens/8", false, every}, {"langford/7", false, every}, {"bell/8", false, every}, {"latin/4", false, every},
		{"sudoku/inkala_2012", false, quick}, {"domino/6x6", false, quick}, {"queens/10", false, quick}, {"sts/7", false, quick},
		{"sudoku/golden_nugget", false, quick},
		{"soma/cube", true, quick}, {"pentomino/scott", true, quick}, {"langford/11", true, quick}, {"queens/12", true, quick},
	} {
		if c.long && testing.Short() {
			continue
		}
		given := agree(t, c.instance, corpustest.Problem(c.instance), workers, c.which)
		t.Logf("%s: %d gifts", c.instance, given)
		if c.long && given == 0 {
			t.Errorf("%s: no gift was made", c.instance)
		}
	}
}

func TestCountersOnRandomProblemsAreThoseOfOneWorker(t *testing.T) {
	trials := 1000
	if testing.Short() {
		trials = 100
	}
	given := 0
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
			continue // too large, and so it is with the leftmost item
		}
		given += agree(t, fmt.Sprint("seed ", seed), p, []int{2, 3}, func(v solvers.Variant) bool { return v.Rule != cover.First })
	}
	if given == 0 {
		t.Error("no gift was made")
	}
}

// quick says whether a variant searches the larger problems in a second.
func quick(v solvers.Variant) bool { return v.Rule != cover.First && v.Counter != solvers.Entries }

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
