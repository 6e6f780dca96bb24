package corpus

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"xcbench/format"
)

// hexiamonds has the twelve shapes of six triangles, with D. Goodger's letters.
var hexiamonds = []piece{
	{"C", listed("000 001 010 011 110 111")}, // bat, chevron
	{"E", listed("011 100 101 110 111 120")}, // crown
	{"F", listed("000 001 010 011 100 110")}, // yacht
	{"G", listed("000 001 010 011 101 110")}, // hook, shoe
	{"H", listed("011 020 100 101 110 111")}, // signpost, pistol
	{"I", listed("000 001 010 011 020 021")}, // bar
	{"J", listed("001 100 101 110 111 120")}, // crook, club
	{"O", listed("001 010 011 100 101 110")}, // hexagon
	{"P", listed("000 001 010 011 020 110")}, // sphinx
	{"S", listed("001 100 101 110 111 210")}, // snake
	{"V", listed("000 001 010 011 100 101")}, // lobster
	{"X", listed("011 100 101 110 111 200")}, // butterfly
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
	Params: []Param{{Name: "board", words: slices.Sorted(maps.Keys(triangleBoards)), phrase: spaced,
		About: "board: 72 triangles"}},
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
		return packOnce(&triangleGrid, triangleBoards[v["board"]].cells(), hexiamonds, flip)
	},
}

// polyhexes has the free polyhexes by their number of cells, with D. Goodger's letters.
var polyhexes = map[rune][]piece{
	'1': {{"M", drawing("X")}},
	'2': {{"D", drawing("XX")}},
	'3': {{"A3", drawing("XX X.")}, {"I3", drawing("XXX")}, {"V3", drawing("XX .X")}},
	'4': {
		{"I4", drawing("XXXX")}, {"J4", drawing("XXX ..X")}, {"O4", drawing("XX XX")}, {"P4", drawing("XXX .X.")},
		{"S4", drawing("XX. .XX")}, {"U4", drawing(".XX X.X")}, {"Y4", drawing("..X XX. .X.")},
	},
	'5': {
		{"A5", drawing("..X XXX .X.")}, {"B5", drawing("XXX .XX")}, {"C5", drawing(".XXX X..X")},
		{"D5", drawing("XXX XX.")}, {"E5", drawing("XXXX .X..")}, {"F5", drawing("XXX X.X")},
		{"G5", drawing("XX.X .XX.")}, {"H5", drawing("XX. .XX X..")}, {"I5", drawing("XXXXX")},
		{"J5", drawing("XXXX ...X")}, {"L5", drawing("XXX ..X ..X")}, {"N5", drawing("XXX. ..XX")},
		{"P5", drawing("XXXX ..X.")}, {"Q5", drawing(".X. XXX ..X")}, {"R5", drawing("XXX ..X .X.")},
		{"S5", drawing("X.. XXX ..X")}, {"T5", drawing("..X XXX ..X")}, {"U5", drawing(".XX X.X X..")},
		{"V5", drawing("XXX X.. X..")}, {"W5", drawing("XX. .XX ..X")}, {"X5", drawing("..X XXX X..")},
		{"Y5", drawing("...X XXX. ..X.")},
	},
}

// hexBoards are parallelograms of rows times columns, and other boards.
var hexBoards = map[string]cellSet{
	"3x4": rectangle(3, 4), "4x7": rectangle(4, 7), "2x14": rectangle(2, 14), "4x10": rectangle(4, 10),
	"5x8": rectangle(5, 8), "2x20": rectangle(2, 20), "5x22": rectangle(5, 22), "10x11": rectangle(10, 11),
	"hexagon_4":     hexHexagon(4, 4),
	"hexagon_9x2":   hexHexagon(9, 2),
	"hexagon_3x4_1": hexHexagon(3, 4).without(listed("42 23")...),
	"hexagon_3x4_2": hexHexagon(3, 4).without(listed("32 33")...),
	"hexagon_3x4_3": hexHexagon(3, 4).without(listed("31 34")...),
	"hexagon_3x4_4": hexHexagon(3, 4).without(listed("30 35")...),
	"flower_1":      hexHexagon(4, 4).without(listed("30 60 03 63 06 36 22 52 25")...),
	"flower_2":      hexHexagon(4, 4).without(listed("30 60 03 63 06 36 52 33 14")...),
	"flower_3":      hexHexagon(4, 4).without(listed("60 03 36 41 22 52 14 44 25")...),
	"triangle_7":    rectangle(7, 7).where(func(c cell) bool { return c[0]+c[1] < 7 }),
	"hexagram_3": rectangle(9, 9).where(func(c cell) bool {
		return c[0]+c[1] >= 6 && max(c[0], c[1]) <= 6 || c[0]+c[1] <= 10 && min(c[0], c[1]) >= 2
	}),
	"coin":          rectangle(5, 7).where(func(c cell) bool { return within(c[0]+c[1], 2, 8) && c != cell{2, 3} }),
	"staggered_7x4": rectangle(7, 7).where(func(c cell) bool { return within(c[0]-(6-c[1])/2, 0, 3) }),
}

// hexHexagon returns a hexagon. Its upper and lower rows have base cells, and its other sides have
// side cells.
func hexHexagon(base, side int) cellSet {
	return rectangle(2*side-1, base+side-1).where(func(c cell) bool {
		return within(c[0]+c[1], side-1, base+2*side-3)
	})
}

