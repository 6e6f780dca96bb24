package corpus

import (
	"fmt"
	"math/bits"
	"slices"

	"xcbench/format"
)

var qcp = Family{
	Name:    "qcp",
	summary: "completions of a random partial Latin square of order {n} with {holes} holes",
	Params: []Param{
		number("<n>", 1, mostSymbols, "side of the square"),
		number("_h<holes>", 1, mostSymbols*mostSymbols, "number of cells without a symbol"),
		seedParam("seed of the symbols and their cells"),
	},
	Form: `Quasigroup completion: cells of an empty square get symbols in random order, until only the
holes are blank. A symbol is followed by all that it forces, as the last one that fits a
cell, or whose last place is there. A symbol that leads to a contradiction is not put.
Unlike a square of the family qwh, the square may have no completion (C. Gomes and
B. Selman, Problem structure in the presence of perturbations, AAAI 1997).

Items and options are those of the family qwh, in the same order.`,
	Source: "counted, or proved to be 0",
	build: func(v Values) (*format.Puzzle, error) {
		n, holes := v.int("n"), v.int("holes")
		if holes > n*n {
			return nil, fmt.Errorf("%d holes, expected at most %d", holes, n*n)
		}
		b := latinBoard(n)
		return b.puzzle(partialSquare(n, holes, newDice(v.int("seed"))), b.symbols)
	},
}

// partialSquare returns a partial Latin square with this many blank cells, as the family qcp describes
// it. It has more blank cells if no further symbol can be put.
func partialSquare(n, holes int, d dice) []uint8 {
	s, before := newPlaces(n), newPlaces(n)
	for _, cell := range d.perm(n * n) {
		if s.blank == holes {
			break
		}
		row, col := cell/n, cell%n
		for _, symbol := range d.perm(n) {
			before.copy(s)
			if s.put(row, col, symbol) && s.blank >= holes {
				break
			}
			s.copy(before)
		}
	}
	cells := make([]uint8, n*n)
	for cell := range cells {
		if s.filled[cell] {
			cells[cell] = uint8(bits.TrailingZeros64(s.lines[0][cell]) + 1)
		}
	}
	return cells
}

// places has all that a partial Latin square leaves open, as bits. By row and column, it has the
// symbols that fit there; by row and symbol, the columns, and by column and symbol, the rows.
type places struct {
	n      int
	lines  [3][]uint64
	filled []bool // by cell
	blank  int
}

func newPlaces(n int) *places {
	s := &places{n: n, filled: make([]bool, n*n), blank: n * n}
	for k := range s.lines {
		s.lines[k] = slices.Repeat([]uint64{1<<n - 1}, n*n)
	}
	return s
}

func (s *places) copy(from *places) {
	for k := range s.lines {
		copy(s.lines[k], from.lines[k])
	}
	copy(s.filled, from.filled)
	s.blank = from.blank
}

// put puts a symbol into a cell, and then all that it forces. It reports whether all of it fits.
func (s *places) put(row, col, symbol int) bool {
	type place struct{ row, col, symbol int }
	forced := []place{{row, col, symbol}}
	for len(forced) > 0 {
		p := forced[len(forced)-1]
		forced = forced[:len(forced)-1]
		if s.filled[p.row*s.n+p.col] {
			continue // forced twice
		}
		if s.lines[0][p.row*s.n+p.col]>>p.symbol&1 == 0 {
			return false
		}
		s.filled[p.row*s.n+p.col] = true
		s.blank--
		for k := range s.n {
			for _, q := range []place{{p.row, p.col, k}, {p.row, k, p.symbol}, {k, p.col, p.symbol}} {
				if q == p || s.lines[0][q.row*s.n+q.col]>>q.symbol&1 == 0 {
					continue
				}
				// q is no longer open.
				symbols, cols, rows := &s.lines[0][q.row*s.n+q.col], &s.lines[1][q.row*s.n+q.symbol], &s.lines[2][q.col*s.n+q.symbol]
				*symbols &^= 1 << q.symbol
				*cols &^= 1 << q.col
				*rows &^= 1 << q.row
				if *symbols == 0 || *cols == 0 || *rows == 0 {
					return false
				}
				if last, one := only(*symbols); one {
					forced = append(forced, place{q.row, q.col, last})
				}
				if last, one := only(*cols); one {
					forced = append(forced, place{q.row, last, q.symbol})
				}
				if last, one := only(*rows); one {
					forced = append(forced, place{last, q.col, q.symbol})
				}
			}
		}
	}
	return true
}

// only returns the number of the only bit that is set, if there is one.
func only(set uint64) (int, bool) { return bits.TrailingZeros64(set), set&(set-1) == 0 }
