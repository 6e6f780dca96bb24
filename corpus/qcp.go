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
			if s.put(entry{row, col, symbol}) && s.blank >= holes {
				break
			}
			s.copy(before)
		}
	}
	cells := make([]uint8, n*n)
	for cell := range cells {
		if s.filled[cell] {
			cells[cell] = uint8(bits.TrailingZeros64(*s.line(entry{cell / n, cell % n}, 2)) + 1)
		}
	}
	return cells
}

// entry is a row, a column and a symbol.
type entry [3]int

// places has all that a partial Latin square leaves open. A line has two of the three numbers of its entries. By the
// number that it lacks, and by these two, it has the values of the third as bits.
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

// line returns the line of an entry that lacks number k.
func (s *places) line(p entry, k int) *uint64 { return &s.lines[k][p[(k+1)%3]*s.n+p[(k+2)%3]] }

// open reports whether the symbol fits the cell.
func (s *places) open(p entry) bool { return *s.line(p, 2)>>p[2]&1 == 1 }

// put puts a symbol into a cell, and then all that it forces. It reports whether all of it fits.
func (s *places) put(p entry) bool {
	forced := []entry{p}
	for len(forced) > 0 {
		p, forced = forced[len(forced)-1], forced[:len(forced)-1]
		if s.filled[p[0]*s.n+p[1]] {
			continue // forced twice
		}
		if !s.open(p) {
			return false
		}
		s.filled[p[0]*s.n+p[1]] = true
		s.blank--
		for value := range s.n {
			for k := range 3 {
				q := p
				if q[k] = value; q == p || !s.open(q) {
					continue
				}
				for k := range 3 { // q is no longer open
					line := s.line(q, k)
					*line &^= 1 << q[k]
					if *line == 0 {
						return false
					}
					if *line&(*line-1) == 0 {
						last := q
						last[k] = bits.TrailingZeros64(*line)
						forced = append(forced, last)
					}
				}
			}
		}
	}
	return true
}
