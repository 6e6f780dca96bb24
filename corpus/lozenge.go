package corpus

import (
	"xcbench/format"
)

var lozenge = Family{
	Name:    "lozenge",
	summary: "lozenge tilings of a hexagon with sides {a}, {b}, {c}",
	Params: []Param{
		number("<a>", 1, 16, "upper side of the hexagon"),
		number("x<b>", 1, 16, "next side, clockwise"),
		number("x<c>", 1, 16, "side after that one"),
	},
	Form: `The hexagon has angles of 120 degrees, and opposite sides have the same length. It is
cut into triangles of side 1. A lozenge is two triangles with a common side. The tilings
are the plane partitions in a box of a x b x c. Their number is the product of
(i+j+k-1)/(i+j+k-2) over 1 <= i <= a, 1 <= j <= b and 1 <= k <= c.

Items are the triangles row by row (^ points up, v points down). Options are the
lozenges of the three directions, each direction row by row.`,
	Source: "P. A. MacMahon's formula; OEIS A008793 where a, b and c are equal",
	Sample: "4x4x4",
	build: func(v Values) (*format.Puzzle, error) {
		hexagon := triangleHexagon(v.int("a"), v.int("b"), v.int("c"))
		return packAny(&triangleGrid, hexagon, piecesOf("lozenge 000 001"), turn)
	},
}

// triangleHexagon returns the triangles of a hexagon with angles of 120 degrees and the sides a, b,
// c, clockwise from the upper one.
func triangleHexagon(a, b, c int) cellSet {
	return box(b+c, a+c, 2).between(c, a+b+c-1)
}
