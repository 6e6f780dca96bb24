package corpus

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"xcbench/format"
)

// polyominoes has the free polyominoes by their number of cells.
var polyominoes = map[rune][]piece{
	'1': {{"M", drawing("X")}},
	'2': {{"D", drawing("XX")}},
	'3': {{"I3", drawing("XXX")}, {"V3", drawing("XX X.")}},
	'4': {
		{"I4", drawing("XXXX")}, {"L4", drawing("X. X. XX")}, {"O4", drawing("XX XX")}, {"T4", drawing("XXX .X.")},
		{"Z4", drawing("XX. .XX")},
	},
	'5': pentominoes,
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
		pieces, by := pieceSet(&squareGrid, polyominoes, v["sizes"], v["kind"])
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

// pentominoes has the twelve pieces, with Golomb's letters.
var pentominoes = []piece{
	{"F", drawing(".XX XX. .X.")},
	{"I", drawing("XXXXX")},
	{"L", drawing("X. X. X. XX")},
	{"N", drawing(".X .X XX X.")},
	{"P", drawing("XX XX X.")},
	{"T", drawing("XXX .X. .X.")},
	{"U", drawing("X.X XXX")},
	{"V", drawing("X.. X.. XXX")},
	{"W", drawing("X.. XX. .XX")},
	{"X", drawing(".X. XXX .X.")},
	{"Y", drawing(".X XX .X .X")},
	{"Z", drawing("XX. .X. .XX")},
}

var pentominoBoards = map[string]cellSet{
	"3x20": rectangle(3, 20), "4x15": rectangle(4, 15), "5x12": rectangle(5, 12), "6x10": rectangle(6, 10),
	"scott":   rectangle(8, 8).without(listed("33 34 43 44")...),
	"corners": rectangle(8, 8).without(listed("00 07 70 77")...),
	"8x8":     rectangle(8, 8), // with the square tetromino
}

var pentomino = Family{
	Name:    "pentomino",
	summary: "the 12 pentominoes on boards of 60 squares",
	Params: []Param{
		{Name: "board", words: []string{"3x20", "4x15", "5x12", "6x10", "scott", "corners", "8x8"},
			About: "board: a rectangle; scott, 8 by 8 without the four cells in the middle (Dana Scott's board); " +
				"corners, 8 by 8 without the four corners; or 8x8, which the square tetromino fills up",
			phrase: phrases{"scott": "8x8 without its middle", "corners": "8x8 without its corners",
				"8x8": "8x8, and the square tetromino"}.of},
		{Name: "x", before: "_", words: []string{"all", "reduced", "x23", "x24", "x33"}, Default: "all",
			About: "solutions that count: all; reduced, one of each class of symmetric solutions; or, on Scott's board, " +
				"the solutions whose X has its middle in that row and column, from 1",
			phrase: solutionsCounted.of},
		{Name: "first", before: "_", words: []string{"pieces", "cells"}, Default: "pieces",
			About: "items that come first: the pieces or the cells"},
	},
	Form: `The twelve pentominoes cover the board once each. They may be turned and turned over.

Items are the pieces in alphabetical order and the board's cells row by row. The square
tetromino O, where there is one, comes after Z. The pieces come before the cells, unless
the name ends in "cells". Options are ordered by piece, by orientation and by place.
Orientations are compared as sorted lists of cells.

A reduced problem has fewer orientations of P: of those that a symmetry of the board
makes equal, only the first. On a rectangle this leaves two of the 8 orientations, and
on a square board one. With x23, x24 or x33, X has one place only. The place x33 lies on
the diagonal, so that P is not turned over then. These are the three cases of Knuth's
paper "Dancing Links" (2000); with "cells" the items have the paper's order.`,
	Source: "OEIS A233427; D. E. Knuth, Dancing Links (2000)",
	Sample: "scott",
	title:  "12 pentominoes on the board {board}, {x}",
	build: func(v Values) (*format.Puzzle, error) {
		if strings.HasPrefix(v["x"], "x") && v["board"] != "scott" {
			return nil, fmt.Errorf("%s is a place on the board scott only, expected reduced or nothing here", v["x"])
		}
		board, pieces := pentominoBoards[v["board"]], pentominoes
		if v["board"] == "8x8" {
			pieces = append(slices.Clone(pieces), piece{"O", drawing("XX XX")})
		}
		p := packing{on: &squareGrid, board: board, pieces: pieceNames(pieces), last: v["first"] == "cells"}
		p.begin()
		for k, s := range pieces {
			fixed := s.name == "X" && strings.HasPrefix(v["x"], "x")
			for _, form := range pentominoForms(s, v["x"], board.size()) {
				p.places(form, func(cells []cell) {
					middle := cells[2] // of an X
					if !fixed || fmt.Sprintf("x%d%d", middle[0]+1, middle[1]+1) == v["x"] {
						p.add(cells, placed{piece: k, label: s.name})
					}
				})
			}
		}
		return p.puzzle()
	},
}

// solutionsCounted describes the problems that differ in the solutions that they count.
var solutionsCounted = phrases{
	"all":     "symmetric solutions counted separately",
	"reduced": "one of each class of symmetric solutions",
	"x23":     "X with its middle in row 2 and column 3",
	"x24":     "X with its middle in row 2 and column 4",
	"x33":     "X with its middle in row 3 and column 3",
}

// pentominoForms returns the orientations that a piece may have. P has no symmetry itself, so that
// its orientation tells symmetric solutions apart.
func pentominoForms(s piece, reduction string, size cell) [][]cell {
	forms := squareGrid.orientations(s.cells, flip)
	switch {
	case s.name != "P":
	case reduction == "x33":
		forms = squareGrid.orientations(s.cells, turn)
	case reduction == "reduced":
		of := squareGrid
		if size[0] != size[1] {
			of = rectangular
		}
		forms = slices.DeleteFunc(forms, func(form []cell) bool {
			return !slices.Equal(form, of.orientations(form, flip)[0])
		})
	}
	return forms
}

// rectangular has the symmetries of a rectangle that is not a square.
var rectangular = lattice{
	axes:   2,
	turns:  []func(cell) cell{func(c cell) cell { return cell{-c[0], -c[1]} }},
	mirror: func(c cell) cell { return cell{c[0], -c[1]} },
}

var pentominoHole = Family{
	Name:    "pentomino_hole",
	summary: "the 12 pentominoes on a board of 8 by 8 less a tetromino",
	Params: []Param{
		{Name: "hole", words: slices.Sorted(maps.Keys(holes)),
			About:  "tetromino that is left out, and the number of its orientation",
			phrase: func(word string) string { return strings.ToUpper(word[:1]) }},
		{Name: "row", before: "_", min: 0, max: 7, About: "first row of the hole, from 0"},
		{Name: "col", before: "_", min: 0, max: 7, About: "first column of the hole, from 0"},
	},
	Form: `The twelve pentominoes cover a board of 8 by 8 without the four cells of a tetromino.
All solutions count, symmetric ones too. The square hole in the middle, o0_3_3, makes
Dana Scott's board.

Items are the pieces in alphabetical order, then the board's cells row by row. Options
are ordered by piece, by orientation and by place. Orientations are compared as sorted
lists of cells; the orientations of a hole are numbered in the same way.`,
	Source: "counted",
	Sample: "t2_0_2",
	title:  "12 pentominoes on a board of 8 by 8 less a tetromino {hole} at row {row}, column {col}",
	build: func(v Values) (*format.Puzzle, error) {
		var hole []cell
		for _, c := range holes[v["hole"]] {
			c = plus(c, cell{v.int("row"), v.int("col")})
			if c[0] > 7 || c[1] > 7 {
				return nil, fmt.Errorf("the hole has a cell at row %d, column %d, expected 0 to 7", c[0], c[1])
			}
			hole = append(hole, c)
		}
		return packOnce(&squareGrid, rectangle(8, 8).without(hole...), pentominoes, flip)
	},
}

// holes has the 19 fixed tetrominoes, by letter and number of the orientation.
var holes = func() map[string][]cell {
	all := map[string][]cell{}
	for _, s := range polyominoes['4'] {
		for k, form := range squareGrid.orientations(s.cells, flip) {
			all[fmt.Sprintf("%s%d", strings.ToLower(s.name[:1]), k)] = form
		}
	}
	return all
}()
