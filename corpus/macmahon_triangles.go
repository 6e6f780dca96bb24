package corpus

import (
	"strings"

	"xcbench/format"
)

var macmahonTriangles = Family{
	Name:    "macmahon_triangles",
	summary: "MacMahon's triangles on {board}, {border}",
	Params: []Param{
		chosen("<board>", "shape of double size: a triangle, or a hexiamond; o is the hexagon", doubledBoards).
			says(func(board string) string {
				if board == "triangle" {
					return "a triangle of side 2"
				}
				return "the hexiamond " + strings.ToUpper(board) + " in double size"
			}),
		choice("_<border>", "sides on the border: all of colour a, or of any colour",
			"plain=the border in one colour", "free=the border in any colours").or("plain"),
	},
	Form: `The triangles have one of c colours on each side. There are c(c^2+2)/3 of them up to
turns: 24 of four colours, which fill a hexiamond of double size, and 4 of two colours,
which fill a triangle. Each is used once (MacMahon, New Mathematical Pastimes, 1921).
Where two triangles meet, their sides have the same colour. Every solution counts, also
if others come from it by moving the board or by exchanging colours.

Primary items are the triangles t0, t1, ... in lexicographic order of their colours, and
then the cells row by row (^ points up, v points down). ` + edgeForm + `They are
b<row><column> to the left of a cell v, h<row><column> above it, and s<row><column> to
its right. Sides on the border are items too if they have any colour. Options are
ordered by triangle, by its sides clockwise (from the upper side of v, and the right
side of ^), and by cell: the triangle, the cell, and the sides, clockwise.`,
	Source: "counted",
	Sample: "o",
	build: func(v Values) (*format.Puzzle, error) {
		shape, colours := []cell{{}}, 2
		for _, h := range hexiamonds() {
			if strings.ToLower(h.name) == v["board"] {
				shape, colours = h.cells, 4
			}
		}
		border := 0
		if v["border"] == "free" {
			border = free
		}
		return triangleBoard(doubled(shape)).once(allTiles(3, colours), border)
	},
}

func doubledBoards() []string {
	return append([]string{"triangle"},
		each(hexiamonds(), func(p piece) string { return strings.ToLower(p.name) })...)
}

// doubled returns the triangles of a shape of double size, in order.
func doubled(shape []cell) cellSet {
	quarters := [2][]cell{listed("000 001 010 100"), listed("011 101 110 111")}
	size := cellSet(shape).size()
	return box(2*size[0], 2*size[1], 2).where(func(c cell) bool {
		for _, big := range shape {
			for _, q := range quarters[big[2]] {
				if c == plus(cell{2 * big[0], 2 * big[1]}, q) {
					return true
				}
			}
		}
		return false
	})
}

// triangleBoard returns a board of triangles.
func triangleBoard(cells cellSet) edgeBoard {
	b := edgeBoard{height: sqrt3 / 2}
	for _, c := range cells {
		side := func(kind string, row, col int) string { return kind + symbol(row) + symbol(col) }
		r, k := c[0], c[1]
		sides := []string{side("h", r, k), side("s", r, k), side("b", r, k)}
		if c[2] == 1 {
			sides = []string{side("b", r, k+1), side("h", r+1, k), side("s", r, k)}
		}
		outline, _, _ := triangleGrid.at(c, cell{})
		b.cells = append(b.cells, edgeCell{triangleGrid.name(c), sides, outline})
	}
	return b
}
