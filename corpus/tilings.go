package corpus

import (
	"fmt"
	"maps"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

// boardParams are the parameters of families about a board of at most so many rows and columns.
func boardParams(most int) []Param {
	return []Param{
		{Name: "rows", min: 1, max: most, About: "rows of the board"},
		{Name: "cols", before: "x", min: 1, max: most, About: "columns of the board"},
	}
}

var domino = Family{
	Name:    "domino",
	summary: "domino tilings of a board of {rows} by {cols}",
	Params:  boardParams(36),
	Form: `Dominoes cover every cell of the board.

Items are the board's cells row by row. Options are the horizontal dominoes row by row,
then the vertical ones.`,
	Source: "OEIS A099390",
	Sample: "6x7",
	build: func(v Values) (*format.Puzzle, error) {
		return packAny(&squareGrid, rectangle(v.int("rows"), v.int("cols")), []piece{theDomino}, flip)
	},
}

var theDomino = piece{"domino", drawing("XX")}

var aztec = Family{
	Name:    "aztec",
	summary: "domino tilings of the Aztec diamond of order {n}",
	Params:  []Param{{Name: "n", min: 1, max: 18, About: "order: half the number of rows"}},
	Form: `The Aztec diamond of order n has rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, each row
centred under the one above.

Items are the cells row by row. Options are the horizontal dominoes row by row, then the
vertical ones.`,
	Source: "OEIS A006125: 2^(n(n+1)/2) (Elkies, Kuperberg, Larsen and Propp, 1992)",
	Sample: "4",
	build: func(v Values) (*format.Puzzle, error) {
		return packAny(&squareGrid, aztecDiamond(v.int("n")), []piece{theDomino}, flip)
	},
}

func aztecDiamond(n int) cellSet {
	fromMiddle := func(k int) int { return max(k-n, n-1-k) } // lines between line k and the middle
	return rectangle(2*n, 2*n).where(func(c cell) bool { return fromMiddle(c[0])+fromMiddle(c[1]) < n })
}

var lozenge = Family{
	Name:    "lozenge",
	summary: "lozenge tilings of a hexagon with sides {a}, {b}, {c}",
	Params: []Param{
		{Name: "a", min: 1, max: 16, About: "upper side of the hexagon"},
		{Name: "b", before: "x", min: 1, max: 16, About: "next side, clockwise"},
		{Name: "c", before: "x", min: 1, max: 16, About: "side after that one"},
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
		return packAny(&triangleGrid, hexagon, []piece{{"lozenge", listed("000 001")}}, turn)
	},
}

// triangleHexagon returns the triangles of a hexagon with angles of 120 degrees and the sides a, b,
// c, clockwise from the upper one.
func triangleHexagon(a, b, c int) cellSet {
	return box(b+c, a+c, 2).where(func(t cell) bool {
		sum := t[0] + t[1] + t[2] // counts the lines that rise to the right
		return sum >= c && sum < a+b+c
	})
}

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

// tiles are sets of shapes that come in any number.
var tiles = map[string]struct {
	called string
	shapes []piece
}{
	"i3":          {"straight trominoes", polyominoes['3'][:1]},
	"v3":          {"right trominoes", polyominoes['3'][1:]},
	"trominoes":   {"trominoes", polyominoes['3']},
	"i4":          {"straight tetrominoes", polyominoes['4'][:1]},
	"l4":          {"L tetrominoes", polyominoes['4'][1:2]},
	"t4":          {"T tetrominoes", polyominoes['4'][3:4]},
	"z4":          {"Z tetrominoes", polyominoes['4'][4:]},
	"tetrominoes": {"tetrominoes", polyominoes['4']},
	"p5":          {"P pentominoes", pentominoes[4:5]},
	"y5":          {"Y pentominoes", pentominoes[10:11]},
	"pentominoes": {"pentominoes", pentominoes},
}

var tiling = Family{
	Name:    "tiling",
	summary: "tilings of a board of {rows} by {cols} by any number of some polyominoes",
	Params: []Param{
		{Name: "tiles", words: slices.Sorted(maps.Keys(tiles)),
			About:  "shapes, which may be turned and turned over: the letter and size of a polyomino, or all of a size",
			phrase: func(word string) string { return tiles[word].called }},
		{Name: "rows", before: "_", min: 1, max: 36, About: "rows of the board"},
		{Name: "cols", before: "x", min: 1, max: 36, About: "columns of the board"},
	},
	Form: `The shapes, in any number, cover the board.

Items are the board's cells row by row. Options are ordered by shape (as in the family
polyomino), by orientation and by place. Orientations are compared as sorted lists of
cells.`,
	Source: "counted",
	Sample: "v3_5x9",
	title:  "tilings of a board of {rows} by {cols} by {tiles}",
	build: func(v Values) (*format.Puzzle, error) {
		return packAny(&squareGrid, rectangle(v.int("rows"), v.int("cols")), tiles[v["tiles"]].shapes, flip)
	},
}
