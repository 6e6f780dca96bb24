package chart_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/format"
	"xcbench/report/chart"
	"xcbench/results/tree"
)

// treeOf returns the sketch of a tree whose nodes levels passes to node, in the order of a search.
func treeOf(status cover.Status, levels func(node func(level int, solution bool))) *tree.Sketch {
	return recorded(func(f *tree.Writer) cover.Status {
		trace := f.Trace()
		levels(func(level int, solution bool) {
			trace.Node(level)
			if solution {
				trace.Solution()
			}
		})
		return status
	})
}

// recorded returns the sketch of a tree that search records.
func recorded(search func(*tree.Writer) cover.Status) *tree.Sketch {
	var file bytes.Buffer
	w := tree.NewWriter(&file, "family/1", "dlx_index", cover.MRV)
	must(w.Close(search(w)))
	s, err := tree.ReadSketch("t.tree", &file)
	must(err)
	return s
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// grownTree returns a random tree of n nodes like the tree of a search: wide in the middle, with
// forced choices and few solutions.
func grownTree(n int) *tree.Sketch {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	return treeOf(cover.Solved, func(node func(int, bool)) {
		var grow func(level, budget int)
		grow = func(level, budget int) {
			solution := budget == 1 && level > 4 && rng.IntN(4) == 0
			node(level, solution)
			if budget--; budget == 0 {
				return
			}
			parts := min(budget, 1+rng.IntN(3)*rng.IntN(3))
			if level == 0 {
				parts = min(budget, 40)
			}
			for parts > 1 {
				part := 1 + rng.IntN(2*budget/parts)
				if part = min(part, budget-parts+1); part > 0 {
					grow(level+1, part)
					budget -= part
				}
				parts--
			}
			grow(level+1, budget)
		}
		grow(0, n)
	})
}

// hardTrees returns trees of shapes that could crash plots.
func hardTrees() map[string]*tree.Sketch {
	return map[string]*tree.Sketch{
		"no node":        treeOf(cover.Timeout, func(func(int, bool)) {}),
		"one node":       treeOf(cover.Solved, func(node func(int, bool)) { node(0, false) }),
		"one solution":   treeOf(cover.Solved, func(node func(int, bool)) { node(0, true) }),
		"an open root":   treeOf(cover.Limit, func(node func(int, bool)) { node(0, false) }),
		"an open branch": treeOf(cover.Limit, func(node func(int, bool)) { node(0, false); node(1, false) }),
		"a deep path": treeOf(cover.Solved, func(node func(int, bool)) {
			for level := range 200_000 {
				node(level, level == 199_999)
			}
		}),
		"a star": treeOf(cover.Solved, func(node func(int, bool)) {
			node(0, false)
			for range 500_000 {
				node(1, true)
			}
		}),
		"a comb": treeOf(cover.Solved, func(node func(int, bool)) {
			node(0, false)
			for level := 1; level < 2000; level++ {
				node(level, false)
				node(level, level%3 == 0)
				node(level, false)
			}
		}),
		"much noise": treeOf(cover.Solved, func(node func(int, bool)) {
			rng := rand.New(rand.NewPCG(1, 1))
			level := 0
			for range 400_000 {
				solution := level > 3 && rng.IntN(9) == 0
				node(level, solution)
				switch {
				case rng.IntN(4) == 0:
					level = 1 + rng.IntN(max(1, level))
				case level < 120 && !solution:
					level++
				}
				level = max(1, level)
			}
		}),
		"a large tree": grownTree(1_000_000),
	}
}

// named returns the sketch of the search of a problem by dlx_index, with labels. The problem has the
// words of the first text as items, and those of the other texts as options.
func named(nodes int64, items string, options ...string) *tree.Sketch {
	var b cover.Builder
	must(b.Primary(strings.Fields(items)...))
	for _, o := range options {
		must(b.Option(strings.Fields(o)...))
	}
	p, err := b.Problem()
	must(err)
	return recorded(func(f *tree.Writer) cover.Status {
		names := format.NamingOf(p)
		f.Label(p, names.Item, names.Option)
		stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{Nodes: nodes, Trace: f.Trace()}, nil)
		must(err)
		return stats.Status
	})
}

