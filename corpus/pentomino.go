package corpus

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"xcbench/format"
)

// pentominoes has the twelve pieces, with Golomb's letters.
func pentominoes() []piece {
	return piecesOf(
		"F .XX XX. .X.",
		"I XXXXX",
		"L X. X. X. XX",
		"N .X .X XX X.",
		"P XX XX X.",
		"T XXX .X. .X.",
		"U X.X XXX",
		"V X.. X.. XXX",
		"W X.. XX. .XX",
		"X .X. XXX .X.",
		"Y .X XX .X .X",
		"Z XX. .X. .XX",
	)
}

var pentominoBoards = sync.OnceValue(func() map[string]cellSet {
	return map[string]cellSet{
		"3x20": rectangle(3, 20), "4x15": rectangle(4, 15), "5x12": rectangle(5, 12), "6x10": rectangle(6, 10),
		"scott":   rectangle(8, 8).less("33 34 43 44"),
		"corners": rectangle(8, 8).less("00 07 70 77"),
		"8x8":     rectangle(8, 8), // with the square tetromino
	}
})

var pentomino = Family{
	Name:    "pentomino",
	summary: "the 12 pentominoes on boards of 60 squares",
	Params: []Param{
		choice("<board>", "board: a rectangle; scott, 8 by 8 without the four cells in the middle (Dana Scott's board); "+
			"corners, 8 by 8 without the four corners; or 8x8, which the square tetromino fills up",
			"3x20", "4x15", "5x12", "6x10", "scott=8x8 without its middle", "corners=8x8 without its corners",
			"8x8=8x8, and the square tetromino"),
		choice("_<x>", "solutions that count: all; reduced, one of each class of symmetric solutions; or, on Scott's board, "+
			"the solutions whose X has its middle in that row and column, from 1",
			"all="+countAll, "reduced="+countReduced, "x23=X with its middle in row 2 and column 3",
			"x24=X with its middle in row 2 and column 4", "x33=X with its middle in row 3 and column 3").or("all"),
		choice("_<first>", "items that come first: the pieces or the cells", "pieces", "cells").or("pieces"),
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
		board, pieces := pentominoBoards()[v["board"]], pentominoes()
		if v["board"] == "8x8" {
			pieces = append(pieces, piecesOf("O XX XX")...)
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

// What titles say for the solutions that count.
const (
	countAll     = "symmetric solutions counted separately"
	countReduced = "one of each class of symmetric solutions"
)

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
