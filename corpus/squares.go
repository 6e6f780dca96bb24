package corpus

import (
	"fmt"

	"xcbench/format"
	"xcbench/format/picture"
)

var squares = Family{
	Name:    "squares",
	summary: "tilings of a board of {rows} by {cols} by squares of any size",
	Params:  boardParams(20),
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
	Params:  boardParams(16),
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

// tiles are sets of shapes that come in any number.
var tiles = map[string]struct {
	called string
	shapes []piece
}{
	"i3":          {"straight trominoes", polyominoes['3'][:1]},
	"v3":          {"right trominoes", polyominoes['3'][1:]},
	"trominoes":   {"trominoes", polyominoes['3']},
	"i4":          {"straight tetrominoes", polyominoes['4'][:1]},
	"l4":          {"L tetrominoes", polyominoes['4'][1:2]},
	"t4":          {"T tetrominoes", polyominoes['4'][3:4]},
	"z4":          {"Z tetrominoes", polyominoes['4'][4:]},
	"tetrominoes": {"tetrominoes", polyominoes['4']},
	"p5":          {"P pentominoes", pentominoes[4:5]},
	"y5":          {"Y pentominoes", pentominoes[10:11]},
	"pentominoes": {"pentominoes", pentominoes},
}
