package tree

import (
	"io"
	"slices"
)

// Sketch holds what a plot needs of a tree. Its memory does not grow with the number of nodes.
//
// Leaves are numbered from the left, in the order of the search. A leaf has width 1, and any other
// node is as wide as all leaves below it. Nodes narrower than a unit are merged into bins, each one
// unit wide.
//
// A tree of any size is read once. The unit starts at one leaf and doubles whenever there would be
// too many bins. In the same way, the number of levels per row doubles whenever there would be too
// many rows.
type Sketch struct {
	Head
	Tail
	Leaves int64
	Unit   int64   // the width of a bin, in leaves
	Step   int     // levels per row: row k shows level k*Step
	Rows   []Row   // from the root down
	Found  []int64 // solutions by bin
	Levels []Level // every level, from the root down
	Labels []Label // of all nodes in the order of the search, if the file has them
	OpenAt int     // the level of the last node if the search stopped there, else -1
}

// Row is a level of a sketch.
type Row struct {
	Blocks []Block // the nodes that are at least a unit wide
	Bins   []Bin   // the narrower nodes
}

// Block is a node that is drawn on its own. It spans the leaves [From, To); a leaf spans itself.
type Block struct {
	From, To  int64
	Number    int64 // nodes of the search before it
	Nodes     int64 // in its subtree, itself included
	Solutions int64
	Leaf      bool
}

// Bin is one unit of a row, where the narrower nodes are merged. A node that spans two bins counts
// in the first one.
type Bin struct {
	Nodes   int64
	Covered int64 // leaves of the bin that belong to its nodes
	Live    int64 // the Covered leaves of nodes with a solution in their subtree
	Found   int64 // the Live leaves of nodes that are solutions themselves
}

const (
	maxBins = 2048
	maxRows = 128
)

// sketcher makes a sketch. It takes the nodes in the order of the search.
type sketcher struct {
	s    Sketch
	path []ancestor // from the root to the last node
}

// ancestor is a node whose subtree is not complete yet.
type ancestor struct {
	leavesBefore, nodesBefore, solutionsBefore int64 // counted when the node was entered

	children int64
	solution bool
}

// newSketcher returns an empty sketch.
func newSketcher(head Head) *sketcher {
	return &sketcher{s: Sketch{Head: head, Unit: 1, Step: 1, OpenAt: -1, Found: make([]int64, maxBins)}}
}

// ReadSketch reads a recorded tree and returns its sketch. Errors begin with the name. If the file
// is invalid, the error is an [*Error].
func ReadSketch(name string, in io.Reader) (*Sketch, error) {
	r, err := newReader(name, in)
	if err != nil {
		return nil, err
	}
	s := newSketcher(r.Head())
	for {
		level, solution, err := r.Next()
		if err == io.EOF {
			s.s.Labels = r.labels
			return s.Close(r.Tail()), nil
		}
		if err != nil {
			return nil, err
		}
		s.Node(level, solution)
	}
}

// Node adds a node. The root is on level 0. Every other node is at most one level deeper than the
// node before it.
func (k *sketcher) Node(level int, solution bool) {
	k.leave(level)
	if level > 0 {
		k.path[level-1].children++
	}
	k.path = append(k.path, ancestor{k.s.Leaves, k.s.Nodes, k.s.Solutions, 0, solution})
	k.s.Nodes++
	if solution {
		k.s.Solutions++
	}
}

// Close ends the tree and returns the sketch.
func (k *sketcher) Close(tail Tail) *Sketch {
	if last := len(k.path) - 1; tail.CutOff() && last >= 0 && !k.path[last].solution {
		k.s.OpenAt = last
	}
	k.leave(0)
	k.s.Tail = tail
	return &k.s
}

// leave adds the nodes of the path on the given level and below it. Their subtrees are complete.
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
		s.add(at, Block{
			From: n.leavesBefore, To: s.Leaves, Number: n.nodesBefore,
			Nodes: s.Nodes - n.nodesBefore, Solutions: s.Solutions - n.solutionsBefore,
			Leaf: n.children == 0,
		})
		s.count(at, n)
	}
	k.path = k.path[:min(level, len(k.path))]
}

// add puts a node in the row of its level, if that level has one.
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

// merge adds a node narrower than a unit to the bins that it spans, at most two.
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

// flatten doubles the number of levels per row by dropping every other row.
func (s *Sketch) flatten() {
	s.Step *= 2
	var rows []Row
	for k := 0; k < len(s.Rows); k += 2 {
		rows = append(rows, s.Rows[k])
	}
	s.Rows = rows
}

// Coarsen doubles the unit. It merges pairs of bins, and the blocks that are now too narrow.
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

// Clone returns a copy that can be coarsened without changing s.
func (s *Sketch) Clone() *Sketch {
	c := *s
	c.Found = slices.Clone(s.Found)
	c.Rows = slices.Clone(s.Rows)
	for k, r := range s.Rows {
		c.Rows[k] = Row{slices.Clone(r.Blocks), slices.Clone(r.Bins)}
	}
	return &c
}
