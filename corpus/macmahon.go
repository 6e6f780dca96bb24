package corpus

import (
	"xcbench/format"
)

var macmahon = Family{
	Name:    "macmahon",
	summary: "MacMahon's squares of {colours} colours on a board of {rows} by {cols}, {border}",
	Params: append(boardParams(35),
		number("_c<colours>", 1, 5, "number of colours"),
		choice("_<border>", "sides on the border: all of colour a, of any colour, or none, since opposite sides meet",
			"plain=the border in one colour", "free=the border in any colours", "torus=opposite sides joined").or("plain"),
	),
	Form: `The squares have one of c colours on each side. There are c(c+1)(c^2-c+2)/4 of them up
to turns, and each is used once (MacMahon, New Mathematical Pastimes, 1921). Where two
squares meet, their sides have the same colour. Every solution counts, also if others
come from it by turning or reflecting the board or by exchanging colours.

Primary items are the squares t0, t1, ... in lexicographic order of their colours, and
then the cells c<row><column>. ` + edgeForm + `They are
h<row><column> above a cell and then v<row><column> on its left. Sides on the border are
items too if they have any colour. Options are ordered by square, by its sides from the
upper one clockwise, and by cell: the square, the cell, and the sides, clockwise.`,
	Source: "counted",
	Sample: "4x6_c3",
	build: func(v Values) (*format.Puzzle, error) {
		b, err := squareBoard(v.int("rows"), v.int("cols"), v["border"] == "torus")
		if err != nil {
			return nil, err
		}
		border := 0
		if v["border"] != "plain" {
			border = free
		}
		return b.once(allTiles(4, v.int("colours")), border)
	},
}
