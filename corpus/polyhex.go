package corpus

import (
	"sync"

	"xcbench/format"
)

// polyhexes has the free polyhexes by their number of cells, with D. Goodger's letters.
func polyhexes() map[rune][]piece {
	return map[rune][]piece{
		'1': piecesOf("M X"),
		'2': piecesOf("D XX"),
		'3': piecesOf("A3 XX X.", "I3 XXX", "V3 XX .X"),
		'4': piecesOf(
			"I4 XXXX", "J4 XXX ..X", "O4 XX XX", "P4 XXX .X.",
			"S4 XX. .XX", "U4 .XX X.X", "Y4 ..X XX. .X.",
		),
		'5': piecesOf(
			"A5 ..X XXX .X.", "B5 XXX .XX", "C5 .XXX X..X",
			"D5 XXX XX.", "E5 XXXX .X..", "F5 XXX X.X",
			"G5 XX.X .XX.", "H5 XX. .XX X..", "I5 XXXXX",
			"J5 XXXX ...X", "L5 XXX ..X ..X", "N5 XXX. ..XX",
			"P5 XXXX ..X.", "Q5 .X. XXX ..X", "R5 XXX ..X .X.",
			"S5 X.. XXX ..X", "T5 ..X XXX ..X", "U5 .XX X.X X..",
			"V5 XXX X.. X..", "W5 XX. .XX ..X", "X5 ..X XXX X..",
			"Y5 ...X XXX. ..X.",
		),
	}
}

// hexBoards are parallelograms of rows times columns, and other boards.
var hexBoards = sync.OnceValue(func() map[string]cellSet {
	return map[string]cellSet{
		"3x4": rectangle(3, 4), "4x7": rectangle(4, 7), "2x14": rectangle(2, 14), "4x10": rectangle(4, 10),
		"5x8": rectangle(5, 8), "2x20": rectangle(2, 20), "5x22": rectangle(5, 22), "10x11": rectangle(10, 11),
		"hexagon_4":     hexHexagon(4, 4),
		"hexagon_9x2":   hexHexagon(9, 2),
		"hexagon_3x4_1": hexHexagon(3, 4).less("42 23"),
		"hexagon_3x4_2": hexHexagon(3, 4).less("32 33"),
		"hexagon_3x4_3": hexHexagon(3, 4).less("31 34"),
		"hexagon_3x4_4": hexHexagon(3, 4).less("30 35"),
		"flower_1":      hexHexagon(4, 4).less("30 60 03 63 06 36 22 52 25"),
		"flower_2":      hexHexagon(4, 4).less("30 60 03 63 06 36 52 33 14"),
		"flower_3":      hexHexagon(4, 4).less("60 03 36 41 22 52 14 44 25"),
		"triangle_7":    rectangle(7, 7).between(0, 6),
		"hexagram_3": rectangle(9, 9).where(func(c cell) bool {
			return c[0]+c[1] >= 6 && max(c[0], c[1]) <= 6 || c[0]+c[1] <= 10 && min(c[0], c[1]) >= 2
		}),
		"coin":          rectangle(5, 7).between(2, 8).less("23"),
		"staggered_7x4": rectangle(7, 7).where(func(c cell) bool { return within(c[0]-(6-c[1])/2, 0, 3) }),
	}
})

// hexHexagon returns a hexagon. Its upper and lower rows have base cells, and its other sides have
// side cells.
func hexHexagon(base, side int) cellSet {
	return rectangle(2*side-1, base+side-1).between(side-1, base+2*side-3)
}

var polyhex = Family{
	Name:    "polyhex",
	summary: "sets of polyhexes on boards of hexagons",
	Params: []Param{
		choice("<kind>", "kind of pieces: free pieces may be turned and turned over; one-sided pieces may only be turned, "+
			"so that mirror images are different pieces", "free", "onesided=one-sided"),
		choice("<sizes>", "sizes of the pieces in cells, a digit each", "123", "1234", "34", "4", "5").says(commas),
		chosen("_<board>", "board of hexagons: a parallelogram of rows by columns, or another board", keys(hexBoards)).says(spaced),
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
