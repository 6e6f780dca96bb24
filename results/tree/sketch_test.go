package tree

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
)

func sketch(nodes []node, status cover.Status) *Sketch {
	k := newSketcher(head)
	tail := Tail{Status: status}
	for _, n := range nodes {
		k.Node(n.level, n.solution)
		tail.Nodes++
		if n.solution {
			tail.Solutions++
		}
	}
	return k.Close(tail)
}

// plain returns the sketch of a tree by its definition, with a given unit and step. It keeps all
// nodes in memory.
func plain(nodes []node, status cover.Status, unit int64, step int) *Sketch {
	s := &Sketch{Head: head, Tail: Tail{Status: status}, Unit: unit, Step: step, Found: make([]int64, maxBins), OpenAt: -1}
	children, blocks := make([]int64, len(nodes)), make([]Block, len(nodes))
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
		blocks[k].From = s.Leaves
	}
	leave(0)
	last := len(nodes) - 1
	if status != cover.Solved && !nodes[last].solution {
		s.OpenAt = nodes[last].level
	}
	for k, n := range nodes {
		for n.level >= len(s.Levels) {
			s.Levels = append(s.Levels, Level{})
		}
		s.Levels[n.level].add(n, children[k], k == last && s.OpenAt >= 0)
		if n.solution {
			s.Found[blocks[k].From/unit]++
		}
		if n.level%step == 0 {
			for n.level/step >= len(s.Rows) {
				s.Rows = append(s.Rows, Row{})
			}
			s.Rows[n.level/step].add(blocks[k], unit)
		}
	}
	return s
}

// add counts one node.
func (l *Level) add(n node, children int64, open bool) {
	l.Nodes++
	switch {
	case n.solution:
		l.Solutions++
	case children > 0:
		class := 0
		for _, most := Children(class); most < children; _, most = Children(class) {
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

// add draws one node, leaf by leaf if it is narrow.
func (r *Row) add(b Block, unit int64) {
	if b.To-b.From >= unit {
		r.Blocks = append(r.Blocks, b)
		return
	}
	if r.Bins == nil {
		r.Bins = make([]Bin, maxBins)
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
func (s *Sketch) diff(want *Sketch) string {
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

// testSketch compares the sketch of a tree, and all coarser ones, with their definition. The unit
// and the step are the least powers of two with which the tree fits.
func testSketch(t *testing.T, name string, nodes []node) {
	t.Helper()
	status := []cover.Status{cover.Solved, cover.Limit}[len(nodes)%2]
	s := sketch(nodes, status)
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
	if diff := s.diff(want); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
	c := s.Clone()
	for c.Unit < c.Leaves {
		c.Coarsen()
		unit *= 2
		if diff := c.diff(plain(nodes, status, unit, step)); diff != "" {
			t.Errorf("%s, coarsened to %d: %s", name, unit, diff)
		}
	}
	if diff := s.diff(want); diff != "" {
		t.Errorf("%s: coarsening a clone changed the sketch: %s", name, diff)
	}
}

func TestSketchFollowsItsDefinition(t *testing.T) {
	seeds := uint64(40)
	if testing.Short() {
		seeds = 24
	}
	for seed := range seeds {
		testSketch(t, fmt.Sprint("seed ", seed), randomTree(rand.New(rand.NewPCG(seed, 7)), 1+int(seed*seed*seed)))
	}
	for _, n := range []int{1, 15, 16, 17, 24, 32, 33, maxRows - 1, maxRows, maxRows + 1, 2 * maxRows,
		maxBins - 1, maxBins, maxBins + 1, 2 * maxBins, 2*maxBins + 1} {
		star := []node{{0, false}}
		for k := range n {
			star = append(star, node{1, k%100 == 7})
		}
		testSketch(t, fmt.Sprint("a star of ", n), star)
		var deep, comb []node
		for k := range min(n, 5*maxRows) {
			deep = append(deep, node{k, k > 0 && k == n-1})
			comb = append(comb, node{k, false}, node{k + 1, k%3 == 1})
		}
		testSketch(t, fmt.Sprint("a path of ", n), deep)
		testSketch(t, fmt.Sprint("a comb of ", n), comb)
	}
}

func TestSketchOfALargeTreeIsSmall(t *testing.T) {
	var deep, wide []node
	wide = append(wide, node{0, false})
	for k := range 100_000 {
		deep = append(deep, node{k, k == 99_999})
		wide = append(wide, node{1, k%1000 == 0})
	}
	for what, nodes := range map[string][]node{"a path": deep, "a star": wide} {
		s := sketch(nodes, cover.Solved)
		if diff := s.diff(plain(nodes, cover.Solved, s.Unit, s.Step)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
		size := len(s.Found)
		for _, r := range s.Rows {
			size += len(r.Blocks) + len(r.Bins)
		}
		if most := 2*maxRows + 3*maxBins; size > most {
			t.Errorf("%s of %d nodes: got a sketch of %d blocks and bins, want at most %d", what, len(nodes), size, most)
		}
	}
}

func TestLastNodeOfACutOffTreeIsNotADeadEnd(t *testing.T) {
	nodes := []node{{0, false}, {1, false}, {1, false}, {2, false}}
	if s := sketch(nodes, cover.Limit); s.OpenAt != 2 || s.Levels[2].DeadEnds != 0 || s.Levels[1].DeadEnds != 1 {
		t.Errorf("got open level %d and levels %+v, want 2 and one dead end", s.OpenAt, s.Levels)
	}
	if s := sketch(nodes, cover.Solved); s.OpenAt != -1 || s.Levels[2].DeadEnds != 1 {
		t.Errorf("got open level %d and levels %+v, want none and two dead ends", s.OpenAt, s.Levels)
	}
	if s := sketch(append(nodes, node{3, true}), cover.Limit); s.OpenAt != -1 {
		t.Errorf("got open level %d after a solution, want none", s.OpenAt)
	}
}

func TestEveryNumberOfChildrenHasOneClass(t *testing.T) {
	next := int64(0)
	for class := range 70 {
		least, most := Children(class)
		if least != next || most < least || classOf(least) != class || classOf(most) != class {
			t.Errorf("class %d: got %d to %d, of classes %d and %d, want the range to start at %d",
				class, least, most, classOf(least), classOf(most), next)
		}
		next = most + 1
	}
}
