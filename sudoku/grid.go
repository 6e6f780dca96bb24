package sudoku

import "fmt"

// Grid is a board of order 2 to 5. Whoever fills in the cells answers for
// their values; the rest of the package does not check them again.
type Grid struct {
	Side  int     // 4, 9, 16 or 25
	Cells []uint8 // Side·Side cells, row by row: 0 is blank, digits are 1 to Side
}

// New returns a blank board with the given side.
func New(side int) (Grid, error) {
	switch side {
	case 4, 9, 16, 25:
		return Grid{Side: side, Cells: make([]uint8, side*side)}, nil
	}
	return Grid{}, fmt.Errorf("a sudoku with side %d, expected 4, 9, 16 or 25", side)
}

// Order returns the side of a box, the square root of the side of the board.
func (g Grid) Order() int {
	order := 2
	for order*order < g.Side {
		order++
	}
	return order
}

// box returns the box of the cell at row r and column c, in reading order.
func (g Grid) box(r, c int) int {
	order := g.Order()
	return r/order*order + c/order
}

// String returns the cells row by row in one line, blanks as '.' and digits
// above 9 as letters from 'A'.
func (g Grid) String() string {
	const signs = ".123456789ABCDEFGHIJKLMNOP"
	text := make([]byte, len(g.Cells))
	for k, digit := range g.Cells {
		text[k] = signs[digit]
	}
	return string(text)
}

// Check tells whether solution is one of g: it has a digit in every cell, keeps
// the givens of g, and has no digit twice in a row, column or box. The error
// names the first fault, with rows, columns and boxes counted from 1.
func (g Grid) Check(solution Grid) error {
	if solution.Side != g.Side || len(solution.Cells) != len(g.Cells) {
		return fmt.Errorf("a grid of side %d with %d cells, expected side %d with %d",
			solution.Side, len(solution.Cells), g.Side, len(g.Cells))
	}
	for k, digit := range solution.Cells {
		r, c := k/g.Side+1, k%g.Side+1
		if digit < 1 || int(digit) > g.Side {
			return fmt.Errorf("row %d, column %d has %d, expected 1 to %d", r, c, digit, g.Side)
		}
		if given := g.Cells[k]; given != 0 && given != digit {
			return fmt.Errorf("row %d, column %d has %d, expected the given %d", r, c, digit, given)
		}
	}
	// With every cell filled, a unit without a repetition has every digit.
	units := []struct {
		name string
		of   func(r, c int) int
	}{
		{"row", func(r, c int) int { return r }},
		{"column", func(r, c int) int { return c }},
		{"box", g.box},
	}
	for _, unit := range units {
		seen := make([][26]bool, g.Side)
		for k, digit := range solution.Cells {
			u := unit.of(k/g.Side, k%g.Side)
			if seen[u][digit] {
				return fmt.Errorf("%s %d has %d twice", unit.name, u+1, digit)
			}
			seen[u][digit] = true
		}
	}
	return nil
}
