package corpus

import (
	"fmt"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

var queens = Family{
	Name:    "queens",
	summary: "{n} queens on a board, none attacking another",
	Params: []Param{
		number("<n>", 1, 60, "side of the board"),
		choice("_<order>", "order of rows and columns in the item list: from the edge, or from the middle out",
			"plain=", "middle=, items from the middle out").or("plain"),
	},
	Form: `Every row and every column has exactly one queen, and every diagonal at most one.

Primary items are the rows r0, r1, ... and then the columns c0, c1, .... In the order
"middle" they begin with the middle row and the middle column and go outwards, row and
column in turn. Of two that are equally far out, the higher one comes first (Knuth's R4
F4 R3 F3 R5 F5 ... for n = 8). Secondary items are the diagonals of more than one
square: a1, a2, ... by the sum of row and column, then b1, b2, ... by n-1-row+column.
Options are the squares row by row, each with its row, column and diagonals (TAOCP
7.2.2.1).`,
	Source: "OEIS A000170",
	Sample: "8",
	title:  "{n} queens on a board, none attacking another{order}",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		var b builder
		rows, cols := numbered(0, n, "r"), numbered(0, n, "c")
		lines := slices.Concat(rows, cols)
		if v["order"] == "middle" {
			lines = nil
			for _, k := range middleOut(n) {
				lines = append(lines, rows[k], cols[k])
			}
		}
		b.Primary(lines...)
		b.Secondary(numbered(1, 2*n-3, "a", "b")...)
		for r := range n {
			for c := range n {
				square := []string{rows[r], cols[c]}
				if d := r + c; 0 < d && d < 2*n-2 {
					square = append(square, fmt.Sprintf("a%d", d))
				}
				if d := n - 1 - r + c; 0 < d && d < 2*n-2 {
					square = append(square, fmt.Sprintf("b%d", d))
				}
				b.Option(square...)
			}
		}
		return b.drawn(chessboard(n))
	},
}

// middleOut returns 0 to n-1 from the middle outwards. The higher of two equally distant numbers
// comes first.
func middleOut(n int) []int {
	order := upTo(n)
	slices.Reverse(order)
	slices.SortStableFunc(order, func(a, b int) int { return max(2*a-n+1, n-1-2*a) - max(2*b-n+1, n-1-2*b) })
	return order
}

// chessboard draws queens. Squares are counted row by row.
func chessboard(n int) func(squares []int) picture.Picture {
	return func(squares []int) picture.Picture {
		p := table(n, n, 2, ".")
		for s := range p.Cells {
			c := &p.Cells[s]
			if (s/n+s%n)%2 == 1 {
				c.Part = 7 // grey
			}
			if slices.Contains(squares, s) {
				c.Label, c.Strong = "Q", true
			}
		}
		return p
	}
}
