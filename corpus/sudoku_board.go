package corpus

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

// sudokuBoard is a board for sudokus of any shape: each row, column and region has every
// digit, and so have both diagonals if they are asked for.
type sudokuBoard struct {
	side      int
	region    []int // of each cell, row by row, from 0
	diagonals bool
}

// boxed returns the board whose regions are boxes of rows by cols cells.
func boxed(rows, cols int, diagonals bool) sudokuBoard {
	b := sudokuBoard{side: rows * cols, diagonals: diagonals}
	for k := range b.side * b.side {
		r, c := k/b.side, k%b.side
		b.region = append(b.region, r/rows*rows+c/cols)
	}
	return b
}

const boardForm = `Items are the cells p<row><column> that are not given; for each row, column and region, r, c and b, the digits that it lacks; and for the
diagonals, if they count, d0 from the top left and d1 from the top right, the same. All count from 0, digits too, and what is above 9 is a letter from a. Options are the digits
that may go into each cell by the givens, by row, column and digit. (For boxes of 3 by 3 this is the form of TAOCP 7.2.2.1.)`

// signs are the digits in names.
const signs = "0123456789abcdefghijklmnopqrstuvwxyz"

// items appends the places, in the full item list, of a digit from 0 in cell k.
func (b sudokuBoard) items(dst []int, k, digit int) []int {
	n := b.side
	r, c := k/n, k%n
	dst = append(dst, k, n*n+r*n+digit, 2*n*n+c*n+digit, 3*n*n+b.region[k]*n+digit)
	if b.diagonals && r == c {
		dst = append(dst, 4*n*n+digit)
	}
	if b.diagonals && r+c == n-1 {
		dst = append(dst, 4*n*n+n+digit)
	}
	return dst
}

// names returns the full item list.
func (b sudokuBoard) names() []string {
	var names []string
	for _, kind := range "prcb" {
		for k := range b.side * b.side {
			names = append(names, string([]byte{byte(kind), signs[k/b.side], signs[k%b.side]}))
		}
	}
	if b.diagonals {
		for k := range 2 * b.side {
			names = append(names, fmt.Sprintf("d%d%c", k/b.side, signs[k%b.side]))
		}
	}
	return names
}

// puzzle returns the puzzle of the givens: 0 for a blank cell, digits from 1.
func (b sudokuBoard) puzzle(givens []uint8) (*format.Puzzle, error) {
	all := b.names()
	covered := make([]bool, len(all))
	var it []int
	for k, digit := range givens {
		if digit != 0 {
			for _, i := range b.items(it[:0], k, int(digit)-1) {
				covered[i] = true
			}
		}
	}
	var to cover.Builder
	index := make([]int, len(all))
	for i, name := range all {
		if !covered[i] {
			index[i] = to.Items()
			to.Primary(name)
		}
	}
	var placed [][2]int // the cell and the digit, from 1, of each option
	for k, given := range givens {
		if given != 0 {
			continue
		}
		for digit := range b.side {
			it = b.items(it[:0], k, digit)
			if slices.ContainsFunc(it, func(i int) bool { return covered[i] }) {
				continue
			}
			for e, i := range it {
				it[e] = index[i]
			}
			to.OptionOf(it...)
			placed = append(placed, [2]int{k, digit + 1})
		}
	}
	return drawn(&to, func(options []int) picture.Picture {
		full := slices.Clone(givens)
		for _, o := range options {
			full[placed[o][0]] = uint8(placed[o][1])
		}
		return b.picture(givens, full)
	})
}

// picture draws a full board, the givens in bold.
func (b sudokuBoard) picture(givens, full []uint8) picture.Picture {
	const digits = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var p picture.Picture
	for k, digit := range full {
		r, c := k/b.side, k%b.side
		p.Cells = append(p.Cells, picture.Cell{Outline: picture.Square(r, c), Part: b.region[k], Label: digits[digit : digit+1],
			Strong: givens[k] != 0, Row: r, Col: 2 * c})
	}
	return p
}

// fill returns a random full board: the first solution of the empty board with its
// items and options shuffled. It returns nil if the search takes more than 10,000 nodes,
// which is rare.
func (b sudokuBoard) fill(d dice) []uint8 {
	empty, err := b.puzzle(make([]uint8, b.side*b.side))
	if err != nil {
		return nil
	}
	p := shuffled(empty.Problem(), d)
	options := firstSolution(p, 10_000)
	if options == nil {
		return nil
	}
	full := make([]uint8, b.side*b.side)
	for _, o := range options {
		for _, i := range p.Option(o) {
			if name := p.Name(int(i)); name[0] == 'r' { // the row and the digit
				full[b.cellOf(p, o)] = uint8(value(name[2]) + 1)
			}
		}
	}
	return full
}

// cellOf returns the cell that an option fills.
func (b sudokuBoard) cellOf(p *cover.Problem, o int) int {
	for _, i := range p.Option(o) {
		if name := p.Name(int(i)); name[0] == 'p' {
			return value(name[1])*b.side + value(name[2])
		}
	}
	panic("corpus: an option without a cell")
}

// value returns the number that a sign stands for.
func value(sign byte) int {
	if sign >= 'a' {
		return int(sign-'a') + 10
	}
	return int(sign - '0')
}

// shuffledPattern returns a full board of boxes made from a regular one by permuting
// digits, bands, rows, stacks and columns. It needs no search and so does for
// large boards.
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

// inBlocks permutes 0 to n-1 so that blocks of the given length stay together.
func inBlocks(length, n int, d dice) []int {
	var all []int
	for _, block := range d.perm(n / length) {
		for _, k := range d.perm(length) {
			all = append(all, block*length+k)
		}
	}
	return all
}
