// Package naive solves exact cover problems with Knuth's Algorithm X as a textbook would write it.
// It works on an explicit 0/1 matrix and makes a smaller copy of the matrix for every node of the
// search tree. Other solvers are compared with it to see what their data structures are worth.
//
// A node of the search tree is a matrix. It has a row for each option and a column for each item,
// the primary items first:
//
//	      a b c d e f g            choose column a, then row 2 in it:
//	1     0 0 1 0 1 0 0
//	2     1 0 0 1 0 0 1            row 2 has a 1 in a, d and g: these columns go,
//	3     0 1 1 0 0 1 0            and so do all rows with a 1 in one of them
//	4     1 0 0 1 0 1 0
//	5     0 1 0 0 0 0 1                  b c e f
//	6     0 0 0 1 1 0 1            1     0 1 1 0
//	                               3     1 1 0 1
//
// An entry of a secondary column may have a colour: it is 1 + 2c for colour c. Two rows with the same
// colour in a column may both be chosen.
//
// A matrix without primary columns is a solution. The search never undoes anything: to go up, it
// returns to the larger matrix.
//
// # Updates
//
// One update is one matrix entry copied into the matrix of a child. It cannot be compared with the
// updates of the other solvers.
//
// Start reading at the method search.
package naive

import (
	"context"

	"xcbench/cover"
)

// New returns the naive solver with the rule [cover.MRV] or [cover.First].
func New(rule cover.Rule) cover.Solver {
	return cover.NewSolver(cover.Capabilities{Secondary: true, Colours: true}, func(p *cover.Problem) (cover.Search, error) {
		return prepare(p, rule == cover.First)
	})
}

// maxColours is how many colours an entry has room for.
const maxColours = 127

// maxBytes bounds the memory of the matrices on one path down the tree.
const maxBytes = 512 << 20

// A matrix is the problem that is left at a node.
type matrix struct {
	rows    []int32 // the option of each row
	cols    []int32 // the item of each column, primary items first
	primary int     // the number of primary columns
	cells   []uint8 // row by row

	branch int // the column to branch on
	row    int // the row of that column that was tried last
}

type search struct {
	p      *cover.Problem
	first  bool     // the rule is cover.First
	levels []matrix // the matrices from the root down, whose memory is used again
	count  []int32  // by column, the number of 1s, while a column is being chosen
	chose  []int    // by level, the option chosen
	cover.Meter
}

func prepare(p *cover.Problem, first bool) (cover.Search, error) {
	if pathBytes(p) > maxBytes {
		return nil, cover.Unsupportedf("the matrices of one path may take more than %d MB", maxBytes>>20)
	}
	if p.Colours() > maxColours {
		return nil, cover.Unsupportedf("%d colours; the solver takes at most %d", p.Colours(), maxColours)
	}
	x := &search{
		p:      p,
		first:  first,
		levels: make([]matrix, p.MaxDepth()+1),
		count:  make([]int32, p.Items()),
		chose:  make([]int, p.MaxDepth()),
	}
	m := &x.levels[0]
	for o := range p.Options() {
		m.rows = append(m.rows, int32(o))
	}
	for i := range p.Items() {
		m.cols = append(m.cols, int32(i))
	}
	m.primary = p.Primary()
	m.cells = make([]uint8, len(m.rows)*len(m.cols))
	for o := range p.Options() {
		colours := p.Colouring(o)
		for k, i := range p.Option(o) {
			cell := &m.cells[o*len(m.cols)+int(i)]
			if *cell = 1; colours != nil && colours[k] > 0 {
				*cell = uint8(1 + 2*colours[k])
			}
		}
	}
	return x, nil
}

// pathBytes returns a bound on the bytes of all matrices on a path from the root. From one level to
// the next, a matrix loses at least one row and the columns of an option. The sum stops beyond
// maxBytes.
func pathBytes(p *cover.Problem) int64 {
	rows, cols := int64(p.Options()), int64(p.Items())
	least := cols
	for o := range p.Options() {
		least = min(least, int64(len(p.Option(o))))
	}
	total := int64(0)
	for range p.MaxDepth() + 1 {
		if rows <= 0 || cols <= 0 || total > maxBytes {
			break
		}
		total += rows * cols
		rows, cols = rows-1, cols-least
	}
	return total
}

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, len(x.levels[0].cells))
	x.search()
	return x.Stats()
}

// search walks the tree, depth first.
func (x *search) search() {
	level := 0
	for {
		m := &x.levels[level]
		if enter := x.Node(level); !enter || m.primary == 0 {
			if x.Stopped() || enter && !x.Solution(x.chose[:level]) {
				return
			}
			m.row = len(m.rows) // no row is left to try
		} else if !x.choose(m) {
			return
		}
		for !m.next() {
			if level == 0 {
				return
			}
			level--
			m = &x.levels[level]
		}
		x.chose[level] = int(m.rows[m.row])
		child := &x.levels[level+1]
		if !x.reduce(m, child) {
			return
		}
		x.Add(level, int64(len(child.cells)))
		level++
	}
}

// choose sets the column of m to branch on. It returns false if the context ended meanwhile.
func (x *search) choose(m *matrix) bool {
	m.branch, m.row = 0, -1
	if x.first {
		return true
	}
	count := x.count[:m.primary]
	clear(count)
	entries := 0
	for r := range m.rows {
		for c, cell := range m.cells[r*len(m.cols):][:m.primary] {
			count[c] += int32(cell)
		}
		if x.expired(&entries, m) {
			return false
		}
	}
	for c := range count {
		if count[c] < count[m.branch] {
			m.branch = c
		}
	}
	return true
}

// next moves on to the next row of m with a 1 in the column to branch on. It returns false if there
// is none.
func (m *matrix) next() bool {
	for m.row++; m.row < len(m.rows); m.row++ {
		if m.cells[m.row*len(m.cols)+m.branch] == 1 {
			return true
		}
	}
	return false
}

// reduce sets child to the matrix that remains of m when its current row is chosen. It returns
// false if the context ended meanwhile.
func (x *search) reduce(m, child *matrix) bool {
	width := len(m.cols)
	chosen := m.cells[m.row*width:][:width]
	child.cols, child.primary = child.cols[:0], 0
	for c, item := range m.cols {
		if chosen[c] == 0 {
			child.cols = append(child.cols, item)
			if c < m.primary {
				child.primary++
			}
		}
	}
	child.rows, child.cells = child.rows[:0], child.cells[:0]
	entries := 0
	for r, option := range m.rows {
		row := m.cells[r*width:][:width]
		if x.expired(&entries, m) {
			return false
		}
		if clash(row, chosen) {
			continue
		}
		child.rows = append(child.rows, option)
		for c, cell := range row {
			if chosen[c] == 0 {
				child.cells = append(child.cells, cell)
			}
		}
	}
	return true
}

// clash reports whether two rows have entries in the same column, and not the same colour.
func clash(a, b []uint8) bool {
	for c := range a {
		if a[c]&b[c] != 0 && (a[c] != b[c] || a[c] == 1) {
			return true
		}
	}
	return false
}

// expired is called after the work on each row of m. Once in a million entries it looks at the
// context, and reports whether it has ended.
func (x *search) expired(entries *int, m *matrix) bool {
	if *entries += len(m.cols); *entries < 1<<20 {
		return false
	}
	*entries = 0
	return x.Expired()
}
