package corpus

import (
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/format/sudoku"
)

// symbolBoard is a board of symbols: a shape, and letters for the items of its cells, rows, columns
// and regions, as for [sudoku.Shape.Names]. Symbols are numbers from 1, and 0 is a blank cell.
type symbolBoard struct {
	*sudoku.Shape
	letters string
}

const boardForm = `Every row, column and region has each digit once. A region is a box, unless the rule is
jigsaw.

Items are the blank cells p<row><column>. Then come the digits that each row, column and
region still lacks: r<row><digit>, c<column><digit> and b<region><digit>. If the
diagonals count, their digits follow: d0<digit> for the diagonal from the top left,
d1<digit> for the one from the top right. All numbers count from 0, digits too, and
letters from a stand for numbers above 9. Options are the digits that the givens allow
in each blank cell, ordered by row, column and digit. For boxes of 3 by 3 this is the
form of TAOCP 7.2.2.1.`

// puzzle returns the puzzle with the given symbols. Items that the givens cover are left out, and
// so are the options that contain one of them. draw makes the picture of the full board.
func (b symbolBoard) puzzle(givens []uint8, draw func(givens, full []uint8) picture.Picture) (*format.Puzzle, error) {
	names := b.Names(b.letters)
	index := make([]int, len(names)) // in the problem; covered items have none
	const covered = -1
	var it []int
	for k, digit := range givens {
		if digit != 0 {
			for _, i := range b.AppendItems(it[:0], k, int(digit)) {
				index[i] = covered
			}
		}
	}
	var to builder
	for i, name := range names {
		if index[i] != covered {
			index[i] = to.Items()
			to.Primary(name)
		}
	}
	for k := range givens {
		for digit := range b.Side {
			it = b.AppendItems(it[:0], k, digit+1)
			for e, i := range it {
				it[e] = index[i]
			}
			if !slices.Contains(it, covered) {
				to.OptionOf(it...)
			}
		}
	}
	return to.drawn(func(options []int) picture.Picture {
		return draw(givens, filled(b.Side, givens, to.problem, options))
	})
}

// filled returns the cells with the symbols of some options. The names of items say which.
func filled(side int, givens []uint8, p *cover.Problem, options []int) []uint8 {
	full := slices.Clone(givens)
	for _, o := range options {
		cell, digit := 0, 0
		for _, i := range p.Option(o) {
			switch name := p.Name(int(i)); name[0] {
			case 'p':
				cell = value(name[1])*side + value(name[2])
			case 'r': // the row and the digit
				digit = value(name[2])
			}
		}
		full[cell] = uint8(digit + 1)
	}
	return full
}

// symbols draws a square in the colours of its symbols. Givens are bold and have no colour. A cell
// without a symbol has a dot.
func (b symbolBoard) symbols(givens, full []uint8) picture.Picture {
	p := table(b.Side, b.Side, 2, ".")
	for k, s := range full {
		c := &p.Cells[k]
		switch {
		case s > 0 && givens[k] != 0:
			c.Label, c.Strong = symbol(int(s)-1), true
		case s > 0:
			c.Label, c.Part = symbol(int(s)-1), int(s)-1
		}
	}
	return p
}

// fill returns a random full board: the first solution of the empty board with its items and
// options shuffled. It returns nil in the rare case that the search takes more than 10,000 nodes.
func fill(s *sudoku.Shape, d dice) []uint8 {
	blank := s.New()
	p := shuffled(blank.Problem(sudoku.Omit), d)
	options := firstSolution(p, 10_000)
	if options == nil {
		return nil
	}
	return filled(s.Side, blank.Cells, p, options)
}

// mostSymbols is how many numbers have a digit.
const mostSymbols = len(digits)

// digits stand for numbers in names.
const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// symbol returns the digit of a number.
func symbol(k int) string { return digits[k : k+1] }

// value returns the number that a digit stands for.
func value(sign byte) int { return strings.IndexByte(digits, sign) }

// shuffledPattern returns a full board of boxes. It permutes the digits, bands, rows, stacks and
// columns of a regular board, which needs no search and so works for large boards too.
func shuffledPattern(rows, cols int, d dice) []uint8 {
	n := rows * cols
	digit, row, col := d.perm(n), inBlocks(rows, n, d), inBlocks(cols, n, d)
	full := make([]uint8, 0, n*n)
	for r := range n {
		for c := range n {
			i, j := row[r], col[c]
			full = append(full, uint8(digit[(i%rows*cols+i/rows+j)%n]+1))
		}
	}
	return full
}

// inBlocks permutes 0 to n-1 and keeps blocks of the given length together.
func inBlocks(length, n int, d dice) []int {
	var all []int
	for _, block := range d.perm(n / length) {
		for _, k := range d.perm(length) {
			all = append(all, block*length+k)
		}
	}
	return all
}

// jigsaw returns a shape whose regions are random connected pieces of side cells each. It starts
// with boxes and makes many exchanges of cells between neighbouring regions.
func jigsaw(boxes *sudoku.Shape, d dice) (*sudoku.Shape, error) {
	n, m := boxes.Side, regionMap{boxes.Side, slices.Clone(boxes.Region)}
	for done := 0; done < 8*n; {
		x, y := d.below(n*n), d.below(n*n)
		from, to := m.region[x], m.region[y]
		if from == to || len(m.beside(x, to)) == 0 || len(m.beside(y, from)) == 0 {
			continue
		}
		m.region[x], m.region[y] = to, from
		if m.connected(from) && m.connected(to) {
			done++
		} else {
			m.region[x], m.region[y] = from, to
		}
	}
	return sudoku.Form{Side: n, Jigsaw: string(m.region)}.Shape()
}

// regionMap has the region of each cell, row by row.
type regionMap struct {
	side   int
	region []uint8
}

// beside returns the cells of a region that share a side with cell k.
func (m regionMap) beside(k int, region uint8) (cells []int) {
	r, c := k/m.side, k%m.side
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		i, j := r+d[0], c+d[1]
		if within(i, 0, m.side-1) && within(j, 0, m.side-1) && m.region[i*m.side+j] == region {
			cells = append(cells, i*m.side+j)
		}
	}
	return cells
}

// connected says whether the region is in one piece.
func (m regionMap) connected(region uint8) bool {
	piece := []int{slices.Index(m.region, region)}
	for k := 0; k < len(piece); k++ { // piece grows
		for _, c := range m.beside(piece[k], region) {
			if !slices.Contains(piece, c) {
				piece = append(piece, c)
			}
		}
	}
	return len(piece) == m.side
}
