package corpus

import (
	"maps"
	"slices"
	"sync"

	"xcbench/format"
)

// polyhexes has the free polyhexes by their number of cells, with D. Goodger's letters.
func polyhexes() map[rune][]piece {
	return map[rune][]piece{
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
}

// hexBoards are parallelograms of rows times columns, and other boards.
var hexBoards = sync.OnceValue(func() map[string]cellSet {
	return map[string]cellSet{
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
})

// hexBoardNames returns the names of the boards, sorted.
func hexBoardNames() []string { return slices.Sorted(maps.Keys(hexBoards())) }

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
		{Name: "board", before: "_", list: hexBoardNames, phrase: spaced,
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
		pieces, by := pieceSet(&hexGrid, polyhexes(), v["sizes"], v["kind"])
		return packOnce(&hexGrid, hexBoards()[v["board"]], pieces, by)
	},
}
