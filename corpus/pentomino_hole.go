package corpus

import (
	"fmt"
	"strings"
	"sync"

	"xcbench/format"
)

var pentominoHole = Family{
	Name:    "pentomino_hole",
	summary: "the 12 pentominoes on a board of 8 by 8 less a tetromino",
	Params: []Param{
		chosen("<hole>", "tetromino that is left out, and the number of its orientation",
			keys(holes)).says(func(word string) string { return strings.ToUpper(word[:1]) }),
		number("_<row>", 0, 7, "first row of the hole, from 0"),
		number("_<col>", 0, 7, "first column of the hole, from 0"),
	},
	Form: `The twelve pentominoes cover a board of 8 by 8 without the four cells of a tetromino.
All solutions count, symmetric ones too. The square hole in the middle, o0_3_3, makes
Dana Scott's board.

Items are the pieces in alphabetical order, then the board's cells row by row. Options
are ordered by piece, by orientation and by place. Orientations are compared as sorted
lists of cells; the orientations of a hole are numbered in the same way.`,
	Source: "counted",
	Sample: "t2_0_2",
	title:  "12 pentominoes on a board of 8 by 8 less a tetromino {hole} at row {row}, column {col}",
	build: func(v Values) (*format.Puzzle, error) {
		var hole []cell
		for _, c := range holes()[v["hole"]] {
			c = plus(c, cell{v.int("row"), v.int("col")})
			if c[0] > 7 || c[1] > 7 {
				return nil, fmt.Errorf("the hole has a cell at row %d, column %d, expected 0 to 7", c[0], c[1])
			}
			hole = append(hole, c)
		}
		return packOnce(&squareGrid, rectangle(8, 8).without(hole...), pentominoes(), flip)
	},
}

// holes has the 19 fixed tetrominoes, by letter and number of the orientation.
var holes = sync.OnceValue(func() map[string][]cell {
	all := map[string][]cell{}
	for _, s := range polyominoes()['4'] {
		for k, form := range squareGrid.orientations(s.cells, flip) {
			all[fmt.Sprintf("%s%d", strings.ToLower(s.name[:1]), k)] = form
		}
	}
	return all
})
