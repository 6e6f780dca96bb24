package tree

import (
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

// check asserts what every sketch of these nodes must satisfy.
func (s *Sketch) check(t *testing.T, nodes []node) {
	t.Helper()
	byLevel, children := map[int]int64{}, make([]int64, len(nodes))
	var path []int
	for k, n := range nodes {
		byLevel[n.level]++
		path = append(path[:n.level], k)
		if n.level > 0 {
			children[path[n.level-1]]++
		}
	}
	leaves := int64(0)
	for _, c := range children {
		if c == 0 {
			leaves++
		}
	}
	if s.Leaves != leaves || s.Leaves > s.Unit*maxBins || len(s.Rows) > maxRows {
		t.Errorf("got %d leaves, in units of %d, and %d rows, want %d leaves in at most %d bins",
			s.Leaves, s.Unit, len(s.Rows), leaves, maxBins)
	}
	for row, r := range s.Rows {
		got := int64(len(r.Blocks))
		for _, b := range r.Bins {
			got += b.Nodes
			if b.Covered > s.Unit || b.Live > b.Covered || b.Found > b.Live {
				t.Errorf("row %d: got a bin %+v, want Found <= Live <= Covered <= %d", row, b, s.Unit)
			}
		}
		if want := byLevel[row*s.Step]; got != want {
			t.Errorf("row %d: got %d nodes, want the %d of level %d", row, got, want, row*s.Step)
		}
	}
	found, total := int64(0), int64(0)
	for _, n := range s.Found {
		found += n
	}
	if found != s.Solutions {
		t.Errorf("got %d solutions in bins, want %d", found, s.Solutions)
	}
	for level, l := range s.Levels {
		sum := l.Solutions + l.DeadEnds
		for class, n := range l.Degrees {
			sum += n
			total += n * int64(class) // class and number are equal below firstRange
		}
		if level == s.OpenAt {
			sum++
		}
		if sum != l.Nodes || l.Nodes != byLevel[level] {
			t.Errorf("level %d: got %d nodes, %d of them known, want %d", level, l.Nodes, sum, byLevel[level])
		}
	}
	if want := max(0, int64(len(nodes))-1); total != want && slices.Max(children) < firstRange {
		t.Errorf("got %d children, want %d: every node but the root", total, want)
	}
}

func TestSketchHasEveryNode(t *testing.T) {
	if testing.Short() {
		t.Skip("uses one goroutine and takes long under the race detector")
	}
	for seed := range uint64(60) {
		nodes := randomTree(rand.New(rand.NewPCG(seed, 7)), 1+int(seed*seed*seed)/4)
		s := sketch(nodes, cover.Solved)
		s.check(t, nodes)
		before := s.Clone()
		c := s.Clone()
		for c.Unit < c.Leaves {
			c.Coarsen()
			c.check(t, nodes)
		}
		if !reflect.DeepEqual(s, before) {
			t.Errorf("seed %d: coarsening a clone changed the sketch", seed)
		}
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
		s.check(t, nodes)
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
