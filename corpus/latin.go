package corpus

import (
	"fmt"
	"slices"

	"xcbench/format"
	"xcbench/format/sudoku"
)

var latin = Family{
	Name:    "latin",
	summary: "Latin squares of order {n}",
	Params:  []Param{number("<n>", 1, 36, "side of the square")},
	Form: `Every row and every column of the square has each symbol once.

Items are the cells p00, p01, ... (row, column), then r00, r01, ... (row, symbol), then
c00, c01, ... (column, symbol). Rows, columns and symbols are digits 0-9a-z. Options are
a cell with a symbol, each with its three items. They are ordered by row, by column and
then by symbol, from 0.`,
	Source: "OEIS A002860",
	Sample: "5",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		b := latinBoard(n)
		return b.puzzle(make([]uint8, n*n), b.symbols)
	},
}

var qwh = Family{
	Name:    "qwh",
	summary: "completions of a Latin square of order {n} with {holes} holes",
	Params: []Param{
		number("<n>", 1, mostSymbols, "side of the square"),
		number("_h<holes>", 1, mostSymbols*mostSymbols, "number of cells without a symbol"),
		seedParam("seed of the square and its holes"),
		choice("_<pattern>", "where the holes are: anywhere, or the same number in every row and column, give or take one",
			"random", "balanced").or("random"),
	},
	Form: `Quasigroup with holes: a random Latin square, made by the walk of Jacobson and Matthews,
from which some cells were emptied. Search is hardest near 1.7 n^1.55 holes.

Items and options are those of the family latin, in the same order. Items that the given
symbols cover are left out, and so are the options that contain one of them. From 36 on,
numbers are letters A-Z.`,
	Source: "has a solution by construction: " +
		"Achlioptas, Gomes, Kautz and Selman, Generating satisfiable problem instances, AAAI 2000",
	Sample: "9_h50_s1",
	build: func(v Values) (*format.Puzzle, error) {
		n, holes := v.int("n"), v.int("holes")
		if holes > n*n {
			return nil, fmt.Errorf("%d holes, expected at most %d", holes, n*n)
		}
		d := newDice(v.int("seed"))
		cells := randomSquare(n, d).cells()
		if v["pattern"] == "balanced" {
			// The holes lie along the diagonals of a square with shuffled rows and columns.
			rows, cols := d.perm(n), d.perm(n)
			for k := range holes {
				cells[rows[k%n]*n+cols[(k%n+k/n)%n]] = 0
			}
		} else {
			for _, k := range d.perm(n * n)[:holes] {
				cells[k] = 0
			}
		}
		b := latinBoard(n)
		return b.puzzle(cells, b.symbols)
	},
}

// latinBoard returns a board for Latin squares.
func latinBoard(n int) symbolBoard {
	shape, _ := sudoku.Form{Side: n}.Shape() // without other rules there is no error
	return symbolBoard{shape, "prc"}
}

// latinSquare has each of the symbols 0 to n-1 once in every row and column.
type latinSquare [][]int

func newSquare(n int) latinSquare {
	s := make(latinSquare, n)
	for i := range s {
		s[i] = make([]int, n)
	}
	return s
}

// cells returns the symbols row by row, as a [symbolBoard] has them.
func (s latinSquare) cells() []uint8 {
	return each(slices.Concat(s...), func(k int) uint8 { return uint8(k + 1) })
}

// randomSquare walks n^3 steps through proper and improper Latin squares, from the cyclic one, and
// then on to the next proper one: M. T. Jacobson and P. Matthews, Generating uniformly distributed
// random Latin squares, J. Combin. Designs 4 (1996).
func randomSquare(n int, d dice) latinSquare {
	// cube[x][y][z] is 1 if symbol z is at row x and column y. Every line of the cube sums to 1. An
	// improper square has one entry -1.
	cube := make([]int8, n*n*n)
	at := func(x, y, z int) *int8 { return &cube[(x*n+y)*n+z] }
	for x := range n {
		for y := range n {
			*at(x, y, (x+y)%n) = 1
		}
	}
	// one returns the place of an entry 1 in a line of the cube, drawn with equal chances from all.
	one := func(entry func(k int) *int8) int {
		found, chosen := 0, 0
		for k := range n {
			if *entry(k) == 1 {
				if found++; found == 1 || d.below(found) == 0 {
					chosen = k
				}
			}
		}
		return chosen
	}
	proper := true
	var x, y, z int // of the entry -1
	for step := 0; n > 1 && (step < n*n*n || !proper); step++ {
		for proper { // a proper square goes on from a random entry 0
			x, y, z = d.below(n), d.below(n), d.below(n)
			if *at(x, y, z) == 0 {
				break
			}
		}
		u := one(func(k int) *int8 { return at(k, y, z) })
		v := one(func(k int) *int8 { return at(x, k, z) })
		w := one(func(k int) *int8 { return at(x, y, k) })
		*at(x, y, z)++
		*at(x, v, w)++
		*at(u, y, w)++
		*at(u, v, z)++
		*at(u, y, z)--
		*at(x, v, z)--
		*at(x, y, w)--
		*at(u, v, w)--
		proper = *at(u, v, w) == 0
		x, y, z = u, v, w
	}
	s := newSquare(n)
	for i := range n {
		for j := range n {
			for k := range n {
				if *at(i, j, k) == 1 {
					s[i][j] = k
				}
			}
		}
	}
	return s
}
