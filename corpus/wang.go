package corpus

import (
	"strings"

	"xcbench/format"
)

// wangSets has sets of Wang tiles. A tile is its colours above, to the right, below and to the left.
// Colours 3 and 4 of the set kari_culik stand for 0' and 1/2.
var wangSets = map[string]string{
	"jeandel_rao": "4212 2202 1113 2123 1333 1013 0010 1320 2021 2141 3321",
	"kari_culik":  "0333 1323 0413 3413 0434 1424 1314 2110 1210 2211 1001 2002 1102",
}

var wang = Family{
	Name:    "wang",
	summary: "Wang tiles of {set} on a board of {rows} by {cols}, {border}",
	Params: []Param{
		choice("<set>", "set of tiles: 11 by Jeandel and Rao, 13 by Kari and Culik",
			"jeandel_rao=Jeandel and Rao", "kari_culik=Kari and Culik"),
		number("_<rows>", 1, 30, "rows of the board"),
		number("x<cols>", 1, 30, "columns of the board"),
		choice("_<border>", "sides on the border: of any colour, or none, since opposite sides meet",
			"free=the border in any colours", "torus=opposite sides joined").or("free"),
	},
	Form: `Wang tiles are squares with a colour on each side. Each may be used often, and none
turns. Where two tiles meet, their sides have the same colour. Both sets tile the plane,
but never with a period: no torus has a solution. The first is the smallest such set (E.
Jeandel and M. Rao, An aperiodic set of 11 Wang tiles, Advances in Combinatorics, 2021).
The other is from J. Kari, A small aperiodic set of Wang tiles, and K. Culik, An
aperiodic set of 13 Wang tiles, both in Discrete Mathematics 160, 1996.

Primary items are the cells c<row><column>. ` + edgeForm + `They are
h<row><column> above a cell and then v<row><column> on its left. Options are ordered by
tile, as in the papers, and by cell: the cell and the sides that it shares, clockwise
from the upper one.`,
	Source: "counted; no solution on a torus: the set is aperiodic",
	Sample: "jeandel_rao_7x7",
	build: func(v Values) (*format.Puzzle, error) {
		b, err := squareBoard(v.int("rows"), v.int("cols"), v["border"] == "torus")
		if err != nil {
			return nil, err
		}
		return b.any(each(strings.Fields(wangSets[v["set"]]), func(tile string) edgeTile {
			return each([]byte(tile), value)
		}))
	},
}
