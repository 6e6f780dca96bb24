package corpus

import "xcbench/format"

var lozenge = Family{
	Name:    "lozenge",
	summary: "lozenge tilings of a hexagon with sides {a}, {b}, {c}",
	Params: []Param{
		{Name: "a", min: 1, max: 16, About: "the upper side of the hexagon"},
		{Name: "b", before: "x", min: 1, max: 16, About: "the side after it, clockwise"},
		{Name: "c", before: "x", min: 1, max: 16, About: "the side after that"},
	},
	Form: `The hexagon has angles of 120 degrees and opposite sides of the same length; it is cut into triangles of side 1. Items are the triangles row by row
(^ points up, v down); options the three lozenges, which are two triangles with a side in common, each of them row by row. Solutions are the
plane partitions in a box of a x b x c, of which there are the product of (i+j+k-1)/(i+j+k-2) over 1 <= i <= a, j <= b, k <= c.`,
	Source: "P. A. MacMahon's formula; OEIS A008793 where a, b and c are equal",
	Sample: "4x4x4",
	build: func(v Values) (*format.Puzzle, error) {
		return packAny(&triangleGrid, triangleHexagon(v.int("a"), v.int("b"), v.int("c")), []piece{{"lozenge", listed("000 001")}}, turn)
	},
}

// triangleHexagon returns the triangles of a hexagon with angles of 120 degrees
// and the sides a, b, c clockwise from the upper one.
func triangleHexagon(a, b, c int) cellSet {
	return triangleRhomb(b+c, a+c).where(func(t cell) bool {
		sum := t[0] + t[1] + t[2] // counts the lines that rise to the right
		return sum >= c && sum < a+b+c
	})
}

// triangleRhomb returns the triangles of a parallelogram, row by row.
func triangleRhomb(rows, cols int) cellSet {
	return box(rows, cols, 2)
}
