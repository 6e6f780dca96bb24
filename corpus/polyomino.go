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
		'1': {{"M", drawing("X")}},
		'2': {{"D", drawing("XX")}},
		'3': {{"I3", drawing("XXX")}, {"V3", drawing("XX X.")}},
		'4': {
			{"I4", drawing("XXXX")}, {"L4", drawing("X. X. XX")}, {"O4", drawing("XX XX")}, {"T4", drawing("XXX .X.")},
			{"Z4", drawing("XX. .XX")},
		},
		'5': pentominoes(),
	}
}

var polyomino = Family{
	Name:    "polyomino",
	summary: "sets of polyominoes on a board of {rows} by {cols}",
	Params: []Param{
		{Name: "kind", words: []string{"free", "onesided", "fixed"}, phrase: phrases{"onesided": "one-sided"}.of,
			About: "kind of pieces: free pieces may be turned and turned over; one-sided pieces may only be turned; " +
				"fixed pieces only slide. Forms that stay different are different pieces"},
		{Name: "sizes", words: []string{"123", "234", "2345", "3", "34", "4", "45", "5"}, phrase: commas,
			About: "sizes of the pieces in cells, a digit each"},
		{Name: "rows", before: "_", min: 1, max: 36, About: "rows of the board"},
		{Name: "cols", before: "x", min: 1, max: 36, About: "columns of the board"},
		{Name: "copies", before: "_copies", min: 1, max: 4, Default: "1",
			phrase: phrases{"1": "the", "2": "2 sets of the", "3": "3 sets of the", "4": "4 sets of the"}.of,
			About: "number of pieces of each shape; they are different items, so that n copies of a shape multiply the " +
				"solutions by n!"},
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
