package chart

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/results/tree"
)

// treeOf returns the sketch of a tree whose nodes levels passes to node, in the order of a search.
func treeOf(status cover.Status, levels func(node func(level int, solution bool))) *tree.Sketch {
	return recorded(func(f *tree.File) cover.Status {
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
func recorded(search func(*tree.File) cover.Status) *tree.Sketch {
	dir, err := os.MkdirTemp("", "tree")
	must(err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "t.tree")
	f, err := tree.Create(path, tree.Head{InstanceID: "family/1", Solver: "dlx_index", Rule: cover.MRV})
	must(err)
	must(f.Close(search(f)))
	in, err := os.Open(path)
	must(err)
	defer in.Close()
	s, err := tree.ReadSketch(path, in)
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

func TestFiguresOfHardTreesAreDrawnAndSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	const most = 500_000
	for what, s := range hardTrees() {
		for _, kind := range treeKinds {
			for _, narrow := range []bool{false, true} {
				f, err := kind.Draw(Input{Trees: []*tree.Sketch{s}, Narrow: narrow})
				var empty *EmptyError
				if errors.As(err, &empty) && s.Nodes < 2 {
					continue
				}
				if err != nil {
					t.Errorf("%s of %s: got %v, want a figure", kind.Name, what, err)
					continue
				}
				for _, ext := range formats() {
					data, err := f.Encode(ext, made)
					if err != nil || len(data) == 0 || ext == ".svg" && len(data) > most {
						t.Errorf("%s of %s: %s: got %d bytes and error %v, want at most %d", kind.Name, what,
							ext, len(data), err, most)
					}
					if ext == ".svg" && strings.Contains(string(data), "NaN") {
						t.Errorf("%s of %s: got a coordinate that is not a number", kind.Name, what)
					}
				}
			}
		}
	}
}

func TestPlotsOfTreesSayWhatIsMissing(t *testing.T) {
	trees := hardTrees()
	for what, want := range map[string]string{
		"an open branch": "Incomplete: the search stopped at a limit.",
		"a deep path":    "One level in 2048 is drawn.",
		"a star":         "are merged",
	} {
		f := figureOf(t, "tree", Input{Trees: []*tree.Sketch{trees[what]}})
		if notes := strings.Join(f.notes, " "); !strings.Contains(notes, want) {
			t.Errorf("%s: got notes %q, want %q among them", what, notes, want)
		}
	}
}

func TestBlocksOfATreeAreItsNodesAndChains(t *testing.T) {
	f := figureOf(t, "tree", Input{Trees: []*tree.Sketch{treeOf(cover.Solved, func(node func(int, bool)) {
		node(0, false)
		node(1, false) // a dead end
		node(1, false) // a chain of only children over three levels; the last is a solution
		node(2, false)
		node(3, true)
	})}})
	var got []string
	for _, row := range f.rows {
		got = append(got, strings.Join(row, " "))
	}
	want := []string{"0 0 0 2 5 1 false", "1 1 0 1 1 0 false", "1 2 1 2 3 1 false", "3 3 1 2 1 1 false"}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("got blocks %q, want %q", got, want)
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
	return recorded(func(f *tree.File) cover.Status {
		f.Label(p)
		stats, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{Nodes: nodes, Trace: f.Trace()}, nil)
		must(err)
		return stats.Status
	})
}

func TestNodesOfASmallTreeHaveTheirOptionsAndItems(t *testing.T) {
	in := Input{Trees: []*tree.Sketch{named(0, "A B C D E F G", "C E F", "A D G", "B C F", "A D", "B G", "D E G")}}
	f := figureOf(t, "tree", in)
	var got []string
	for _, row := range f.rows {
		got = append(got, strings.Join(row, " "))
	}
	want := []string{"0 0 0 2 6 1 false  A", "1 1 0 1 2 0 false A D G B", "1 1 1 2 3 1 false A D E",
		"2 2 0 1 1 0 false B C F E", "2 2 1 2 2 1 false C E F B", "3 3 1 2 1 1 false B G "}
	if !slices.Equal(got, want) {
		t.Errorf("got rows %q, want %q", got, want)
	}
	svg := svgOf(t, "tree", in)
	for text, want := range map[string]int{"next: A": 1, "A D G": 1, "next: B": 2, "dead end: E": 1, "next: E": 1, "B G": 1} {
		if got := strings.Count(svg, ">"+text+"</text>"); got != want {
			t.Errorf("got %q %d times in the drawing, want %d", text, got, want)
		}
	}
	if text := "level 2; B C F; dead end: E: a dead end"; !strings.Contains(svg, text) {
		t.Errorf("got no text %q at the pointer", text)
	}
}

// A label is as large as it fits, and else left out: the option alone first, then nothing.
func TestLabelsStayInsideTheirNodes(t *testing.T) {
	long := strings.Repeat("x", 70)
	var wide []string
	for range 59 {
		wide = append(wide, "a "+long)
	}
	chain := []string{"a"} // of 59 levels
	for k := range 57 {
		chain = append(chain, fmt.Sprint("a", k))
	}
	for what, c := range map[string]struct {
		tree  *tree.Sketch
		label string
		has   bool
	}{
		"one option":       {named(0, "a "+long, "a "+long), long, true},
		"59 long options":  {named(0, "a "+long, wide...), long, false},
		"59 narrow levels": {named(0, strings.Join(chain, " "), chain...), "a", false},
	} {
		svg := svgOf(t, "tree", Input{Trees: []*tree.Sketch{c.tree}, Narrow: true})
		if strings.Contains(svg, c.label+"</text>") != c.has {
			t.Errorf("%s: got the label: %v, want %v", what, !c.has, c.has)
		}
		if !strings.Contains(svg, c.label+";") && !strings.Contains(svg, c.label+":") {
			t.Errorf("%s: got no text at the pointer", what)
		}
	}
}

// The last node of a search that was stopped is no dead end.
func TestANodeWhereTheSearchStoppedIsNoDeadEnd(t *testing.T) {
	s := named(2, "a b", "a", "b")
	if svg := svgOf(t, "tree", Input{Trees: []*tree.Sketch{s}}); strings.Contains(svg, "dead end:") || !strings.Contains(svg, "next: b") {
		t.Error("got a dead end at the last node of a search that was stopped, want the next item")
	}
}

func TestHeatmapCountsEveryNodeOnce(t *testing.T) {
	s := grownTree(30_000)
	f := figureOf(t, "heatmap", Input{Trees: []*tree.Sketch{s}, Narrow: true})
	d := &heatDrawing{band: 3, classes: 40, levels: len(s.Levels)}
	d.collect(s)
	sum := int64(0)
	for _, c := range d.cells {
		sum += c.nodes
	}
	if sum != 30_000 || len(f.rows) == 0 {
		t.Errorf("got %d nodes in cells, and %d rows, want 30000", sum, len(f.rows))
	}
}

func TestShortNumbersHaveThreeDigits(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1.00k", 12_345: "12.3k", 99_960: "100k",
		999_499: "999k", 999_500: "1.00M", 123_456_789: "123M"} {
		if got := short(n); got != want {
			t.Errorf("short(%d): got %s, want %s", n, got, want)
		}
	}
}

func TestPlotOfATreeNeedsExactlyOneTree(t *testing.T) {
	for _, n := range []int{0, 2} {
		k, err := Find("tree")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.Draw(Input{Trees: make([]*tree.Sketch, n)}); err == nil {
			t.Errorf("%d trees: got no error", n)
		}
	}
}
