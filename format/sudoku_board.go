package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/format/sudoku"
)

// board is a sudoku, and its answer.
type board struct {
	unsolved
	grid    sudoku.Grid
	givens  sudoku.Givens
	without []int32  // options that the cells rule out if they have candidates, or nil
	drawing *drawing // that solutions are written into, or nil: then they are lines
}

// encode returns the problem of the board.
func (b *board) encode(room *sudoku.Room) *cover.Problem {
	if b.without == nil {
		return b.grid.ProblemIn(room, b.givens)
	}
	blank, _, others := b.grid.Problem(sudoku.Single).Base()
	return blank.Restrict(nil, slices.Concat(others, b.without))
}

// NewSudoku makes a puzzle of a board that was not read from a text. Its answers are written in one
// line.
func NewSudoku(g sudoku.Grid) *Puzzle {
	return &Puzzle{Line: 1, Grid: true, Answer: &board{grid: g}}
}

// Append appends nothing if the options are no solution.
func (b *board) Append(dst []byte, options []int) []byte {
	dst, _ = b.appendChecked(dst, options)
	return dst
}

// Check compares a solution with the rules.
func (b *board) Check(options []int) error {
	_, err := b.appendChecked(nil, options)
	return err
}

// appendChecked places the digits, checks them, and appends them as signs.
func (b *board) appendChecked(dst []byte, options []int) ([]byte, error) {
	for _, o := range options {
		if slices.Contains(b.without, int32(o)) {
			return dst, fmt.Errorf("option %d is none of the candidates of its cell", o)
		}
	}
	full := b.grid.With(dst[len(dst):], options)
	switch err := b.grid.Check(full); {
	case err != nil:
		return dst, err
	case b.drawing != nil:
		return b.drawing.appendFilled(dst, slices.Clone(full.Cells)), nil
	}
	return append(full.Append(dst), '\n'), nil
}

// appendFilled appends the drawing with the digits in place of the cells. The boxes around them stay. All
// numbers get the same width, in place of blanks before them.
func (d *drawing) appendFilled(dst []byte, digits []uint8) []byte {
	width := len(d.signs[d.side-1])
	for _, p := range d.lines {
		done := d.word.offset
		for k, w := range p.cells {
			end, gap := w.offset+len(w.text), strings.TrimRight(p.text[done:w.offset], " ")
			if k > 0 && w.offset > done {
				gap = cmp.Or(gap, " ")
			}
			dst = fmt.Appendf(dst, "%s%*s", gap, max(width, end-done-len(gap)), d.signs[digits[0]-1])
			done, digits = end, digits[1:]
		}
		dst = fmt.Appendln(dst, strings.TrimRight(p.text[done:], " \t"))
	}
	return dst
}
