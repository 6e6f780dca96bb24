package corpus

import (
	"slices"
	"sync"

	"xcbench/format"
)

// hexiamonds has the twelve shapes of six triangles, with D. Goodger's letters.
func hexiamonds() []piece {
	return piecesOf(
		"C 000 001 010 011 110 111", // bat, chevron
		"E 011 100 101 110 111 120", // crown
		"F 000 001 010 011 100 110", // yacht
		"G 000 001 010 011 101 110", // hook, shoe
		"H 011 020 100 101 110 111", // signpost, pistol
		"I 000 001 010 011 020 021", // bar
		"J 001 100 101 110 111 120", // crook, club
		"O 001 010 011 100 101 110", // hexagon
		"P 000 001 010 011 020 110", // sphinx
		"S 001 100 101 110 111 210", // snake
		"V 000 001 010 011 100 101", // lobster
		"X 011 100 101 110 111 200", // butterfly
	)
}

// triangleBoards has boards of 72 triangles. Each board is a part of a parallelogram of rows by columns.
var triangleBoards = sync.OnceValue(func() map[string]cellSet {
	rhomb := box(8, 8, 2)
	hexagon := rhomb.between(4, 11) // of side 4
	// hexagons of side 2, each in the rhomb of side 4 that begins at a cell of the list
	hexagons := func(list string) (all cellSet) {
		for _, at := range listed(list) {
			all = append(all, each(box(4, 4, 2).between(2, 5), func(c cell) cell { return plus(c, at) })...)
		}
		slices.SortFunc(all, compareCells)
		return all
	}
	// the part of a board between two lines that are steeper
	steep := func(b cellSet, low, high int) cellSet {
		return b.where(func(c cell) bool { return within(c[0]+2*c[1]+c[2], low, high) })
	}
	return map[string]cellSet{
		"3x12":            box(3, 12, 2),
		"4x9":             box(4, 9, 2),
		"6x6":             box(6, 6, 2),
		"trapezoid_4x11":  box(4, 11, 2).between(0, 10),
		"trapezoid_6x9":   box(6, 9, 2).between(0, 8),
		"hexagon_4x10":    box(4, 10, 2).between(2, 11),
		"hexagon_8x7":     box(8, 7, 2).between(2, 8),
		"hexagons_5x8":    steep(rhomb, 7, 15),
		"butterflies_5x8": steep(box(8, 9, 2), 8, 16),
		"chevrons_12x3":   steep(box(12, 9, 2), 11, 16),
		"butterfly_4x10": box(4, 12, 2).where(func(c cell) bool {
			sum := c[0] + c[1] + c[2]
			return (sum > 3 || c[1] > 1) && (sum < 12 || c[1] < 10)
		}),
		"ring":             hexagon.without(hexagons("22")...),
		"ring_off_centre":  hexagon.without(hexagons("23")...),
		"crescent":         hexagon.without(hexagons("24")...),
		"crescent_side":    hexagon.without(hexagons("33")...),
		"trefoil":          hexagons("20 04 42"),
		"three_hexagons":   hexagons("00 04 08"),
		"stacked_hexagons": hexagons("04 42 80"),
		"coin":             box(6, 8, 2).between(3, 10).less("231 330 331 240 241 340"),
	}
})

var hexiamond = Family{
	Name:    "hexiamond",
	summary: "the 12 hexiamonds on boards of triangles",
	Params:  []Param{chosen("<board>", "board: 72 triangles", keys(triangleBoards)).says(spaced)},
	Form: `The twelve hexiamonds, the shapes of six triangles, cover the board once each. They may
be turned and turned over. All solutions count, symmetric ones too.

A cell is a triangle. Each row and column of a parallelogram has two, one that points
down (v) and one that points up (^). Items are the twelve pieces in the order of their
letters, then the board's triangles row by row. Options are ordered by piece, by
orientation (6 turns of either side) and by place. Orientations are compared as sorted
lists of cells.`,
	Source: "D. Goodger, Polyform Puzzler, times the symmetries of the board that it leaves out",
	Sample: "6x6",
	title:  "the 12 hexiamonds on a board of triangles: {board}",
	build: func(v Values) (*format.Puzzle, error) {
		return packOnce(&triangleGrid, triangleBoards()[v["board"]], hexiamonds(), flip)
	},
}
