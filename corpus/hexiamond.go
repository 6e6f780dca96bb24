package corpus

import (
	"slices"

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

// triangleBoards has boards of 72 triangles. Each board is a part of a parallelogram of rows by
// columns. A triangle's row, column and kind are y, x and z.
var triangleBoards = map[string]figure{
	"3x12":            {3, 12, 2, func(y, x, z int) bool { return true }},
	"4x9":             {4, 9, 2, func(y, x, z int) bool { return true }},
	"6x6":             {6, 6, 2, func(y, x, z int) bool { return true }},
	"trapezoid_4x11":  {4, 11, 2, func(y, x, z int) bool { return x+y+z < 11 }},
	"trapezoid_6x9":   {6, 9, 2, func(y, x, z int) bool { return x+y+z < 9 }},
	"hexagon_4x10":    {4, 10, 2, func(y, x, z int) bool { return within(x+y+z, 2, 11) }},
	"hexagon_8x7":     {8, 7, 2, func(y, x, z int) bool { return within(x+y+z, 2, 8) }},
	"hexagons_5x8":    {8, 8, 2, func(y, x, z int) bool { return within(2*x+y+z, 7, 15) }},
	"butterfly_4x10":  {4, 12, 2, func(y, x, z int) bool { return (x+y+z > 3 || x > 1) && (x+y+z < 12 || x < 10) }},
	"butterflies_5x8": {8, 9, 2, func(y, x, z int) bool { return within(2*x+y+z, 8, 16) }},
	"chevrons_12x3":   {12, 9, 2, func(y, x, z int) bool { return within(2*x+y+z, 11, 16) }},
	"ring":            {8, 8, 2, func(y, x, z int) bool { return triangleHex8(y, x, z) && !triangleHex4(y, x, z, 2, 2) }},
	"ring_off_centre": {8, 8, 2, func(y, x, z int) bool { return triangleHex8(y, x, z) && !triangleHex4(y, x, z, 2, 3) }},
	"crescent":        {8, 8, 2, func(y, x, z int) bool { return triangleHex8(y, x, z) && !triangleHex4(y, x, z, 2, 4) }},
	"crescent_side":   {8, 8, 2, func(y, x, z int) bool { return triangleHex8(y, x, z) && !triangleHex4(y, x, z, 3, 3) }},
	"trefoil": {8, 8, 2, func(y, x, z int) bool {
		return triangleHex4(y, x, z, 2, 0) || triangleHex4(y, x, z, 0, 4) || triangleHex4(y, x, z, 4, 2)
	}},
	"three_hexagons": {4, 12, 2, func(y, x, z int) bool {
		return triangleHex4(y, x, z, 0, 0) || triangleHex4(y, x, z, 0, 4) || triangleHex4(y, x, z, 0, 8)
	}},
	"stacked_hexagons": {12, 8, 2, func(y, x, z int) bool {
		return triangleHex4(y, x, z, 0, 4) || triangleHex4(y, x, z, 4, 2) || triangleHex4(y, x, z, 8, 0)
	}},
	"coin": {6, 8, 2, func(y, x, z int) bool {
		return within(x+y+z, 3, 10) && !slices.Contains(listed("321 330 331 420 421 430"), cell{x, y, z})
	}},
}

func within(n, low, high int) bool { return low <= n && n <= high }

// triangleHex8 says whether a triangle is in the hexagon of side 4 in a rhomb of side 8.
func triangleHex8(y, x, z int) bool { return within(x+y+z, 4, 11) }

// triangleHex4 says whether a triangle is in the hexagon of side 2 in the rhomb of side 4 that
// begins at (y0, x0).
func triangleHex4(y, x, z, y0, x0 int) bool {
	return within(y-y0, 0, 3) && within(x-x0, 0, 3) && within(x-x0+y-y0+z, 2, 5)
}

var hexiamond = Family{
	Name:    "hexiamond",
	summary: "the 12 hexiamonds on boards of triangles",
	Params:  []Param{choice("<board>", "board: 72 triangles", sortedKeys(triangleBoards)...).says(spaced)},
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
		return packOnce(&triangleGrid, triangleBoards[v["board"]].cells(), hexiamonds(), flip)
	},
}
