package corpus

import (
	"xcbench/format"
)

var domino = Family{
	Name:    "domino",
	summary: "domino tilings of a board of {rows} by {cols}",
	Params:  boardParams(36),
	Form: `Dominoes cover every cell of the board.

Items are the board's cells row by row. Options are the horizontal dominoes row by row,
then the vertical ones.`,
	Source: "OEIS A099390",
	Sample: "6x7",
	build: func(v Values) (*format.Puzzle, error) {
		return packDominoes(rectangle(v.int("rows"), v.int("cols")))
	},
}
