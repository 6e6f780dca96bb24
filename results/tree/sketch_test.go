package tree_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
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
	s := &tree.Sketch{Record: head, Unit: unit, Step: step, Found: make([]int64, maxBins)}
	s.Status, s.Nodes = status, int64(len(nodes))
	blocks := make([]tree.Block, len(nodes))
	var path []*tree.Block
	leave := func(level int) {
		for ; len(path) > level; path = path[:len(path)-1] {
			b := path[len(path)-1]
			if b.Children == 0 {
				s.Leaves++
			}
			b.To = s.Leaves
			if len(path) > 1 {
				path[len(path)-2].Nodes += b.Nodes
				path[len(path)-2].Solutions += b.Solutions
			}
		}
	}
	for k, n := range nodes {
		leave(n.level)
		if len(path) > 0 {
			path[len(path)-1].Children++
		}
		path = append(path, &blocks[k])
		blocks[k] = tree.Block{From: s.Leaves, Number: int64(k), Nodes: 1}
		if n.solution {
			blocks[k].Solutions = 1
		}
	}
	leave(0)
	last := len(nodes) - 1
	s.Solutions = blocks[0].Solutions
	if s.Open = status != cover.Solved && !nodes[last].solution; s.Open {
		blocks[last].Children = -1
	}
	for k, n := range nodes {
		for n.level >= len(s.Levels) {
			s.Levels = append(s.Levels, nil)
		}
		count(&s.Levels[n.level], n, blocks[k].Children)
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
func count(l *[]int64, n node, children int64) {
	if children < 0 {
		return
	}
	class := 0
	if !n.solution {
		class = 1
		for _, most := tree.Children(class); most < children; _, most = tree.Children(class) {
			class++
		}
	}
	for len(*l) <= class {
		*l = append(*l, 0)
	}
	(*l)[class]++
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
		}
		if b.Solution() {
			bin.Found++
		}
	}
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
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%s: got %.500s, want %.500s", name, fmt.Sprint(s), fmt.Sprint(want))
	}
	size := len(s.Found)
	for _, r := range s.Rows {
		size += len(r.Blocks) + len(r.Bins)
	}
	if most := 2*maxRows + 3*maxBins; len(nodes) >= 100_000 && size > most {
		t.Errorf("%s: got a sketch of %d blocks and bins, want at most %d", name, size, most)
	}
	for c := s; c.Unit < c.Leaves && len(nodes) < 100_000; {
		c = c.Coarser()
		unit *= 2
		if want := plain(nodes, status, unit, step); !reflect.DeepEqual(c, want) {
			t.Errorf("%s, coarsened to %d: got %.500s, want %.500s", name, unit, fmt.Sprint(c), fmt.Sprint(want))
		}
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%s: a coarser sketch changed the sketch", name)
	}
}

func TestSketchFollowsItsDefinition(t *testing.T) {
	for seed := range uint64(18) {
		testSketch(t, fmt.Sprint("seed ", seed), randomTree(rand.New(rand.NewPCG(seed, 7)), 1+int(seed*seed*seed)))
	}
	for _, n := range []int{1, 15, 16, 24, 33, maxRows, maxRows + 1, 2 * maxRows, maxBins, maxBins + 1, 2*maxBins + 1, 100_000} {
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
		if n > 1 { // the way back takes one byte or more
			deep[n-1].solution = n%2 == 0
			testSketch(t, fmt.Sprint("a way back from ", n), append(deep, node{1, n%2 == 1}))
		}
		if comb != nil {
			testSketch(t, fmt.Sprint("a comb of ", n), comb)
		}
	}
}

// The classes of stars are those of [tree.Children], by TestSketchFollowsItsDefinition.
func TestEveryNumberOfChildrenHasOneClass(t *testing.T) {
	next := int64(0)
	for class := range 70 {
		class++
		least, most := tree.Children(class)
		if least != next || most < least {
			t.Errorf("class %d: got %d to %d, want the range to start at %d", class, least, most, next)
		}
		next = most + 1
	}
}
