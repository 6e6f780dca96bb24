package tree_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/results/tree"
)

// A sketch has at most so many bins and rows.
const (
	maxBins = 2048
	maxRows = 128
)

// plain returns the sketch of a tree by its definition, with a given unit and step. It keeps all
// nodes in memory.
func plain(nodes []node, status cover.Status, unit int64, step int) *tree.Sketch {
	s := &tree.Sketch{Head: head, Tail: tree.Tail{Status: status}, Unit: unit, Step: step, Found: make([]int64, maxBins), OpenAt: -1}
	children, blocks := make([]int64, len(nodes)), make([]tree.Block, len(nodes))
	var path []int
	leave := func(level int) {
		for len(path) > level {
			k := path[len(path)-1]
			path = path[:len(path)-1]
			b := &blocks[k]
			if b.Nodes++; nodes[k].solution {
				b.Solutions++
			}
			if b.Leaf = children[k] == 0; b.Leaf {
				s.Leaves++
			}
			b.To = s.Leaves
			s.Solutions, s.Nodes = max(s.Solutions, b.Solutions), max(s.Nodes, b.Nodes)
			if len(path) > 0 {
				above := &blocks[path[len(path)-1]]
				above.Nodes, above.Solutions = above.Nodes+b.Nodes, above.Solutions+b.Solutions
			}
		}
	}
	for k, n := range nodes {
		if leave(n.level); len(path) > 0 {
			children[path[len(path)-1]]++
		}
		path = append(path, k)
		blocks[k].From, blocks[k].Number = s.Leaves, int64(k)
	}
	leave(0)
	last := len(nodes) - 1
	if status != cover.Solved && !nodes[last].solution {
		s.OpenAt = nodes[last].level
	}
	for k, n := range nodes {
		for n.level >= len(s.Levels) {
			s.Levels = append(s.Levels, tree.Level{})
		}
		count(&s.Levels[n.level], n, children[k], k == last && s.OpenAt >= 0)
		if n.solution {
			s.Found[blocks[k].From/unit]++
		}
		if n.level%step == 0 {
			for n.level/step >= len(s.Rows) {
				s.Rows = append(s.Rows, tree.Row{})
			}
			draw(&s.Rows[n.level/step], blocks[k], unit)
		}
	}
	return s
}

// count counts one node.
func count(l *tree.Level, n node, children int64, open bool) {
	l.Nodes++
	switch {
	case n.solution:
		l.Solutions++
	case children > 0:
		class := 0
		for _, most := tree.Children(class); most < children; _, most = tree.Children(class) {
			class++
		}
		for len(l.Degrees) <= class {
			l.Degrees = append(l.Degrees, 0)
		}
		l.Degrees[class]++
	case !open:
		l.DeadEnds++
	}
}

// draw draws one node, leaf by leaf if it is narrow.
func draw(r *tree.Row, b tree.Block, unit int64) {
	if b.To-b.From >= unit {
		r.Blocks = append(r.Blocks, b)
		return
	}
	if r.Bins == nil {
		r.Bins = make([]tree.Bin, maxBins)
	}
	r.Bins[b.From/unit].Nodes++
	for leaf := b.From; leaf < b.To; leaf++ {
		bin := &r.Bins[leaf/unit]
		bin.Covered++
		if b.Solutions > 0 {
			bin.Live++
			if b.Leaf {
				bin.Found++
			}
		}
	}
}

