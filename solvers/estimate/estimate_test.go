package estimate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
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

// whole returns the whole tree.
func whole(p *cover.Problem) textbook.Tree {
	return textbook.Search(p, cover.MRV, textbook.Links, cover.Limits{})
}

// Each probe is an unbiased estimate of each level. So the mean of many probes must be within a few
// standard errors of the exact number, for any width.
func TestProbesAreUnbiasedOnEveryLevel(t *testing.T) {
	const probes = 200
	for _, p := range []*cover.Problem{
		corpustest.Problem("queens/6"),
		corpustest.Problem("pentomino/3x20").Restrict([]int32{0, 400}, nil), // a small part, with dead ends on all levels
	} {
		exact := whole(p)
		for _, width := range []int{1, 3, 10} {
			e := run(t, p, estimate.Options{Probes: probes, Width: width, Seed: 5})
			before := probes
			for k, got := range e.Levels {
				name := fmt.Sprintf("%d options, width %d, level %d", p.Options(), width, k)
				if got.Probes < 1 || got.Probes > before || k == 0 && got.Probes != probes {
					t.Errorf("%s: %d probes came there, and %d to the level above", name, got.Probes, before)
				}
				before = got.Probes
				unbiased(t, name+", nodes", got.Nodes, exact.Levels[k].Nodes, got.Probes)
				unbiased(t, name+", updates", got.Updates, exact.Levels[k].Updates, got.Probes)
			}
			unbiased(t, "solutions", e.Total.Solutions, exact.Solutions, probes)
			unbiased(t, "nodes", e.Total.Nodes, exact.Nodes, probes)
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
	exactly := func(n int64) estimate.Quantity {
		return estimate.Quantity{Value: float64(n), Low: float64(n), High: float64(n)}
	}
	for _, name := range []string{"dlx_index", "bitset", "lanes", "naive"} {
		v, _ := solvers.Find(name)
		for _, id := range []string{"queens/6", "langford/6"} {
			want, err := cover.Solve(t.Context(), v, corpustest.Problem(id), cover.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := estimate.Run(t.Context(), v, corpustest.Problem(id), estimate.Options{Probes: 2, Width: 1 << 20})
			all := estimate.Estimate{Probes: 2, Width: 1 << 20, Visits: got.Visits,
				Total: estimate.Level{Nodes: exactly(want.Nodes), Updates: exactly(want.Updates), Solutions: exactly(want.Solutions), Probes: 2}}
			for k, l := range want.Levels {
				all.Levels = append(all.Levels, estimate.Level{Nodes: exactly(l.Nodes), Updates: exactly(l.Updates),
					Solutions: got.Levels[k].Solutions, Probes: 2})
			}
			if err != nil || !reflect.DeepEqual(got, all) {
				t.Errorf("%s by %s: got %+v, %v, want %+v", id, v.Name, got, err, all)
			}
		}
	}
}

func TestTheSeedAloneDecides(t *testing.T) {
	p := corpustest.Problem("queens/7")
	const most = 96
	on := func(processors int, seed uint64, within float64) estimate.Estimate {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		e := run(t, p, estimate.Options{Probes: most, Width: 4, Seed: seed, Within: within})
		e.Visits = 0 // probes that were not needed may have been made
		return e
	}
	for _, within := range []float64{0, 0.15} {
		one := on(1, 7, within)
		if four, other := on(4, 7, within), on(1, 8, within); !reflect.DeepEqual(one, four) || reflect.DeepEqual(one.Total, other.Total) {
			t.Errorf("within %v: got %+v on four processors and %+v for another seed, want %+v as on one, and another",
				within, four.Total, other.Total, one.Total)
		}
		if all := one.Total.Nodes; (one.Probes == most) != (within == 0) || within > 0 && all.High-all.Low > 2*within*all.Value {
			t.Errorf("within %v: got %d probes and %+v, want %d only if nothing is wanted", within, one.Probes, all, most)
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

// changing is dlx_index, but a function may change the statistics of each run of a search, given their
// number, from 1. If it counts what it made, the second search is refused.
type changing struct {
	cover.Solver
	made   *atomic.Int32
	change func(run int, s *cover.Stats)
}

type changed struct {
	cover.Search
	changing
	runs int
}

func (s changing) Prepare(p *cover.Problem) (cover.Search, error) {
	if s.made != nil && s.made.Add(1) == 2 {
		return nil, errors.New("full")
	}
	x, err := s.Solver.Prepare(p)
	return &changed{Search: x, changing: s}, err
}

func (x *changed) Run(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
	stats := x.Search.Run(ctx, l, v)
	if x.runs++; x.change != nil {
		x.change(x.runs, &stats)
	}
	return stats
}

func TestAnEndedContextLeavesTheProbesSoFar(t *testing.T) {
	// With two processors, one may make all these runs before the other has ended the first probe.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithCancel(t.Context())
	e, err := estimate.Run(ctx, changing{Solver: mrv, change: func(run int, _ *cover.Stats) {
		if run == 200 {
			cancel()
		}
	}}, corpustest.Problem("queens/8"), estimate.Options{Probes: 1 << 30, Width: 2})
	if !errors.Is(err, context.Canceled) || e.Probes < 2 || e.Probes > 200 {
		t.Errorf("got %v and %d probes, want the error of the context and some probes", err, e.Probes)
	}
}

func TestASearchThatIsRefusedOrDoesNotRepeatItselfIsAnError(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	third := func(change func(*cover.Stats)) cover.Solver {
		return changing{Solver: mrv, change: func(run int, s *cover.Stats) {
			if run == 3 {
				change(s)
			}
		}}
	}
	const repeat = "the search does not repeat itself"
	noTree, _ := solvers.Find("learn")
	for what, c := range map[string]struct {
		s    cover.Solver
		want string
	}{
		"another status":   {third(func(s *cover.Stats) { s.Status = cover.Limit }), repeat},
		"one more node":    {third(func(s *cover.Stats) { s.Levels[len(s.Levels)-1].Nodes++ }), repeat},
		"one fewer level":  {third(func(s *cover.Stats) { s.Levels = s.Levels[:len(s.Levels)-1] }), repeat},
		"no tree":          {noTree, repeat},
		"second processor": {changing{Solver: mrv, made: new(atomic.Int32)}, "full"},
	} {
		_, err := estimate.Run(t.Context(), c.s, corpustest.Problem("queens/6"), estimate.Options{Width: 4})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want that %s", what, err, c.want)
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
		below := func(width int, path ...int32) (whole float64, sizes []float64) {
			sizes, err := x.Children(t.Context(), path, width, 2, dice)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range sizes {
				whole += n
			}
			return 1 + whole, sizes
		}
		all, sizes := below(1 << 20)
		for child, want := range sizes {
			if got, _ := below(1<<20, int32(child)); got != want {
				t.Errorf("seed %d, child %d: got %v nodes, want %v", seed, child, got, want)
			}
		}
		if _, narrow := below(1); all != float64(whole(p).Nodes) || len(narrow) != len(sizes) || len(narrow) > 0 && slices.Min(narrow) < 1 {
			t.Errorf("seed %d: got %v nodes, and %v of the children for width 1, want all and a node for each child", seed, all, narrow)
		}
	}
}
