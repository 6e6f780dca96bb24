package estimate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

var mrv = dlx.Index(cover.MRV)

func solved(t *testing.T, s cover.Solver, p *cover.Problem) cover.Stats {
	t.Helper()
	stats, err := cover.Solve(context.Background(), s, p, cover.Limits{}, nil)
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
	probes := 1000
	switch {
	case long:
		probes = 3000
	case testing.Short():
		probes = 300
	}
	for _, id := range []string{"queens/6", "langford/7", "domino/4x4", "pentomino/3x20"} {
		p := corpustest.Problem(id)
		if id == "pentomino/3x20" { // a small part of it, with dead ends on all levels
			p = p.Restrict([]int32{0, 400}, nil)
		}
		exact := solved(t, mrv, p)
		for _, width := range []int{1, 3, 10} {
			e, err := Run(context.Background(), mrv, p, Options{Probes: probes, Width: width, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Levels) > len(exact.Levels) {
				t.Errorf("%s: got %d levels, want at most %d", id, len(e.Levels), len(exact.Levels))
			}
			for k, want := range exact.Levels {
				var got Level
				if k < len(e.Levels) {
					got = e.Levels[k]
				}
				name := fmt.Sprintf("%s, width %d, level %d", id, width, k)
				unbiased(t, name+", nodes", got.Nodes, float64(want.Nodes), got.Probes)
				unbiased(t, name+", updates", got.Updates, float64(want.Updates), got.Probes)
			}
			unbiased(t, id+", solutions", e.Total.Solutions, float64(exact.Solutions), probes)
			unbiased(t, id+", nodes", e.Total.Nodes, float64(exact.Nodes), probes)
			unbiased(t, id+", updates", e.Total.Updates, float64(exact.Updates), probes)
		}
	}
}

// unbiased fails if the mean is more than 4.5 standard errors off. If fewer than 100 probes came to
// a level, the standard error itself is unknown.
func unbiased(t *testing.T, name string, got Quantity, want float64, seen int) {
	t.Helper()
	if seen < 100 {
		return
	}
	const deviations = 4.5 / 1.96
	room := deviations*math.Max(got.High-got.Value, got.Value-got.Low) + 1e-9*want
	if math.Abs(got.Value-want) > room {
		t.Errorf("%s: got %.5g ± %.3g, want %.5g", name, got.Value, room, want)
	}
}

func TestASampleOfTheWholeTreeIsExact(t *testing.T) {
	for _, id := range []string{"queens/6", "langford/7", "sudoku/norvig_impossible"} {
		p := corpustest.Problem(id)
		for _, v := range solvers.All() {
			if !v.Divisible() {
				continue
			}
			search, err := cover.Prepare(v, p)
			if err != nil {
				continue // the solver refuses the problem
			}
			limits := cover.Limits{Nodes: 1500}
			want := search.Run(context.Background(), limits, nil)
			if want.Status != cover.Solved || v.Name == "naive_first" {
				continue
			}
			e, err := Run(context.Background(), v, p, Options{Probes: 2, Width: 1 << 20})
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
func exact(t *testing.T, q Quantity) int64 {
	t.Helper()
	if q.Low != q.Value || q.High != q.Value || q.Value != math.Trunc(q.Value) {
		t.Errorf("got %+v, want a whole number without an interval", q)
	}
	return int64(q.Value)
}

// 95% of the intervals should contain the number. At least 85% must, on trees of all kinds, with the
// fewest probes that a user would take.
func TestIntervalsCoverKnownTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("300 estimates")
	}
	seeds := 30
	if long {
		seeds = 60
	}
	for _, id := range []string{"queens/9", "langford/8", "domino/6x6", "sudoku/norvig_impossible", "queens/8_middle"} {
		p := corpustest.Problem(id)
		want := solved(t, mrv, p)
		nodes, updates, levels, allLevels := 0, 0, 0, 0
		for seed := range uint64(seeds) {
			e, err := Run(context.Background(), mrv, p, Options{Probes: 16, Width: 8, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			nodes += covers(e.Total.Nodes, want.Nodes)
			updates += covers(e.Total.Updates, want.Updates)
			for k, l := range e.Levels {
				if l.Probes == e.Probes {
					levels += covers(l.Nodes, want.Levels[k].Nodes)
					allLevels++
				}
			}
		}
		least := (seeds*85 + 99) / 100
		if nodes < least || updates < least || levels < allLevels*85/100 {
			t.Errorf("%s: the intervals contain the nodes in %d, the updates in %d of %d estimates, and the nodes of %d of %d levels; want 85%%",
				id, nodes, updates, seeds, levels, allLevels)
		}
	}
}

func covers(q Quantity, want int64) int {
	if q.Low <= float64(want) && float64(want) <= q.High {
		return 1
	}
	return 0
}

func TestTheSeedAloneDecides(t *testing.T) {
	p := corpustest.Problem("queens/8")
	estimate := func(processors int, seed uint64, within float64) Estimate {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		e, err := Run(context.Background(), mrv, p, Options{Probes: 400, Width: 4, Seed: seed, Within: within})
		if err != nil {
			t.Fatal(err)
		}
		e.Visits = 0 // probes that were not needed may have been made
		return e
	}
	for _, within := range []float64{0, 0.1} {
		one := estimate(1, 7, within)
		if four := estimate(4, 7, within); !reflect.DeepEqual(one, four) {
			t.Errorf("within %v: got %+v on four processors, want %+v as on one", within, four.Total, one.Total)
		}
		if other := estimate(1, 8, within); reflect.DeepEqual(one.Total, other.Total) {
			t.Error("got the same estimate for two seeds")
		}
		if all := one.Total.Nodes; within > 0 && (one.Probes == 400 || all.High-all.Low > 2*within*all.Value) {
			t.Errorf("got %d probes and %+v, want fewer than 400 within %v", one.Probes, all, within)
		} else if within == 0 && one.Probes != 400 {
			t.Errorf("got %d probes, want 400", one.Probes)
		}
	}
}

func TestAnEndedContextLeavesTheProbesSoFar(t *testing.T) {
	// With two processors, one may make all these runs before the other has ended the first probe.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := corpustest.Problem("queens/10")
	ctx, cancel := context.WithCancel(context.Background())
	var made atomic.Int32
	e, err := Run(ctx, solverOf(func() cover.Search {
		search, _ := cover.Prepare(mrv, p)
		return searchOf(func(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
			if made.Add(1) == 200 {
				cancel()
			}
			return search.Run(ctx, l, v)
		})
	}), p, Options{Probes: 1 << 30, Width: 2})
	if !errors.Is(err, context.Canceled) || e.Probes < 2 || e.Probes > 200 || e.Total.Nodes.Value < 1 {
		t.Errorf("got %v and %d probes of %v nodes, want the error of the context and some probes", err, e.Probes, e.Total.Nodes)
	}
}

type searchOf func(context.Context, cover.Limits, cover.Visitor) cover.Stats

func (f searchOf) Run(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
	return f(ctx, l, v)
}

type solverOf func() cover.Search

func (solverOf) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }
func (f solverOf) Prepare(*cover.Problem) (cover.Search, error) {
	return f(), nil
}

// A solver of Knuth's sparse sets tries options in an order that depends on what it did before.
func TestASolverThatDoesNotRepeatItselfIsNoticed(t *testing.T) {
	p := corpustest.Problem("queens/6")
	search, err := cover.Prepare(mrv, p)
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	forgetful := searchOf(func(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
		if runs++; runs == 3 {
			l.Nodes = 1
		}
		return search.Run(ctx, l, v)
	})
	x := &Prober{search: forgetful, reached: make([]int32, p.MaxDepth()+3)}
	x.trace.Enter = x.enter
	if _, _, err := x.probe(context.Background(), 4, rand.New(rand.NewPCG(1, 1)), nil, nil); err != errTree {
		t.Errorf("got %v, want %v", err, errTree)
	}
}

func TestSizesOfChildrenAddUpToTheTree(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(20) {
		p := textbook.Random(seed)
		want := solved(t, mrv, p)
		x, err := New(mrv, p)
		if err != nil {
			t.Fatal(err)
		}
		sizes, err := x.Children(context.Background(), nil, 1<<20, 1, dice)
		if err != nil {
			t.Fatal(err)
		}
		sum := 1.
		for _, n := range sizes {
			sum += n
		}
		if sum != float64(want.Nodes) {
			t.Errorf("got %v nodes, want %d", sum, want.Nodes)
		}
	}
}

func TestAProbeThatEndsEarlyCountsAsNothingOnDeeperLevels(t *testing.T) {
	c := &collector{early: map[int][]tally{}}
	c.add(1, []tally{{1, 2, 0}, {4, 0, 8}}, 0)
	c.add(0, []tally{{1, 2, 0}}, 0)
	c.add(2, []tally{{1, 2, 0}, {2, 0, 1}}, 0)
	e := c.estimate()
	if l := e.Levels[1]; l.Nodes.Value != 2 || l.Solutions.Value != 3 || l.Probes != 2 || e.Levels[0].Probes != 3 || e.Total.Nodes.Value != 3 {
		t.Errorf("got %+v, want means over three probes", e)
	}
}
