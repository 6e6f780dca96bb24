package tree

import (
	"io"
	"slices"
)

// Sketch is what a plot needs of a tree, in memory that does not grow with the number
// of nodes. Every leaf has the width 1, from the left in the order of the search, and a node
// the width of all leaves below it. Nodes narrower than a unit are merged into bins
// of a unit. To read a tree of any size once, the unit begins at one leaf and is doubled when
// there are too many bins; and so it is with the number of levels to a row.
type Sketch struct {
	Head
	Tail
	Leaves int64
	Unit   int64   // leaves to a bin
	Step   int     // levels to a row: only every so many levels are drawn, the root's first
	Rows   []Row   // from the root down
	Found  []int64 // solutions by bin
	Levels []Level // from the root down
	OpenAt int     // the level of the last node if the tree is cut off there, else -1
}

// Row is a level of a sketch.
type Row struct {
	Blocks []Block // the nodes of at least a unit
	Bins   []Bin   // the others
}

// Block is a node with the leaves [From, To) below it, or itself.
type Block struct {
	From, To  int64
	Nodes     int64 // with itself
	Solutions int64
	Leaf      bool
}

// Bin is a unit of a row that has the narrower nodes in it. One that
// is in two bins counts in the first.
type Bin struct {
	Nodes   int64
	Covered int64 // leaves of the bin below such nodes
	Live    int64 // of them below nodes with a solution below
	Found   int64 // of these the ones whose nodes are the solutions
}

const (
	maxBins = 2048
	maxRows = 128
)

// sketcher makes a sketch of nodes in the order of the search.
type sketcher struct {
	s    Sketch
	path []ancestor // the last node and those above it
}

type ancestor struct {
	from, nodes, solutions int64 // that came before it
	children               int64
	solution               bool
}

// newSketcher returns an empty sketch.
func newSketcher(head Head) *sketcher {
	return &sketcher{s: Sketch{Head: head, Unit: 1, Step: 1, OpenAt: -1, Found: make([]int64, maxBins)}}
}

// ReadSketch reads all of a tree.
func ReadSketch(name string, in io.Reader) (*Sketch, error) {
	r, err := newReader(name, in)
	if err != nil {
		return nil, err
	}
	s := newSketcher(r.Head())
	for {
		level, solution, err := r.Next()
		if err == io.EOF {
			return s.Close(r.Tail()), nil
		}
		if err != nil {
			return nil, err
		}
		s.Node(level, solution)
	}
}

// Node adds a node; the levels are as [writer.Node] takes them.
func (k *sketcher) Node(level int, solution bool) {
	k.leave(level)
	if level > 0 {
		k.path[level-1].children++
	}
	k.path = append(k.path, ancestor{from: k.s.Leaves, nodes: k.s.Nodes, solutions: k.s.Solutions, solution: solution})
	k.s.Nodes++
	if solution {
		k.s.Solutions++
	}
}

// Close returns the sketch.
func (k *sketcher) Close(tail Tail) *Sketch {
	if last := len(k.path) - 1; tail.CutOff() && last >= 0 && !k.path[last].solution {
		k.s.OpenAt = last
	}
	k.leave(0)
	k.s.Tail = tail
	return &k.s
}

// leave adds the nodes of the path from the level down: all that is below them is known.
func (k *sketcher) leave(level int) {
	s := &k.s
	for at := len(k.path) - 1; at >= level; at-- {
		n := k.path[at]
		if n.children == 0 {
			if s.Leaves == maxBins*s.Unit {
				s.Coarsen()
			}
			if n.solution {
				s.Found[s.Leaves/s.Unit]++
			}
			s.Leaves++
		}
		s.add(at, Block{n.from, s.Leaves, s.Nodes - n.nodes, s.Solutions - n.solutions, n.children == 0})
		s.count(at, n)
	}
	k.path = k.path[:min(level, len(k.path))]
}

// add puts a node in its row.
func (s *Sketch) add(level int, b Block) {
	for level/s.Step >= maxRows {
		s.flatten()
	}
	if level%s.Step != 0 {
		return
	}
	for level/s.Step >= len(s.Rows) {
		s.Rows = append(s.Rows, Row{})
	}
	r := &s.Rows[level/s.Step]
	if b.To-b.From >= s.Unit {
		r.Blocks = append(r.Blocks, b)
		return
	}
	r.merge(b, s.Unit)
}

// merge puts a narrow node, at most two units wide, into bins.
func (r *Row) merge(b Block, unit int64) {
	if r.Bins == nil {
		r.Bins = make([]Bin, maxBins)
	}
	r.Bins[b.From/unit].Nodes++
	for at := b.From / unit; at*unit < b.To; at++ {
		part := min(b.To, (at+1)*unit) - max(b.From, at*unit)
		r.Bins[at].Covered += part
		if b.Solutions > 0 {
			r.Bins[at].Live += part
		}
		if b.Leaf && b.Solutions > 0 {
			r.Bins[at].Found += part
		}
	}
}

// flatten draws every other level only.
func (s *Sketch) flatten() {
	s.Step *= 2
	var rows []Row
	for k := 0; k < len(s.Rows); k += 2 {
		rows = append(rows, s.Rows[k])
	}
	s.Rows = rows
}

// Coarsen doubles the unit.
func (s *Sketch) Coarsen() {
	s.Unit *= 2
	for k := range s.Found {
		if s.Found[k] > 0 && k > 0 {
			s.Found[k/2] += s.Found[k]
			s.Found[k] = 0
		}
	}
	for k := range s.Rows {
		r := &s.Rows[k]
		for b := range r.Bins {
			if bin := r.Bins[b]; b > 0 && bin != (Bin{}) {
				to := &r.Bins[b/2]
				*to = Bin{to.Nodes + bin.Nodes, to.Covered + bin.Covered, to.Live + bin.Live, to.Found + bin.Found}
				r.Bins[b] = Bin{}
			}
		}
		wide := r.Blocks[:0]
		for _, b := range r.Blocks {
			if b.To-b.From >= s.Unit {
				wide = append(wide, b)
			} else {
				r.merge(b, s.Unit)
			}
		}
		r.Blocks = wide
	}
}

// Clone returns a copy that can be made coarser.
func (s *Sketch) Clone() *Sketch {
	c := *s
	c.Found = slices.Clone(s.Found)
	c.Rows = slices.Clone(s.Rows)
	for k, r := range s.Rows {
		c.Rows[k] = Row{slices.Clone(r.Blocks), slices.Clone(r.Bins)}
	}
	return &c
}
