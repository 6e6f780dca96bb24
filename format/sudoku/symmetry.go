package sudoku

import (
	"math/rand/v2"
	"slices"
)

// Symmetry is a rearrangement of boards of one side that keeps the rules. It may transpose the
// board. Then it permutes the bands, the rows in each band, the stacks and the columns in each
// stack, and renames the digits. To a player, a puzzle and its symmetric copies are the same
// puzzle. To a solver that breaks ties by position they are not.
type Symmetry struct {
	transposed bool
	rows, cols []int   // where each row and column of the copy comes from
	digits     []uint8 // the new name of each digit; 0, the blank, stays 0
}

// RandomSymmetry draws a symmetry for boards of side 4, 9, 16, 25 or 36 whose shape is [Shape.Square], all
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

// randomLines permutes the bands of a board and the rows in each band.
func randomLines(side int, rng *rand.Rand) []int {
	order, _ := Usual(side)
	var lines []int
	for _, band := range rng.Perm(order) {
		for _, line := range rng.Perm(order) {
			lines = append(lines, band*order+line)
		}
	}
	return lines
}

// Apply returns the copy of g. It panics if g has another side or shape.
func (s Symmetry) Apply(g Grid) Grid {
	if g.Side != len(s.rows) || !g.Square() {
		panic("sudoku: a symmetry of boards of another shape")
	}
	c := Grid{g.Shape, slices.Clone(g.Cells)}
	for k := range c.Cells {
		row, col := s.rows[k/g.Side], s.cols[k%g.Side]
		if s.transposed {
			row, col = col, row
		}
		c.Cells[k] = s.digits[g.Cells[row*g.Side+col]]
	}
	return c
}
