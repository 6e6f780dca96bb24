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

// tileSet is a set of shapes that come in any number.
type tileSet struct {
	called string
	shapes []piece
}

var tiles = sync.OnceValue(func() map[string]tileSet {
	three, four, five := polyominoes()['3'], polyominoes()['4'], pentominoes()
	return map[string]tileSet{
		"i3":          {"straight trominoes", three[:1]},
		"v3":          {"right trominoes", three[1:]},
		"trominoes":   {"trominoes", three},
		"i4":          {"straight tetrominoes", four[:1]},
		"l4":          {"L tetrominoes", four[1:2]},
		"t4":          {"T tetrominoes", four[3:4]},
		"z4":          {"Z tetrominoes", four[4:]},
		"tetrominoes": {"tetrominoes", four},
		"p5":          {"P pentominoes", five[4:5]},
		"y5":          {"Y pentominoes", five[10:11]},
		"pentominoes": {"pentominoes", five},
	}
})