// diff returns the first part of a sketch that differs from the wanted one, or "".
func diff(s, want *tree.Sketch) string {
	switch {
	case s.Head != want.Head || s.Tail != want.Tail || s.Leaves != want.Leaves || s.OpenAt != want.OpenAt:
		return fmt.Sprintf("got %+v, %+v, %d leaves and open level %d, want %+v, %+v, %d and %d", s.Head, s.Tail, s.Leaves,
			s.OpenAt, want.Head, want.Tail, want.Leaves, want.OpenAt)
	case s.Unit != want.Unit || s.Step != want.Step || len(s.Rows) != len(want.Rows):
		return fmt.Sprintf("got unit %d, step %d and %d rows, want %d, %d and %d", s.Unit, s.Step, len(s.Rows),
			want.Unit, want.Step, len(want.Rows))
	case !slices.Equal(s.Found, want.Found):
		return "the solutions are in other bins"
	case !reflect.DeepEqual(s.Levels, want.Levels):
		return fmt.Sprintf("got levels %+v, want %+v", s.Levels, want.Levels)
	}
	for k, r := range s.Rows {
		if w := want.Rows[k]; !slices.Equal(r.Blocks, w.Blocks) || !slices.Equal(r.Bins, w.Bins) {
			return fmt.Sprintf("row %d differs: got %d blocks, want %d", k, len(r.Blocks), len(w.Blocks))
		}
	}
	return ""
}

// testSketch compares the sketch of a recorded tree, and all coarser ones, with their definition.
// The unit and the step are the least powers of two with which the tree fits.
func testSketch(t *testing.T, name string, nodes []node) {
	t.Helper()
	status := []cover.Status{cover.Solved, cover.Limit, cover.Timeout}[len(nodes)%3]
	s, err := decode(encode(t, nodes, status))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	unit, step, deepest := int64(1), 1, 0
	for unit*maxBins < s.Leaves {
		unit *= 2
	}
	for _, n := range nodes {
		deepest = max(deepest, n.level)
	}
	for deepest/step >= maxRows {
		step *= 2
	}
	want := plain(nodes, status, unit, step)
	if diff := diff(s, want); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
	size := len(s.Found)
	for _, r := range s.Rows {
		size += len(r.Blocks) + len(r.Bins)
	}
	if most := 2*maxRows + 3*maxBins; len(nodes) >= 100_000 && size > most {
		t.Errorf("%s: got a sketch of %d blocks and bins, want at most %d", name, size, most)
	}
	c := s.Clone()
	for c.Unit < c.Leaves && len(nodes) < 100_000 {
		c.Coarsen()
		unit *= 2
		if diff := diff(c, plain(nodes, status, unit, step)); diff != "" {
			t.Errorf("%s, coarsened to %d: %s", name, unit, diff)
		}
	}
	if diff := diff(s, want); diff != "" {
		t.Errorf("%s: coarsening a clone changed the sketch: %s", name, diff)
	}
}

func TestSketchFollowsItsDefinition(t *testing.T) {
	for seed := range uint64(24) {
		testSketch(t, fmt.Sprint("seed ", seed), randomTree(rand.New(rand.NewPCG(seed, 7)), 1+int(seed*seed*seed)))
	}
	for _, n := range []int{1, 2, 15, 16, 17, 24, 32, 33, maxRows - 1, maxRows, maxRows + 1, 2 * maxRows,
		maxBins - 1, maxBins, maxBins + 1, 2 * maxBins, 2*maxBins + 1, 100_000} {
		star := []node{{0, false}}
		for k := range n {
			star = append(star, node{1, k%100 == 7})
		}
		testSketch(t, fmt.Sprint("a star of ", n), star)
		var deep, comb []node
		if n < 100_000 {
			n = min(n, 5*maxRows)
		}
		for k := range n {
			deep = append(deep, node{k, k > 0 && k == n-1})
			if n < 100_000 {
				comb = append(comb, node{k, false}, node{k + 1, k%3 == 1})
			}
		}
		testSketch(t, fmt.Sprint("a path of ", n), deep)
		if comb != nil {
			testSketch(t, fmt.Sprint("a comb of ", n), comb)
		}
	}
}

// The classes of stars are those of [tree.Children], by TestSketchFollowsItsDefinition.
func TestEveryNumberOfChildrenHasOneClass(t *testing.T) {
	next := int64(0)
	for class := range 70 {
		least, most := tree.Children(class)
		if least != next || most < least {
			t.Errorf("class %d: got %d to %d, want the range to start at %d", class, least, most, next)
		}
		next = most + 1
	}
}
