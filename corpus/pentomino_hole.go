package corpus

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"xcbench/format"
)

var pentominoHole = Family{
	Name:    "pentomino_hole",
	summary: "the 12 pentominoes on a board of 8 by 8 less a tetromino",
	Params: []Param{
		{Name: "hole", words: slices.Sorted(maps.Keys(holes)), About: "the tetromino that is left out, and the number of its orientation"},
		{Name: "row", before: "_", min: 0, max: 7, About: "the first row of the hole, from 0"},
		{Name: "col", before: "_", min: 0, max: 7, About: "its first column, from 0"},
	},
	Form: `Items are the pieces in alphabetical order, then the board's cells row by row. Options are ordered by piece, by orientation (as sorted lists of
cells, in order), and by place; symmetric solutions all count. The orientations of a hole have numbers in that order too. The square in the middle, o0_3_3, is Dana Scott's board.`,
	Source: "counted",
	Sample: "t2_0_2",
	title: func(v Values) string {
		return fmt.Sprintf("12 pentominoes on a board of 8 by 8 less a tetromino %s at row %s, column %s", strings.ToUpper(v["hole"][:1]), v["row"], v["col"])
	},
	build: func(v Values) (*format.Puzzle, error) {
		var hole []cell
		for _, c := range holes[v["hole"]] {
			c = plus(c, cell{v.int("row"), v.int("col")})
			if c[0] > 7 || c[1] > 7 {
				return nil, fmt.Errorf("the hole has a cell at row %d, column %d, expected 0 to 7", c[0], c[1])
			}
			hole = append(hole, c)
		}
		return packOnce(&squareGrid, rectangle(8, 8).without(hole...), pentominoes, flip)
	},
}

// holes has the 19 fixed tetrominoes.
var holes = func() map[string][]cell {
	all := map[string][]cell{}
	for _, s := range polyominoes['4'] {
		for k, form := range squareGrid.orientations(s.cells, flip) {
			all[fmt.Sprintf("%s%d", strings.ToLower(s.name[:1]), k)] = form
		}
	}
	return all
}()
