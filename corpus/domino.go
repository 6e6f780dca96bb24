package corpus

import (
	"xcbench/cover"
	"xcbench/format"
)

var domino = Family{
	Name:  "domino",
	Title: "domino tilings of a board of {rows} by {cols}",
	Params: []Param{
		{Name: "rows", Min: 1, Max: 36, About: "rows of the board"},
		{Name: "cols", Before: "x", Min: 1, Max: 36, About: "columns of the board"},
	},
	Form:   `Items are the board's cells row by row; options the horizontal dominoes row by row, then the vertical ones.`,
	Source: "OEIS A099390",
	Sample: "6x6",
	build: func(v Values) (*format.Puzzle, error) {
		board := Rectangle(v.Int("rows"), v.Int("cols"))
		var b cover.Builder
		index := board.items(&b)
		for _, domino := range [][]Cell{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}} {
			board.place(&b, index, nil, domino)
		}
		return drawn(&b, nil)
	},
}
