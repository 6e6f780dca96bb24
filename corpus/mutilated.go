package corpus

import (
	"fmt"

	"xcbench/format"
)

var mutilated = Family{
	Name:    "mutilated",
	summary: "domino tilings of a board of {n} by {n} less two opposite corners",
	Params:  []Param{number("<n>", 2, 36, "rows and columns of the board, an even number")},
	Form: `Dominoes cover every cell of the board but the first and the last. There is no such
tiling: both corners have the same colour on a chessboard, and every domino covers a cell of
each colour. A search that does not count colours takes a time exponential in n (Black,
1946; McCarthy, 1964).

Items are the cells row by row. Options are the horizontal dominoes row by row, then the
vertical ones.`,
	Source: "none: the corners have the same colour",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		if n%2 != 0 {
			return nil, fmt.Errorf("a board of %d by %d, expected an even number", n, n)
		}
		board := rectangle(n, n).without(cell{0, 0}, cell{n - 1, n - 1})
		return packDominoes(board)
	},
}
