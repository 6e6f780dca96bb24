package tree

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
	Record
	Leaves int64
	Unit   int64     // the width of a bin, in leaves
	Step   int       // levels per row: row k shows level k*Step
	Rows   []Row     // from the root down
	Found  []int64   // solutions by bin
	Levels [][]int64 // by level, from the root down: the nodes of each class, see [Children]
	Open   bool      // the search stopped at the last node, whose children are not known
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
	Children  int64 // -1 for the last node of an open tree
}

// Solution reports whether the node is a solution.
func (b Block) Solution() bool { return b.Children == 0 && b.Solutions > 0 }

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
	walk
	s    Sketch
	path []Block // from the root to the last node; Solutions are those before the node
}

func newSketcher() *sketcher {
	return &sketcher{walk: walk{level: -1}, s: Sketch{Unit: 1, Step: 1, Found: make([]int64, maxBins)}}
}

// node adds a node.
func (k *sketcher) node(level int) error {
	k.leave(level)
	if err := k.enter(level); err != nil {
		return err
	}
	if level > 0 {
		k.path[level-1].Children++
	}
	k.path = append(k.path, Block{From: k.s.Leaves, Number: k.Nodes - 1, Solutions: k.Solutions})
	return nil
}

// close ends the tree.
func (k *sketcher) close(r Record) {
	if k.s.Record = r; r.CutOff() && k.Nodes > 0 && !k.solution {
		k.s.Open = true
		k.path[k.level].Children = -1
	}
	k.leave(0)
}

// leave adds the nodes of the path on the given level and below it. Their subtrees are complete.
func (k *sketcher) leave(level int) {
	s := &k.s
	for at := len(k.path) - 1; at >= max(0, level); at-- {
		b := k.path[at]
		if b.Children <= 0 {
			if s.Leaves == maxBins*s.Unit {
				*s = *s.Coarser()
			}
			s.Leaves++
		}
		b.To, b.Nodes, b.Solutions = s.Leaves, k.Nodes-b.Number, k.Solutions-b.Solutions
		s.add(at, b)
		k.path = k.path[:at]
	}
}

// add adds a node on a level.
func (s *Sketch) add(level int, b Block) {
	if classes := element(&s.Levels, level); b.Children >= 0 { // the last node of an open tree has no class
		*element(classes, classOf(b))++
	}
	if b.Solution() {
		s.Found[b.From/s.Unit]++
	}
	for level/s.Step >= maxRows {
		s.flatten()
	}
	if level%s.Step == 0 {
		element(&s.Rows, level/s.Step).add(b, s.Unit)
	}
}

// element returns an element of a slice, which it makes long enough.
func element[E any](of *[]E, k int) *E {
	*of = append(*of, make([]E, max(0, k+1-len(*of)))...)
	return &(*of)[k]
}

// add adds a node as a block, or to the bins that it spans, at most two.
func (r *Row) add(b Block, unit int64) {
	if b.To-b.From >= unit {
		r.Blocks = append(r.Blocks, b)
		return
	}
	for at := b.From / unit; at*unit < b.To; at++ {
		part := Bin{Covered: min(b.To, (at+1)*unit) - max(b.From, at*unit)}
		if at == b.From/unit {
			part.Nodes = 1
		}
		if b.Solutions > 0 {
			part.Live = part.Covered
		}
		if b.Solution() {
			part.Found = part.Covered
		}
		r.merge(at, part)
	}
}

// merge adds the numbers of a bin to those of bin number at.
func (r *Row) merge(at int64, b Bin) {
	if r.Bins == nil {
		r.Bins = make([]Bin, maxBins)
	}
	to := &r.Bins[at]
	*to = Bin{to.Nodes + b.Nodes, to.Covered + b.Covered, to.Live + b.Live, to.Found + b.Found}
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

// Coarser returns the sketch with twice the unit. It has pairs of bins as one, and the blocks that
// are too narrow for it in bins.
func (s *Sketch) Coarser() *Sketch {
	c := *s
	c.Unit *= 2
	c.Found, c.Rows = make([]int64, maxBins), make([]Row, len(s.Rows))
	for k, found := range s.Found {
		c.Found[k/2] += found
	}
	for k, r := range s.Rows {
		for at, bin := range r.Bins {
			c.Rows[k].merge(int64(at/2), bin)
		}
		for _, b := range r.Blocks {
			c.Rows[k].add(b, c.Unit)
		}
	}
	return &c
}
