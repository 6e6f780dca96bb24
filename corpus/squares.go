package corpus

import (
	"fmt"

	"xcbench/format"
	"xcbench/format/picture"
)

var squares = Family{
	Name:    "squares",
	summary: "tilings of a board of {rows} by {cols} by squares of any size",
	Params: []Param{
		{Name: "rows", min: 1, max: 20, About: "rows of the board"},
		{Name: "cols", before: "x", min: 1, max: 20, About: "columns of the board"},
	},
	Form: `Squares of any size, in any number, cover the board.

Items are the board's cells row by row. Options are the squares by their side, the
largest first, and then by place.`,
	Source: "OEIS A219924; A045846 for square boards",
	Sample: "8x13",
	build: func(v Values) (*format.Puzzle, error) {
		rows, cols := v.int("rows"), v.int("cols")
		p := packing{on: &squareGrid, board: rectangle(rows, cols)}
		p.begin()
		for side := min(rows, cols); side >= 1; side-- {
			p.addPlaces(rectangle(side, side), slide, picture.None, fmt.Sprint(side))
		}
		return p.puzzle()
	},
}

var rectangles = Family{
	Name:    "rectangles",
	summary: "dissections of a board of {rows} by {cols} into rectangles",
	Params: []Param{
		{Name: "rows", min: 1, max: 16, About: "rows of the board"},
		{Name: "cols", before: "x", min: 1, max: 16, About: "columns of the board"},
	},
	Form: `Rectangles of any size, in any number, cover the board.

Items are the board's cells row by row. Options are the rectangles by their number of
rows, by their number of columns, and then by place.`,
	Source: "OEIS A116694",
	Sample: "4x4",
	build: func(v Values) (*format.Puzzle, error) {
		rows, cols := v.int("rows"), v.int("cols")
		p := packing{on: &squareGrid, board: rectangle(rows, cols)}
		p.begin()
		for high := 1; high <= rows; high++ {
			for wide := 1; wide <= cols; wide++ {
				p.addPlaces(rectangle(high, wide), slide, picture.None, "")
			}
		}
		return p.puzzle()
	},
}