var polyhex = Family{
	Name:    "polyhex",
	summary: "sets of polyhexes on boards of hexagons",
	Params: []Param{
		{Name: "kind", words: []string{"free", "onesided"}, phrase: phrases{"onesided": "one-sided"}.of,
			About: "kind of pieces: free pieces may be turned and turned over; one-sided pieces may only be turned, " +
				"so that mirror images are different pieces"},
		{Name: "sizes", words: []string{"123", "1234", "34", "4", "5"}, phrase: commas,
			About: "sizes of the pieces in cells, a digit each"},
		{Name: "board", before: "_", words: slices.Sorted(maps.Keys(hexBoards)), phrase: spaced,
			About: "board of hexagons: a parallelogram of rows by columns, or another board"},
	},
	Form: `The pieces cover the board once each. All solutions count, symmetric ones too.

Items are the pieces by size and letter, then the board's cells row by row. Each row
begins half a cell to the right of the one above. The mirror image of a one-sided piece
has a small letter. Options are ordered by piece, by orientation and by place.
Orientations are compared as sorted lists of cells.`,
	Source: "D. Goodger, Polyform Puzzler, times the symmetries of the board that it leaves out",
	Sample: "free34_hexagon_4",
	title:  "the {kind} polyhexes of {sizes} cells on the board {board}",
	build: func(v Values) (*format.Puzzle, error) {
		pieces, by := pieceSet(&hexGrid, polyhexes, v["sizes"], v["kind"])
		return packOnce(&hexGrid, hexBoards[v["board"]], pieces, by)
	},
}

// tetrasticks has the sixteen shapes of four sides of squares.
var tetrasticks = []piece{
	{"F", listed("000 001 010 011")},
	{"H", listed("000 010 011 110")},
	{"I", listed("000 010 020 030")},
	{"J", listed("000 010 021 110")},
	{"L", listed("000 010 020 031")},
	{"N", listed("000 010 021 120")},
	{"O", listed("000 001 011 100")},
	{"P", listed("001 010 011 100")},
	{"R", listed("001 100 110 111")},
	{"T", listed("000 010 011 111")},
	{"U", listed("000 001 010 021")},
	{"V", listed("000 010 021 121")},
	{"W", listed("000 011 110 121")},
	{"X", listed("100 110 011 111")},
	{"Y", listed("000 010 020 021")},
	{"Z", listed("001 100 110 121")},
}

var tetrastick = Family{
	Name:    "tetrastick",
	summary: "all tetrasticks except one on a board of 5 by 5",
	Params: []Param{
		{Name: "omit", words: []string{"h", "j", "l", "n", "y"}, phrase: strings.ToUpper,
			About: "piece that is left out; it must be one of these five"},
		{Name: "p", before: "_", words: []string{"all", "reduced"}, Default: "all", phrase: solutionsCounted.of,
			About: "solutions that count: all, or one of each class under the 8 symmetries of the board"},
	},
	Form: `Fifteen of the sixteen tetrasticks cover the 60 sides of the cells of a board of 5 by 5,
and no two pieces cross.

Primary items are the pieces in the order of their letters, then the sides by row and
column. Of two sides that begin at the same point, the horizontal one (h) comes before
the vertical one (v). Secondary items are the 16 inner points (+); an option contains a
point if the piece runs straight through it. Options are ordered by piece, by
orientation and by place. Orientations are compared as sorted lists of sides. A reduced
problem has only the first orientation of P.`,
	Source: "D. E. Knuth, Dancing Links (2000), and D. Goodger, Polyform Puzzler, times 8 unless reduced",
	Sample: "h",
	title:  "the tetrasticks without {omit} on a board of 5 by 5, {p}",
	build: func(v Values) (*format.Puzzle, error) {
		pieces := slices.DeleteFunc(slices.Clone(tetrasticks), func(s piece) bool {
			return strings.ToLower(s.name) == v["omit"]
		})
		return packSticks(5, pieces, v["p"] == "reduced")
	},
}

// packSticks covers the sides of the cells of a board of n by n with pieces that do not cross. If
// reduced is set, P has one orientation.
func packSticks(n int, pieces []piece, reduced bool) (*format.Puzzle, error) {
	board := cellSet(box(n+1, n+1, 2)).where(func(c cell) bool { return c[c[2]^1] < n })
	if err := fits(board, pieces); err != nil {
		return nil, err
	}
	p := packing{on: &stickGrid, board: board, pieces: pieceNames(pieces)}
	p.begin()
	points := map[cell]int{}
	for _, c := range box(1, n-1, n-1) {
		at := cell{c[1] + 1, c[2] + 1}
		points[at] = p.b.Items()
		p.b.Secondary(fmt.Sprintf("%d%d+", at[0], at[1]))
	}
	for k, s := range pieces {
		forms := stickGrid.orientations(s.cells, flip)
		if reduced && s.name == "P" {
			forms = forms[:1]
		}
		for _, form := range forms {
			p.places(form, func(cells []cell) {
				var through []int
				for _, c := range cells {
					next := c // the side that goes straight on
					next[c[2]^1]++
					at, inner := points[cell{next[0], next[1]}]
					if inner && slices.Contains(cells, next) && !slices.Contains(through, at) {
						through = append(through, at)
					}
				}
				p.add(cells, placed{piece: k, label: s.name}, through...)
			})
		}
	}
	return p.puzzle()
}
