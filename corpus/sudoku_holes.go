package corpus

import (
	"fmt"

	"xcbench/format"
	"xcbench/format/sudoku"
)

var sudokuEmpty = Family{
	Name:    "sudoku_empty",
	summary: "full sudoku boards with boxes of {rows} by {cols}, {rule}",
	Params: []Param{
		number("<rows>", 1, 5, "rows of a box"),
		number("x<cols>", 1, 5, "columns of a box; the side of the board is rows times cols"),
		choice("_<rule>", "x: both diagonals have every digit too", "plain", "x").or("plain"),
	},
	Form:   boardForm,
	Source: "OEIS A107739 for square boxes",
	Sample: "2x2",
	build: func(v Values) (*format.Puzzle, error) {
		shape, err := boxShape(v)
		if err != nil {
			return nil, err
		}
		return format.NewSudoku(shape.New()), nil
	},
}

// boxShape returns the shape of a board with boxes, which may have diagonals too.
func boxShape(v Values) (*sudoku.Shape, error) {
	form := sudoku.Form{Side: v.int("rows") * v.int("cols"), Rows: v.int("rows"), Cols: v.int("cols")}
	if v["rule"] == "x" {
		form.Rules = sudoku.Diagonals
	}
	return form.Shape()
}

var sudokuHoles = Family{
	Name:    "sudoku_holes",
	summary: "random sudoku with boxes of {rows} by {cols}, {rule}, {holes} cells blank, seed {seed}",
	Params: []Param{
		number("<rows>", 2, 6, "rows of a box"),
		number("x<cols>", 2, 6, "columns of a box; the side of the board is rows times cols"),
		choice("_<rule>", "x: both diagonals have every digit too; jigsaw: random connected regions instead of boxes; "+
			"both up to side 9", "plain", "x", "jigsaw").or("plain"),
		number("_h<holes>", 0, 1296, "number of blank cells"),
		number("_s<seed>", 1, 999_999, "seed of the random choices"),
	},
	Form: boardForm + `

The generator fills a board and then blanks cells in random order, so that there is a
solution by construction. A plain board is a regular one with its digits, bands, rows,
stacks and columns permuted. For x and jigsaw, it is the first solution of the empty
board with its items and options shuffled.`,
	Source: "counted; at least one by construction",
	Sample: "3x3_jigsaw_h50_s1",
	build: func(v Values) (*format.Puzzle, error) {
		rows, cols, holes := v.int("rows"), v.int("cols"), v.int("holes")
		d, full := newDice(v.int("seed")), []uint8(nil)
		boxes, err := boxShape(v)
		shape := boxes
		switch {
		case err != nil:
			return nil, err
		case holes > boxes.Side*boxes.Side:
			return nil, fmt.Errorf("holes is %d, expected at most %d on a board of side %d", holes, boxes.Side*boxes.Side,
				boxes.Side)
		case v["rule"] == "plain":
			full = shuffledPattern(rows, cols, d)
		case boxes.Side > 9:
			return nil, fmt.Errorf("rule is %s with side %d, expected a side of at most 9", v["rule"], boxes.Side)
		}
		for full == nil { // some jigsaws have no solution, or none that a short search finds
			if v["rule"] == "jigsaw" {
				if shape, err = jigsaw(boxes, d); err != nil {
					return nil, err
				}
			}
			full = fill(shape, d)
		}
		for _, k := range d.perm(len(full))[:holes] {
			full[k] = 0
		}
		return format.NewSudoku(sudoku.Grid{Shape: shape, Cells: full}), nil
	},
}
