package corpus

import (
	"fmt"
	"slices"

	"xcbench/format"
)

var qcp = Family{
	Name:    "qcp",
	summary: "completions of a random partial Latin square of order {n} with {holes} holes",
	Params: []Param{
		{Name: "n", min: 1, max: mostSymbols, About: "side of the square"},
		{Name: "holes", before: "_h", min: 1, max: mostSymbols * mostSymbols, About: "number of cells without a symbol"},
		{Name: "seed", before: "_s", min: 0, max: 999_999_999, About: "seed of the symbols and their cells"},
	},
	Form: `Quasigroup completion: the cells of an empty square get symbols in random order. A
symbol must not repeat one of its row or column, and must leave every blank cell a symbol.
Unlike a square of the family qwh, it may have no completion. Half of the squares have one
near 42% holes.

Items and options are those of the family qwh, in the same order.`,
	Source: "C. Gomes and B. Selman, Problem structure in the presence of perturbations, AAAI 1997",
	Sample: "9_h34_s1",
	build: func(v Values) (*format.Puzzle, error) {
		n, holes := v.int("n"), v.int("holes")
		if holes > n*n {
			return nil, fmt.Errorf("%d holes, expected at most %d", holes, n*n)
		}
		s := newPartial(n)
		s.fill(n*n-holes, newDice(v.int("seed")))
		if s.blank > holes {
			return nil, fmt.Errorf("%d holes with seed %s, which leaves %d cells blank; expected another seed or more holes",
				holes, v["seed"], s.blank)
		}
		b := latinBoard(n)
		return b.puzzle(s.cells, b.symbols)
	},
}

// partial is a Latin square with blank cells. No row or column has a symbol twice, and each blank
// cell has a symbol that its row and column lack.
type partial struct {
	n     int
	cells []uint8 // row by row: the symbol, from 1, or 0
	blank int
	rows  []uint64 // the symbols of each row, from 0, as bits
	cols  []uint64
}

func newPartial(n int) *partial {
	return &partial{n: n, cells: make([]uint8, n*n), blank: n * n, rows: make([]uint64, n), cols: make([]uint64, n)}
}

// fill puts symbols into count blank cells, or into fewer if it finds no more. It tries each cell
// once.
func (s *partial) fill(count int, d dice) {
	for _, k := range d.perm(s.n * s.n) {
		if count == 0 {
			return
		}
		if slices.ContainsFunc(d.perm(s.n), func(symbol int) bool { return s.put(k/s.n, k%s.n, symbol) }) {
			count--
		}
	}
}

// put puts a symbol into a blank cell, if it fits there and leaves every other cell one.
func (s *partial) put(row, col, symbol int) bool {
	bit := uint64(1) << symbol
	if (s.rows[row]|s.cols[col])&bit != 0 {
		return false
	}
	s.rows[row] |= bit
	s.cols[col] |= bit
	full := uint64(1)<<s.n - 1
	for k := range s.n {
		right, below := row*s.n+k, k*s.n+col
		if k != col && s.cells[right] == 0 && s.rows[row]|s.cols[k] == full ||
			k != row && s.cells[below] == 0 && s.rows[k]|s.cols[col] == full {
			s.rows[row] ^= bit
			s.cols[col] ^= bit
			return false
		}
	}
	s.cells[row*s.n+col] = uint8(symbol + 1)
	s.blank--
	return true
}
