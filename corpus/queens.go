package corpus

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

var queens = Family{
	Name:    "queens",
	summary: "{n} queens on a board, none attacking another",
	Params: []Param{
		{Name: "n", min: 1, max: 60, About: "side of the board"},
		{Name: "order", before: "_", words: []string{"plain", "middle"}, Default: "plain",
			About:  "order of rows and columns in the item list: from the edge, or from the middle out",
			phrase: phrases{"plain": "", "middle": ", items from the middle out"}.of},
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
		return queensProblem(n, v["order"] == "middle")
	},
}

func queensProblem(n int, middle bool) (*format.Puzzle, error) {
	var b cover.Builder
	rows, cols := make([]int, n), make([]int, n) // the items of each
	line := func(kind string, of []int, k int) {
		of[k] = b.Items()
		b.Primary(fmt.Sprintf("%s%d", kind, k))
	}
	if middle {
		for _, k := range middleOut(n) {
			line("r", rows, k)
			line("c", cols, k)
		}
	} else {
		for k := range n {
			line("r", rows, k)
		}
		for k := range n {
			line("c", cols, k)
		}
	}
	for _, kind := range "ab" {
		for d := 1; d < 2*n-2; d++ {
			b.Secondary(fmt.Sprintf("%c%d", kind, d))
		}
	}
	diagonals := max(0, 2*n-3) // of each kind
	for r := range n {
		for c := range n {
			square := []int{rows[r], cols[c]}
			if d := r + c; 0 < d && d < 2*n-2 {
				square = append(square, 2*n+d-1)
			}
			if d := n - 1 - r + c; 0 < d && d < 2*n-2 {
				square = append(square, 2*n+diagonals+d-1)
			}
			b.OptionOf(square...)
		}
	}
	return drawn(&b, func(options []int) picture.Picture { return chessboard(n, options) })
}

// middleOut returns 0 to n-1 from the middle outwards. The higher of two equally distant numbers
// comes first.
func middleOut(n int) []int {
	order := make([]int, n)
	for k := range order {
		order[k] = n - 1 - k
	}
	slices.SortStableFunc(order, func(a, b int) int { return max(2*a-n+1, n-1-2*a) - max(2*b-n+1, n-1-2*b) })
	return order
}

// chessboard draws queens on the squares of the given numbers, row by row.
func chessboard(n int, squares []int) picture.Picture {
	var p picture.Picture
	for s := range n * n {
		r, c := s/n, s%n
		cell := picture.Cell{Outline: picture.Square(r, c), Part: picture.None, Label: ".", Row: r, Col: 2 * c}
		if (r+c)%2 == 1 {
			cell.Part = 7 // grey
		}
		if slices.Contains(squares, s) {
			cell.Label, cell.Strong = "Q", true
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}
