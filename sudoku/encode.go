package sudoku

import (
	"slices"
	"sync"

	"xcbench/cover"
)

// Givens says what becomes of the given digits in the exact cover problem.
type Givens uint8

const (
	// Omit leaves out the items that the givens cover, and with them every
	// option that contains one. This is Knuth's form (TAOCP 7.2.2.1).
	Omit Givens = iota
	// Single keeps all items; the cell of a given has a single option, and a
	// blank cell has one for every digit.
	Single
)

// Encoding is a sudoku as an exact cover problem.
type Encoding struct {
	Problem *cover.Problem

	givens Grid
	placed []placement // what each option puts where
}

// placement is the cell that gets a digit.
type placement struct {
	cell  uint16
	digit uint8
}

// Encode makes the problem of filling the blanks of g.
//
// There is an option "p<row><column> r<row><digit> c<column><digit>
// b<box><digit>" for every digit that may go into a cell, by row, column and
// digit. Its four items say that the cell is filled, and that the row, the
// column and the box have the digit. All cells come first in the item list,
// then the rows, columns and boxes; all are primary. In the names everything
// counts from 0, the digit too, and what is above 9 is a letter from 'a'.
//
// Givens that contradict each other are not an error: such a problem has no
// solution. Under [Single] that comes about by itself; under [Omit] an item
// that two givens cover stays in the list but has no options. A full board
// under [Omit] leaves no items, and so has one solution, without options.
//
// A board with a digit that its side does not have makes Encode panic.
func Encode(g Grid, givens Givens) *Encoding {
	g.Cells = slices.Clone(g.Cells) // the caller may go on with its own
	e := &Encoding{givens: g}
	side := g.Side

	// How many givens cover an item decides about it: none, it is open; one,
	// it is left out; more, it is left in without options.
	covered := make([]uint8, 4*side*side)
	if givens == Omit {
		for k, digit := range g.Cells {
			if digit != 0 {
				for _, i := range g.items(k, int(digit)) {
					covered[i]++
				}
			}
		}
	}
	var b cover.Builder
	index := make([]int, len(covered))
	names := make([]string, 0, len(covered))
	for i, name := range itemNames[g.Order()]() {
		if covered[i] != 1 {
			index[i] = len(names)
			names = append(names, name)
		}
	}
	b.Primary(names...)

	e.placed = make([]placement, 0, len(names)) // an estimate
	for k, given := range g.Cells {
		if given != 0 && givens == Omit {
			continue
		}
		first, last := 1, side
		if given != 0 {
			first, last = int(given), int(given)
		}
		for digit := first; digit <= last; digit++ {
			it := g.items(k, digit)
			if covered[it[0]]|covered[it[1]]|covered[it[2]]|covered[it[3]] != 0 {
				continue
			}
			b.OptionOf(index[it[0]], index[it[1]], index[it[2]], index[it[3]])
			e.placed = append(e.placed, placement{uint16(k), uint8(digit)})
		}
	}
	p, err := b.Problem()
	if err != nil {
		panic(err) // the names differ and the options are in range by construction
	}
	e.Problem = p
	return e
}

// Decode returns the board with the givens and the digits that the options
// place. The options are indices of e.Problem; for a solution the board is
// full.
func (e *Encoding) Decode(options []int) Grid {
	g := Grid{Side: e.givens.Side, Cells: slices.Clone(e.givens.Cells)}
	for _, o := range options {
		g.Cells[e.placed[o].cell] = e.placed[o].digit
	}
	return g
}

// items returns the four items of a digit in cell k, as places in the full item
// list: cell, row, column and box.
func (g Grid) items(k, digit int) [4]int {
	side := g.Side
	r, c, d := k/side, k%side, digit-1
	if d >= side {
		panic("sudoku: a digit above the side of the board")
	}
	all := side * side
	return [4]int{k, all + r*side + d, 2*all + c*side + d, 3*all + g.box(r, c)*side + d}
}

// itemNames has the full item list of every order. The lists are made once:
// corpora have tens of thousands of puzzles of one order.
var itemNames = [...]func() []string{
	2: sync.OnceValue(func() []string { return nameItems(4) }),
	3: sync.OnceValue(func() []string { return nameItems(9) }),
	4: sync.OnceValue(func() []string { return nameItems(16) }),
	5: sync.OnceValue(func() []string { return nameItems(25) }),
}

func nameItems(side int) []string {
	const signs = "0123456789abcdefghijklmno"
	var names []string
	for _, kind := range "prcb" {
		for _, x := range signs[:side] {
			for _, y := range signs[:side] {
				names = append(names, string([]rune{kind, x, y}))
			}
		}
	}
	return names
}
