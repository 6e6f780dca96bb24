package estimate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

func TestOptionsHaveDefaults(t *testing.T) {
	for _, c := range []struct {
		given         Options
		probes, width int
	}{{Options{}, 32, 128}, {Options{Probes: 1, Width: 1}, 1, 1}, {Options{Probes: 3, Width: 5}, 3, 5}} {
		e, err := Run(t.Context(), mrv, textbook.Tiny(), c.given)
		if err != nil || e.Probes != c.probes || e.Width != c.width {
			t.Errorf("%+v: got %d probes of width %d, %v, want %d and %d", c.given, e.Probes, e.Width, err, c.probes, c.width)
		}
	}
}

// A probe enters its sample of each level, and the nodes above it each time. The tree of Tiny has a
// root, two nodes below it, and one below the first of them: 1, 3 and 3 nodes.
func TestVisitsAreTheNodesOfAllPaths(t *testing.T) {
	for _, probes := range []int{1, 3} {
		e, err := Run(t.Context(), mrv, textbook.Tiny(), Options{Probes: probes, Width: 9})
		if want := int64(7 * probes); err != nil || e.Visits != want {
			t.Errorf("%d probes: got %d visits, %v, want %d", probes, e.Visits, err, want)
		}
	}
}

// The interval is looked at after each block of probes.
func TestProbesEndWithABlock(t *testing.T) {
	for _, within := range []float64{0, 0.1} {
		c := &collector{options: Options{Within: within}, early: map[int][]tally{}}
		for k := range 2 * block {
			want := within > 0 && k >= block-1
			if got := c.add(k, []tally{{1, 2, 0}}, 1); got != want {
				t.Errorf("within %v: got enough %v after %d equal probes, want %v", within, got, k+1, want)
			}
		}
	}
}

// prepared is a solver whose searches are made by a function, or not.
type prepared func() (cover.Search, error)

func (prepared) Capabilities() cover.Capabilities               { return cover.Capabilities{Secondary: true} }
func (f prepared) Prepare(*cover.Problem) (cover.Search, error) { return f() }

func TestAProcessorThatCannotPrepareIsAnError(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	p := textbook.Tiny()
	full := errors.New("full")
	var made atomic.Int32
	_, err := Run(t.Context(), prepared(func() (cover.Search, error) {
		if made.Add(1) == 2 {
			return nil, full
		}
		return cover.Prepare(mrv, p)
	}), p, Options{})
	if err != full {
		t.Errorf("got %v, want %v", err, full)
	}
}

func TestAnEstimateOfATreeThatChangesIsAnError(t *testing.T) {
	p := corpustest.Problem("queens/6")
	for what, change := range map[string]func(*cover.Stats){
		"another status":  func(s *cover.Stats) { s.Status = cover.Limit },
		"one more node":   func(s *cover.Stats) { s.Levels[len(s.Levels)-1].Nodes++ },
		"one more level":  func(s *cover.Stats) { s.Levels = append(slices.Clone(s.Levels), cover.Level{Nodes: 1}) },
		"one fewer level": func(s *cover.Stats) { s.Levels = s.Levels[:len(s.Levels)-1] },
	} {
		_, err := Run(t.Context(), solverOf(func() cover.Search {
			search, _ := cover.Prepare(mrv, p)
			runs := 0
			return searchOf(func(ctx context.Context, l cover.Limits, v cover.Visitor) cover.Stats {
				stats := search.Run(ctx, l, v)
				if runs++; runs == 3 {
					change(&stats)
				}
				return stats
			})
		}), p, Options{Width: 4})
		if err != errTree {
			t.Errorf("%s: got %v, want %v", what, err, errTree)
		}
	}
	// The search says that it entered the root, but has asked for no node.
	search := searchOf(func(context.Context, cover.Limits, cover.Visitor) cover.Stats {
		return cover.Stats{Status: cover.Solved, Nodes: 1, Levels: []cover.Level{{Nodes: 1}}}
	})
	if _, err := Run(t.Context(), solverOf(func() cover.Search { return search }), p, Options{}); err != errTree {
		t.Errorf("a search without a trace: got %v, want %v", err, errTree)
	}
}

// The children of a child are estimated after those of its parent, with any width.
func TestSizesOfGrandchildrenAddUpToTheirParent(t *testing.T) {
	p := corpustest.Problem("queens/6")
	x, err := New(mrv, p)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(3, 3))
	sizes, err := x.Children(t.Context(), nil, 1<<20, 2, dice)
	if err != nil {
		t.Fatal(err)
	}
	sum := 1.
	for k, size := range sizes {
		sum += size
		below, err := x.Children(t.Context(), []int32{int32(k)}, 1<<20, 2, dice)
		whole := 1.
		for _, n := range below {
			whole += n
		}
		if err != nil || whole != size {
			t.Errorf("child %d: got %v nodes, %v, want %v", k, whole, err, size)
		}
	}
	if want := float64(solved(t, mrv, p).Nodes); sum != want {
		t.Errorf("got %v nodes, want %v", sum, want)
	}
	narrow, err := x.Children(t.Context(), nil, 1, 1, dice)
	if err != nil || len(narrow) != len(sizes) || slices.Min(narrow) < 1 {
		t.Errorf("width 1: got %v, %v, want a node for each child", narrow, err)
	}
	if leaf, err := New(mrv, textbook.Tiny()); err != nil {
		t.Fatal(err)
	} else if sizes, err := leaf.Children(t.Context(), []int32{1}, 4, 1, dice); sizes != nil || err != nil {
		t.Errorf("a leaf: got %v, %v, want nothing", sizes, err)
	}
}

func TestTwoValuesHaveAnIntervalUnlessTheyAreEqual(t *testing.T) {
	for _, c := range []struct {
		first, second float64
		exact         bool
	}{{3, 3, true}, {3, 5, false}, {5, 3, false}, {0, 3, false}} {
		var m moments
		m.add(c.first)
		m.add(c.second)
		if q := m.quantity(); q.Value != (c.first+c.second)/2 || (q.Low == q.High) != c.exact {
			t.Errorf("%v and %v: got %+v, want their mean, exact: %v", c.first, c.second, q, c.exact)
		}
	}
	// Two of 20 values are 1: a skewness of 0.8/0.3, over the root of 20.
	var m moments
	for k := range 20 {
		m.add(float64(k / 18))
	}
	if got, want := m.quantity().Skew, 0.8/0.3/math.Sqrt(20); math.Abs(got-want) > 1e-9 {
		t.Errorf("got the skewness %v, want %v", got, want)
	}
}
