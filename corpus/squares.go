package corpus

import (
	"fmt"
	"sync"

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

// tiles has the sets of shapes that come in any number.
var tiles = sync.OnceValue(func() map[string][]piece {
	three, four, five := polyominoes()['3'], polyominoes()['4'], pentominoes()
	return map[string][]piece{"i3": three[:1], "v3": three[1:], "trominoes": three, "i4": four[:1], "l4": four[1:2], "t4": four[3:4],
		"z4": four[4:], "tetrominoes": four, "p5": five[4:5], "y5": five[10:11], "pentominoes": five}
})
