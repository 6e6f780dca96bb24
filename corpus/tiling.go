package corpus

import (
	"xcbench/format"
)

var tiling = Family{
	Name:    "tiling",
	summary: "tilings of a board of {rows} by {cols} by any number of some polyominoes",
	Params: []Param{
		choice("<tiles>", "shapes, which may be turned and turned over: the letter and size of a polyomino, or all of a size",
			"i3=straight trominoes", "i4=straight tetrominoes", "l4=L tetrominoes", "p5=P pentominoes", "pentominoes",
			"t4=T tetrominoes", "tetrominoes", "trominoes", "v3=right trominoes", "y5=Y pentominoes", "z4=Z tetrominoes"),
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
		return packAny(&squareGrid, rectangle(v.int("rows"), v.int("cols")), tiles()[v["tiles"]], flip)
	},
}
