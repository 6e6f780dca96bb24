package corpus

import (
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

// symbolBoard is a board for sudokus and Latin squares. Each row, column and region has every
// symbol, and so do both diagonals if they are asked for. Latin squares have no regions. Symbols
// are numbers from 1, and 0 is a blank cell.
type symbolBoard struct {
	side      int
	kinds     string // letters for the items of cells, rows, columns and, if there are any, regions
	region    []int  // of each cell, row by row, from 0
	diagonals bool
}

// boxed returns the board whose regions are boxes of rows by cols cells.
func boxed(rows, cols int, diagonals bool) symbolBoard {
	b := symbolBoard{side: rows * cols, kinds: "prcb", diagonals: diagonals}
	for k := range b.side * b.side {
		r, c := k/b.side, k%b.side
		b.region = append(b.region, r/rows*rows+c/cols)
	}
	return b
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

// items appends the items of a symbol, less 1, in cell k. Items are numbered as in the full item
// list.
func (b symbolBoard) items(dst []int, k, digit int) []int {
	n := b.side
	r, c := k/n, k%n
	dst = append(dst, k, n*n+r*n+digit, 2*n*n+c*n+digit)
	if b.region != nil {
		dst = append(dst, 3*n*n+b.region[k]*n+digit)
	}
	if b.diagonals && r == c {
		dst = append(dst, 4*n*n+digit)
	}
	if b.diagonals && r+c == n-1 {
		dst = append(dst, 4*n*n+n+digit)
	}
	return dst
}

// names returns the full item list.
func (b symbolBoard) names() []string {
	var names []string
	for _, kind := range b.kinds {
		for k := range b.side * b.side {
			names = append(names, string(kind)+symbol(k/b.side)+symbol(k%b.side))
		}
	}
	if b.diagonals {
		for k := range 2 * b.side {
			names = append(names, "d"+symbol(k/b.side)+symbol(k%b.side))
		}
	}
	return names
}

// puzzle returns the puzzle with the given symbols. Items that the givens cover are left out, and
// so are the options that contain one of them. draw makes the picture of the full board.
func (b symbolBoard) puzzle(givens []uint8, draw func(givens, full []uint8) picture.Picture) (*format.Puzzle, error) {
	names := b.names()
	index := make([]int, len(names)) // in the problem; covered items have none
	const covered = -1
	var it []int
	for k, digit := range givens {
		if digit != 0 {
			for _, i := range b.items(it[:0], k, int(digit)-1) {
				index[i] = covered
			}
		}
	}
	var to cover.Builder
	for i, name := range names {
		if index[i] != covered {
			index[i] = to.Items()
			to.Primary(name)
		}
	}
	for k := range givens {
		for digit := range b.side {
			it = b.items(it[:0], k, digit)
			for e, i := range it {
				it[e] = index[i]
			}
			if !slices.Contains(it, covered) {
				to.OptionOf(it...)
			}
		}
	}
	return drawn(&to, func(p *cover.Problem, options []int) picture.Picture {
		return draw(givens, b.filled(givens, p, options))
	})
}

// filled returns the board with the symbols of some options.
func (b symbolBoard) filled(givens []uint8, p *cover.Problem, options []int) []uint8 {
	full := slices.Clone(givens)
	for _, o := range options {
		cell, digit := 0, 0
		for _, i := range p.Option(o) {
			switch name := p.Name(int(i)); name[0] {
			case 'p':
				cell = value(name[1])*b.side + value(name[2])
			case 'r': // the row and the digit
				digit = value(name[2])
			}
		}
		full[cell] = uint8(digit + 1)
	}
	return full
}

// sudoku returns the puzzle with a picture in the colours of the regions. Givens are bold.
func (b symbolBoard) sudoku(givens []uint8) (*format.Puzzle, error) {
	const labels = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"
	return b.puzzle(givens, func(givens, full []uint8) picture.Picture {
		var p picture.Picture
		for k, digit := range full {
			cell := tableCell(k/b.side, k%b.side, 2, labels[digit:digit+1], b.region[k])
			cell.Strong = givens[k] != 0
			p.Cells = append(p.Cells, cell)
		}
		return p
	})
}

// symbols draws a square in the colours of its symbols. Givens are bold and have no colour. A cell
// without a symbol has a dot.
func (b symbolBoard) symbols(givens, full []uint8) picture.Picture {
	var p picture.Picture
	for k, s := range full {
		label := "."
		if s > 0 {
			label = symbol(int(s) - 1)
		}
		cell := tableCell(k/b.side, k%b.side, 2, label, int(s)-1)
		if givens[k] != 0 {
			cell.Part, cell.Strong = picture.None, true
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}

// fill returns a random full board: the first solution of the empty board with its items and
// options shuffled. It returns nil in the rare case that the search takes more than 10,000 nodes.
func (b symbolBoard) fill(d dice) []uint8 {
	blank := make([]uint8, b.side*b.side)
	empty, err := b.sudoku(blank)
	if err != nil {
		return nil
	}
	p := shuffled(empty.Problem(), d)
	options := firstSolution(p, 10_000)
	if options == nil {
		return nil
	}
	return b.filled(blank, p, options)
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

// jigsaw returns a board whose regions are random connected pieces of side cells each. It starts
// with boxes of rows by cols cells and makes many exchanges of cells between neighbouring regions.
func jigsaw(rows, cols int, d dice) symbolBoard {
	b := boxed(rows, cols, false)
	n := b.side
	for done := 0; done < 8*n; {
		x, y := d.below(n*n), d.below(n*n)
		from, to := b.region[x], b.region[y]
		if from == to || !b.touches(x, to) || !b.touches(y, from) {
			continue
		}
		b.region[x], b.region[y] = to, from
		if b.connected(from) && b.connected(to) {
			done++
		} else {
			b.region[x], b.region[y] = from, to
		}
	}
	return b
}

// around calls visit with each cell that shares a side with cell k.
func (b symbolBoard) around(k int, visit func(int)) {
	r, c := k/b.side, k%b.side
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if i, j := r+d[0], c+d[1]; 0 <= i && i < b.side && 0 <= j && j < b.side {
			visit(i*b.side + j)
		}
	}
}

// touches says whether a cell beside cell k is in the region.
func (b symbolBoard) touches(k, region int) bool {
	touches := false
	b.around(k, func(i int) { touches = touches || b.region[i] == region })
	return touches
}

// connected says whether the region is in one piece.
func (b symbolBoard) connected(region int) bool {
	seen := make([]bool, len(b.region))
	reached := 0
	var walk func(k int)
	walk = func(k int) {
		if seen[k] || b.region[k] != region {
			return
		}
		seen[k] = true
		reached++
		b.around(k, walk)
	}
	for k, r := range b.region {
		if r == region {
			walk(k)
			break
		}
	}
	return reached == b.side
}
