package sudoku

import (
	"math/rand/v2"
	"slices"
)

// Symmetry is a rearrangement of boards of one side that keeps the rules: a
// transposition, then a permutation of the bands and of the rows in each band,
// the same for stacks and columns, and a renaming of the digits. A puzzle and
// its symmetric copies are the same puzzle to a player; to a solver that breaks
// ties by position they are not.
type Symmetry struct {
	transposed bool
	rows, cols []int   // where each row and column of the copy comes from
	digits     []uint8 // what each digit becomes; 0, the blank, stays
}

// RandomSymmetry draws a symmetry for boards of a side of 4, 9, 16 or 25, all
// with the same probability.
func RandomSymmetry(side int, rng *rand.Rand) Symmetry {
	s := Symmetry{digits: make([]uint8, side+1)}
	s.transposed = rng.IntN(2) == 1
	s.rows, s.cols = randomLines(side, rng), randomLines(side, rng)
	for k, d := range rng.Perm(side) {
		s.digits[k+1] = uint8(d + 1)
	}
	return s
}

// randomLines permutes the bands of a board and the rows in each.
func randomLines(side int, rng *rand.Rand) []int {
	order := Grid{Side: side}.Order()
	var lines []int
	for _, band := range rng.Perm(order) {
		for _, line := range rng.Perm(order) {
			lines = append(lines, band*order+line)
		}
	}
	return lines
}

// Apply returns the copy of g. A board of another side makes it panic.
func (s Symmetry) Apply(g Grid) Grid {
	if g.Side != len(s.rows) {
		panic("sudoku: a symmetry of boards of another side")
	}
	c := Grid{Side: g.Side, Cells: slices.Clone(g.Cells)}
	for k := range c.Cells {
		row, col := s.rows[k/g.Side], s.cols[k%g.Side]
		if s.transposed {
			row, col = col, row
		}
		c.Cells[k] = s.digits[g.Cells[row*g.Side+col]]
	}
	return c
}
