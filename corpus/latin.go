package corpus

import (
	"fmt"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

var latin = Family{
	Name:    "latin",
	summary: "Latin squares of order {n}",
	Params:  []Param{{Name: "n", min: 1, max: 36, About: "side of the square"}},
	Form: `Every row and every column of the square has each symbol once.

Items are the cells p00, p01, ... (row, column), then r00, r01, ... (row, symbol), then
c00, c01, ... (column, symbol). Rows, columns and symbols are digits 0-9a-z. Options are
a cell with a symbol, each with its three items. They are ordered by row, by column and
then by symbol, from 0.`,
	Source: "OEIS A002860",
	Sample: "5",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		return completion(emptySquare(n))
	},
}

var qwh = Family{
	Name:    "qwh",
	summary: "completions of a Latin square of order {n} with {holes} holes",
	Params: []Param{
		{Name: "n", min: 1, max: 36, About: "side of the square"},
		{Name: "holes", before: "_h", min: 1, max: 36 * 36, About: "number of cells without a symbol"},
		{Name: "seed", before: "_s", min: 0, max: 999_999_999, About: "seed of the square and its holes"},
		{Name: "pattern", before: "_", words: []string{"random", "balanced"}, Default: "random",
			About: "where the holes are: anywhere, or the same number in every row and column, give or take one"},
	},
	Form: `Quasigroup with holes: a random Latin square, made by the walk of Jacobson and Matthews,
from which some cells were emptied. Search is hardest near 1.7 n^1.55 holes.

Items and options are those of the family latin, in the same order. Items that the given
symbols cover are left out, and so are the options that contain one of them.`,
	Source: "has a solution by construction: " +
		"Achlioptas, Gomes, Kautz and Selman, Generating satisfiable problem instances, AAAI 2000",
	Sample: "9_h50_s1",
	build: func(v Values) (*format.Puzzle, error) {
		n, holes := v.int("n"), v.int("holes")
		if holes > n*n {
			return nil, fmt.Errorf("%d holes, expected at most %d", holes, n*n)
		}
		d := newDice(v.int("seed"))
		square := randomSquare(n, d)
		if v["pattern"] == "balanced" {
			// The holes lie along the diagonals of a square with shuffled rows and columns.
			rows, cols := d.perm(n), d.perm(n)
			for k := range holes {
				square[rows[k%n]][cols[(k%n+k/n)%n]] = hole
			}
		} else {
			for _, cell := range d.perm(n * n)[:holes] {
				square[cell/n][cell%n] = hole
			}
		}
		return completion(square)
	},
}

// completion returns the problem of filling the holes of a square.
func completion(square latinSquare) (*format.Puzzle, error) {
	n := len(square)
	inRow, inCol := newTable(n), newTable(n) // where a symbol is given
	for i, row := range square {
		for j, k := range row {
			if k != hole {
				inRow[i][k], inCol[j][k] = true, true
			}
		}
	}
	var b cover.Builder
	place := squareItems(&b, "p", n, func(i, j int) bool { return square[i][j] == hole })
	row := squareItems(&b, "r", n, func(i, k int) bool { return !inRow[i][k] })
	col := squareItems(&b, "c", n, func(j, k int) bool { return !inCol[j][k] })
	var at []int32 // by option: its cell and symbol
	for i := range n {
		for j := range n {
			for k := range n {
				if square[i][j] == hole && !inRow[i][k] && !inCol[j][k] {
					b.OptionOf(place[i*n+j], row[i*n+k], col[j*n+k])
					at = append(at, int32(i*n*n+j*n+k))
				}
			}
		}
	}
	return drawn(&b, func(options []int) picture.Picture {
		filled := newSquare(n)
		for i := range n {
			copy(filled[i], square[i])
		}
		for _, o := range options {
			cell, k := int(at[o])/n, int(at[o])%n
			filled[cell/n][cell%n] = k
		}
		return filled.picture(func(i, j int) bool { return square[i][j] != hole })
	})
}

// squareItems adds an item for each wanted pair of numbers below n, and returns the indices of the
// items. The name of an item has one digit for each number.
func squareItems(b *cover.Builder, kind string, n int, wanted func(i, j int) bool) []int {
	index := make([]int, n*n)
	for i := range n {
		for j := range n {
			if wanted(i, j) {
				index[i*n+j] = b.Items()
				b.Primary(kind + symbol(i) + symbol(j))
			}
		}
	}
	return index
}

// symbol returns the digit of a number, from 0-9a-z.
func symbol(k int) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	return digits[k : k+1]
}

// newTable returns a table of n times n entries, all false.
func newTable(n int) [][]bool {
	t := make([][]bool, n)
	for i := range t {
		t[i] = make([]bool, n)
	}
	return t
}
