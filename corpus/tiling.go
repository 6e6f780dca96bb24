package corpus

import (
	"xcbench/format"
)

var tiling = Family{
	Name:    "tiling",
	summary: "tilings of a board of {rows} by {cols} by any number of some polyominoes",
	Params: []Param{
		chosen("<tiles>", "shapes, which may be turned and turned over: the letter and size of a polyomino, or all of a size",
			keys(tiles)).says(func(word string) string { return tiles()[word].called }),
		number("_<rows>", 1, 36, "rows of the board"),
		number("x<cols>", 1, 36, "columns of the board"),
	},
	Form: `The shapes, in any number, cover the board.

Items are the board's cells row by row. Options are ordered by shape (as in the family
polyomino), by orientation and by place. Orientations are compared as sorted lists of
cells.`,
	Source: "counted",
	Sample: "v3_5x9",
	title:  "tilings of a board of {rows} by {cols} by {tiles}",
	build: func(v Values) (*format.Puzzle, error) {
		return packAny(&squareGrid, rectangle(v.int("rows"), v.int("cols")), tiles()[v["tiles"]].shapes, flip)
	},
}