func TestPlotsOfHardTreesAreDrawnAndSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	notes := map[string]string{"an open branch": "Incomplete: the search stopped at a limit.", "a deep path": "One level in 2048 is drawn.",
		"a star": "are merged"}
	for what, s := range hardTrees() {
		for _, kind := range []string{"tree", "heatmap"} {
			p, err := try(kind, chart.Input{Trees: []*tree.Sketch{s}, Width: chart.OneColumn})
			var empty *chart.EmptyError
			if errors.As(err, &empty) && s.Nodes < 2 {
				continue
			}
			if err != nil {
				t.Errorf("%s of %s: got %v, want a plot", kind, what, err)
				continue
			}
			if svg := svgOf(p); len(svg) > 500_000 || strings.Contains(svg, "NaN") {
				t.Errorf("%s of %s: got %d bytes, or a coordinate that is not a number", kind, what, len(svg))
			}
			if text := strings.Join(p.Notes, " "); kind == "tree" && !strings.Contains(text, notes[what]) {
				t.Errorf("%s: got notes %q, want %q among them", what, text, notes[what])
			}
			sum := int64(0)
			for _, row := range p.Rows {
				var n int64
				fmt.Sscan(row[5], &n)
				sum += n
			}
			if kind == "heatmap" && sum != s.Nodes && !s.Open {
				t.Errorf("%s: got %d nodes in cells, want %d", what, sum, s.Nodes)
			}
		}
	}
}

func TestBlocksOfATreeAreItsNodesAndChains(t *testing.T) {
	for want, s := range map[string]*tree.Sketch{
		"0 0 0 2 5 1 false; 1 1 0 1 1 0 false; 1 2 1 2 3 1 false; 3 3 1 2 1 1 false": treeOf(cover.Solved, func(node func(int, bool)) {
			node(0, false)
			node(1, false) // a dead end
			node(1, false) // a chain of only children over three levels; the last is a solution
			node(2, false)
			node(3, true)
		}),
		"0 0 0 2 6 1 false  A; 1 1 0 1 2 0 false A D G B; 1 1 1 2 3 1 false A D E; 2 2 0 1 1 0 false B C F E; " +
			"2 2 1 2 2 1 false C E F B; 3 3 1 2 1 1 false B G ": knuth2000(),
	} {
		var got []string
		for _, row := range draw(t, "tree", chart.Input{Trees: []*tree.Sketch{s}}).Rows {
			got = append(got, strings.Join(row, " "))
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("got blocks %q, want %q", text, want)
		}
	}
}

// knuth2000 is the tree of the example of Knuth's paper "Dancing Links".
func knuth2000() *tree.Sketch {
	return named(0, "A B C D E F G", "C E F", "A D G", "B C F", "A D", "B G", "D E G")
}

func TestNodesOfASmallTreeShowTheirOptionsAndItems(t *testing.T) {
	svg := svgOf(draw(t, "tree", chart.Input{Trees: []*tree.Sketch{knuth2000()}}))
	for text, want := range map[string]int{">next: A<": 1, ">A D G<": 1, ">next: B<": 2, ">dead end: E<": 1, ">B G<": 1,
		"level 2; B C F; dead end: E; 1 node with those below, 0 solutions": 1} {
		if got := strings.Count(svg, text); got != want {
			t.Errorf("got %q %d times in the drawing, want %d", text, got, want)
		}
	}
	stopped := svgOf(draw(t, "tree", chart.Input{Trees: []*tree.Sketch{named(2, "a b", "a", "b")}}))
	if strings.Contains(stopped, "dead end:") || !strings.Contains(stopped, "next: b") {
		t.Error("got a dead end at the last node of a search that was stopped, want the next item")
	}
}

// A label is as large as it fits, and else left out: the option alone first, then nothing.
func TestLabelsStayInsideTheirNodes(t *testing.T) {
	long := strings.Repeat("x", 70)
	var wide []string
	for range 59 {
		wide = append(wide, "a "+long)
	}
	for what, c := range map[string]struct {
		tree *tree.Sketch
		has  bool
	}{
		"one option":      {named(0, "a "+long, "a "+long), true},
		"59 long options": {named(0, "a "+long, wide...), false},
	} {
		svg := svgOf(draw(t, "tree", chart.Input{Trees: []*tree.Sketch{c.tree}, Width: chart.OneColumn}))
		if strings.Contains(svg, long+"</text>") != c.has || !strings.Contains(svg, long+";") {
			t.Errorf("%s: got the label: %v, want %v, and always a tip", what, !c.has, c.has)
		}
	}
}
