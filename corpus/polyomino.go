package corpus

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/format"
)

// polyominoes has the free polyominoes by their number of cells.
func polyominoes() map[rune][]piece {
	return map[rune][]piece{
		'1': piecesOf("M X"),
		'2': piecesOf("D XX"),
		'3': piecesOf("I3 XXX", "V3 XX X."),
		'4': piecesOf(
			"I4 XXXX", "L4 X. X. XX", "O4 XX XX", "T4 XXX .X.",
			"Z4 XX. .XX",
		),
		'5': pentominoes(),
	}
}

var polyomino = Family{
	Name:    "polyomino",
	summary: "sets of polyominoes on a board of {rows} by {cols}",
	Params: []Param{
		choice("<kind>", "kind of pieces: free pieces may be turned and turned over; one-sided pieces may only be turned; "+
			"fixed pieces only slide. Forms that stay different are different pieces", "free", "onesided=one-sided", "fixed"),
		choice("<sizes>", "sizes of the pieces in cells, a digit each",
			"123", "234", "2345", "3", "34", "4", "45", "5").says(commas),
		number("_<rows>", 1, 36, "rows of the board"),
		number("x<cols>", 1, 36, "columns of the board"),
		number("_copies<copies>", 1, 4, "number of pieces of each shape; they are different items, so that n copies of a "+
			"shape multiply the solutions by n!").or("1").says(func(n string) string {
			if n == "1" {
				return "the"
			}
			return n + " sets of the"
		}),
	},
	Form: `The pieces cover the board once each.

Items are the pieces by size and letter, then the board's cells row by row. The mirror
image of a one-sided piece has a small letter. The name of a fixed piece ends in the
number of its orientation, and the names of copies end in .1, .2 and so on. Options are
ordered by piece, by orientation, and by place.`,
	Source: "D. Goodger, Polyform Puzzler, times the symmetries of the board",
	Sample: "free4_5x8_copies2",
	title:  "{copies} {kind} polyominoes of {sizes} cells on a board of {rows} by {cols}",
	build: func(v Values) (*format.Puzzle, error) {
		pieces, by := pieceSet(&squareGrid, polyominoes(), v["sizes"], v["kind"])
		board := rectangle(v.int("rows"), v.int("cols"))
		return packOnce(&squareGrid, board, copied(pieces, v.int("copies")), by)
	},
}

// commas separates the digits of a word.
func commas(digits string) string { return strings.Join(strings.Split(digits, ""), ", ") }

// pieceSet returns the pieces of the given sizes and how they may be moved.
func pieceSet(on *lattice, free map[rune][]piece, sizes, kind string) ([]piece, symmetry) {
	by := map[string]symmetry{"free": flip, "onesided": turn, "fixed": slide}[kind]
	var pieces []piece
	for _, size := range sizes {
		pieces = append(pieces, distinguished(on, free[size], by)...)
	}
	return pieces, by
}

// distinguished returns the pieces that free pieces become under a smaller symmetry.
func distinguished(on *lattice, free []piece, by symmetry) []piece {
	var all []piece
	for _, s := range free {
		switch by {
		case flip:
			all = append(all, s)
		case turn:
			all = append(all, s)
			mirrored := each(s.cells, on.mirror)
			if !slices.Equal(on.orientations(s.cells, turn)[0], on.orientations(mirrored, turn)[0]) {
				all = append(all, piece{strings.ToLower(s.name[:1]) + s.name[1:], mirrored})
			}
		case slide:
			for k, form := range on.orientations(s.cells, flip) {
				all = append(all, piece{fmt.Sprintf("%s.%d", s.name, k), form})
			}
		}
	}
	return all
}

// copied returns n copies of each piece.
func copied(pieces []piece, n int) []piece {
	if n == 1 {
		return pieces
	}
	var all []piece
	for _, s := range pieces {
		for k := range n {
			all = append(all, piece{fmt.Sprintf("%s.%d", s.name, k+1), s.cells})
		}
	}
	return all
}
