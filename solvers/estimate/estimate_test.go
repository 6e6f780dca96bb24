package estimate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
	"xcbench/solvers/estimate"
)

var mrv = dlx.Index(cover.MRV)

// run estimates the tree of dlx_index.
func run(t *testing.T, p *cover.Problem, o estimate.Options) estimate.Estimate {
	t.Helper()
	e, err := estimate.Run(t.Context(), mrv, p, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func solved(t *testing.T, p *cover.Problem) cover.Stats {
	t.Helper()
	stats, err := cover.Solve(t.Context(), mrv, p, cover.Limits{}, nil)
	if err != nil || stats.Status != cover.Solved {
		t.Fatal(stats.Status, err)
	}
	return stats
}

// long is true under "make test-long", which makes more probes.
var long = os.Getenv("XCBENCH_LONG") != ""

// Each probe is an unbiased estimate of each level. So the mean of many probes must be within a few
// standard errors of the exact number, for any width.
func TestProbesAreUnbiasedOnEveryLevel(t *testing.T) {
	probes := 500
	if long {
		probes = 3000
	}
	for _, id := range []string{"queens/6", "pentomino/3x20"} {
		p := corpustest.Problem(id)
		if id == "pentomino/3x20" { // a small part of it, with dead ends on all levels
			p = p.Restrict([]int32{0, 400}, nil)
		}
		exact := solved(t, p)
		for _, width := range []int{1, 3, 10} {
			e := run(t, p, estimate.Options{Probes: probes, Width: width, Seed: 5})
			before := probes
			for k, got := range e.Levels {
				name := fmt.Sprintf("%s, width %d, level %d", id, width, k)
				if got.Probes < 1 || got.Probes > before || k == 0 && got.Probes != probes {
					t.Errorf("%s: %d probes came there, and %d to the level above", name, got.Probes, before)
				}
				before = got.Probes
				unbiased(t, name+", nodes", got.Nodes, exact.Levels[k].Nodes, got.Probes)
				unbiased(t, name+", updates", got.Updates, exact.Levels[k].Updates, got.Probes)
			}
			unbiased(t, id+", solutions", e.Total.Solutions, exact.Solutions, probes)
			unbiased(t, id+", nodes", e.Total.Nodes, exact.Nodes, probes)
		}
	}
}

// unbiased fails if the mean is more than 4.5 standard errors off. If fewer than 100 probes came to
// a level, the standard error itself is unknown.
func unbiased(t *testing.T, name string, got estimate.Quantity, exact int64, seen int) {
	t.Helper()
	const deviations = 4.5 / 1.96
	want := float64(exact)
	room := deviations*math.Max(got.High-got.Value, got.Value-got.Low) + 1e-9*want
	if seen >= 100 && math.Abs(got.Value-want) > room {
		t.Errorf("%s: got %.5g ± %.3g, want %.5g", name, got.Value, room, want)
	}
}

func TestASampleOfTheWholeTreeIsExact(t *testing.T) {
	for _, name := range []string{"dlx_index", "bitset", "lanes", "naive"} {
		v, _ := solvers.Find(name)
		for _, id := range []string{"queens/6", "sudoku/norvig_impossible"} {
			p := corpustest.Problem(id)
			search, err := cover.Prepare(v, p)
			if err != nil {
				t.Fatal(err)
			}
			want := search.Run(t.Context(), cover.Limits{Nodes: 1000}, nil)
			if want.Status != cover.Solved {
				continue
			}
			e, err := estimate.Run(t.Context(), v, p, estimate.Options{Probes: 2, Width: 1 << 20})
			if err != nil {
				t.Fatal(id, v.Name, err)
			}
			got := cover.Stats{Status: cover.Solved, Solutions: exact(t, e.Total.Solutions), Nodes: exact(t, e.Total.Nodes),
				Updates: exact(t, e.Total.Updates), Search: want.Search}
			for _, l := range e.Levels {
				got.Levels = append(got.Levels, cover.Level{Nodes: exact(t, l.Nodes), Updates: exact(t, l.Updates)})
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s by %s: got %+v, want %+v", id, v.Name, got, want)
			}
		}
	}
}

// exact returns a quantity that must be known.
func exact(t *testing.T, q estimate.Quantity) int64 {
	t.Helper()
	if q.Low != q.Value || q.High != q.Value || q.Value != math.Trunc(q.Value) {
		t.Errorf("got %+v, want a whole number without an interval", q)
	}
	return int64(q.Value)
}

// 95% of the intervals should contain the number. At least 85% must, with the fewest probes that a user
// would take.
func TestIntervalsCoverKnownTrees(t *testing.T) {
	seeds := 20
	if long {
		seeds = 100
	}
	for _, id := range []string{"langford/7", "queens/8_middle"} {
		p := corpustest.Problem(id)
		want, nodes, updates := solved(t, p), 0, 0
		for seed := range uint64(seeds) {
			e := run(t, p, estimate.Options{Probes: 16, Width: 8, Seed: seed})
			nodes += covers(e.Total.Nodes, want.Nodes)
			updates += covers(e.Total.Updates, want.Updates)
		}
		if least := seeds * 85 / 100; nodes < least || updates < least {
			t.Errorf("%s: the intervals contain the nodes in %d and the updates in %d of %d estimates, want 85%%", id, nodes, updates, seeds)
		}
	}
}

func covers(q estimate.Quantity, want int64) int {
	if q.Low <= float64(want) && float64(want) <= q.High {
		return 1
	}
	return 0
}

func TestTheSeedAloneDecides(t *testing.T) {
	p := corpustest.Problem("queens/8")
	on := func(processors int, seed uint64, within float64) estimate.Estimate {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		e := run(t, p, estimate.Options{Probes: 400, Width: 4, Seed: seed, Within: within})
		e.Visits = 0 // probes that were not needed may have been made
		return e
	}
	for _, within := range []float64{0, 0.1} {
		one := on(1, 7, within)
		if four := on(4, 7, within); !reflect.DeepEqual(one, four) {
			t.Errorf("within %v: got %+v on four processors, want %+v as on one", within, four.Total, one.Total)
		}
		if other := on(1, 8, within); reflect.DeepEqual(one.Total, other.Total) {
			t.Error("got the same estimate for two seeds")
		}
		if all := one.Total.Nodes; within > 0 && (one.Probes == 400 || all.High-all.Low > 2*within*all.Value) {
			t.Errorf("got %d probes and %+v, want fewer than 400 within %v", one.Probes, all, within)
		} else if within == 0 && one.Probes != 400 {
			t.Errorf("got %d probes, want 400", one.Probes)
		}
	}
}

// All probes of the tree of Tiny are equal. The interval is looked at after each block of 8 probes. A
// probe enters its sample of each level, and the nodes above it each time. The tree has a root, two
// nodes below it, and one below the first of them: 1, 3 and 3 nodes.
func TestOptionsSayHowMuchToProbe(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, c := range []struct {
		given         estimate.Options
		probes, width int
	}{
		{estimate.Options{}, 32, 128},
		{estimate.Options{Probes: 3, Width: 5}, 3, 5},
		{estimate.Options{Probes: 16, Within: 0.1}, 8, 128},
		{estimate.Options{Probes: 7, Within: 0.1}, 7, 128},
	} {
		e := run(t, textbook.Tiny(), c.given)
		if e.Probes != c.probes || e.Width != c.width || e.Visits != int64(7*c.probes) {
			t.Errorf("%+v: got %d probes of width %d with %d visits, want %d, %d and %d", c.given, e.Probes, e.Width, e.Visits,
				c.probes, c.width, 7*c.probes)
		}
	}
}

type searchOf func(context.Context, cover.Limits, cover.Visitor) cover.Stats

func (f searchOf) Run(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
	return f(ctx, l, v)
}

// prepared is a solver whose searches are made by a function, or not.
type prepared func() (cover.Search, error)

func (prepared) Capabilities() cover.Capabilities               { return cover.Capabilities{Secondary: true} }
func (f prepared) Prepare(*cover.Problem) (cover.Search, error) { return f() }

// changing is dlx_index on a problem. The function may change the statistics of each run of a
// search, given their number, from 1.
func changing(p *cover.Problem, change func(run int, s *cover.Stats)) prepared {
	return func() (cover.Search, error) {
		search, err := cover.Prepare(mrv, p)
		runs := 0
		return searchOf(func(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
			stats := search.Run(ctx, l, v)
			runs++
			change(runs, &stats)
			return stats
		}), err
	}
}

func TestAnEndedContextLeavesTheProbesSoFar(t *testing.T) {
	// With two processors, one may make all these runs before the other has ended the first probe.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := corpustest.Problem("queens/8")
	ctx, cancel := context.WithCancel(t.Context())
	e, err := estimate.Run(ctx, changing(p, func(run int, _ *cover.Stats) {
		if run == 200 {
			cancel()
		}
	}), p, estimate.Options{Probes: 1 << 30, Width: 2})
	if !errors.Is(err, context.Canceled) || e.Probes < 2 || e.Probes > 200 {
		t.Errorf("got %v and %d probes, want the error of the context and some probes", err, e.Probes)
	}
}

func TestAProcessorThatCannotPrepareIsAnError(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	p := textbook.Tiny()
	full := errors.New("full")
	var made atomic.Int32
	_, err := estimate.Run(t.Context(), prepared(func() (cover.Search, error) {
		if made.Add(1) == 2 {
			return nil, full
		}
		return cover.Prepare(mrv, p)
	}), p, estimate.Options{})
	if err != full {
		t.Errorf("got %v, want %v", err, full)
	}
}

func TestAnEstimateOfATreeThatChangesIsAnError(t *testing.T) {
	p := corpustest.Problem("queens/6")
	third := func(change func(*cover.Stats)) cover.Solver {
		return changing(p, func(run int, s *cover.Stats) {
			if run == 3 {
				change(s)
			}
		})
	}
	for what, s := range map[string]cover.Solver{
		"another status":  third(func(s *cover.Stats) { s.Status = cover.Limit }),
		"one more node":   third(func(s *cover.Stats) { s.Levels[len(s.Levels)-1].Nodes++ }),
		"one fewer level": third(func(s *cover.Stats) { s.Levels = s.Levels[:len(s.Levels)-1] }),
		"a search that has asked for no node": prepared(func() (cover.Search, error) {
			return searchOf(func(context.Context, cover.Limits, cover.Visitor) cover.Stats {
				return cover.Stats{Status: cover.Solved, Nodes: 1, Levels: []cover.Level{{Nodes: 1}}}
			}), nil
		}),
	} {
		_, err := estimate.Run(t.Context(), s, p, estimate.Options{Width: 4})
		if err == nil || !strings.Contains(err.Error(), "the search does not repeat itself") {
			t.Errorf("%s: got %v, want that the search does not repeat itself", what, err)
		}
	}
}

// The children of a child are estimated after those of its parent, with any width.
func TestSizesOfChildrenAddUpToTheTree(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(40) {
		p := textbook.Random(seed)
		x, err := estimate.New(mrv, p)
		if err != nil {
			t.Fatal(err)
		}
		below := func(width, probes int, path ...int32) (whole float64, sizes []float64) {
			sizes, err := x.Children(t.Context(), path, width, probes, dice)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range sizes {
				whole += n
			}
			return 1 + whole, sizes
		}
		all, sizes := below(1<<20, 2)
		if want := float64(solved(t, p).Nodes); all != want {
			t.Errorf("seed %d: got %v nodes, want %v", seed, all, want)
		}
		for child, want := range sizes {
			if got, _ := below(1<<20, 2, int32(child)); got != want {
				t.Errorf("seed %d, child %d: got %v nodes, want %v", seed, child, got, want)
			}
		}
		if _, narrow := below(1, 1); len(narrow) != len(sizes) || len(narrow) > 0 && slices.Min(narrow) < 1 {
			t.Errorf("seed %d, width 1: got %v, want a node for each child", seed, narrow)
		}
	}
}
