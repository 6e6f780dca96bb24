package corpus

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

// sudokuBoard is a board of any shape for sudokus. Each row, column and region has every digit, and
// so do both diagonals if they are asked for.
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

const boardForm = `Every row, column and region has each digit once. A region is a box, unless the rule is
jigsaw.

Items are the blank cells p<row><column>. Then come the digits that each row, column and
region still lacks: r<row><digit>, c<column><digit> and b<region><digit>. If the
diagonals count, their digits follow: d0<digit> for the diagonal from the top left,
d1<digit> for the one from the top right. All numbers count from 0, digits too, and
letters from a stand for numbers above 9. Options are the digits that the givens allow
in each blank cell, ordered by row, column and digit. For boxes of 3 by 3 this is the
form of TAOCP 7.2.2.1.`

// signs are the digits in names.
const signs = "0123456789abcdefghijklmnopqrstuvwxyz"

// items appends the items of a digit, from 0, in cell k. Items are numbered as in the full item
// list.
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

// puzzle returns the puzzle with the given digits, from 1; 0 is a blank cell.
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
	var placed [][2]int // by option: its cell, and its digit from 1
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

// picture draws a full board, with the givens in bold.
func (b sudokuBoard) picture(givens, full []uint8) picture.Picture {
	const digits = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var p picture.Picture
	for k, digit := range full {
		r, c := k/b.side, k%b.side
		p.Cells = append(p.Cells, picture.Cell{Outline: picture.Square(r, c), Part: b.region[k],
			Label: digits[digit : digit+1], Strong: givens[k] != 0, Row: r, Col: 2 * c})
	}
	return p
}

// fill returns a random full board: the first solution of the empty board with its items and
// options shuffled. It returns nil in the rare case that the search takes more than 10,000 nodes.
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
