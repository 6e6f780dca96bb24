package format

import (
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
	blank, _, _ := b.grid.Problem(sudoku.Omit).Base()
	return blank.Restrict(nil, b.without)
}

// NewSudoku makes a puzzle of a board that was not read from a text. Its answers are written in one
// line.
func NewSudoku(g sudoku.Grid) *Puzzle {
	b := &board{grid: g}
	return &Puzzle{Line: 1, Grid: true, Answer: b}
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

// appendChecked places the digits behind dst, checks them, and turns them into signs.
func (b *board) appendChecked(dst []byte, options []int) ([]byte, error) {
	for _, o := range options {
		if b.without != nil && slices.Contains(b.without, int32(o)) {
			return dst, fmt.Errorf("option %d is none of the candidates of its cell", o)
		}
	}
	end := len(dst)
	dst = slices.Grow(dst, len(b.grid.Cells)+1)
	full := b.grid.With(dst[end:], options)
	switch err := b.grid.Check(full); {
	case err != nil:
		return dst, err
	case b.drawing != nil:
		return b.drawing.appendFilled(dst, slices.Clone(full.Cells)), nil
	}
	return append(full.Append(dst), '\n'), nil
}

// appendFilled appends the drawing with the digits in place of the cells. The boxes around them stay. All
// numbers get the same width, with blanks before them.
func (d *drawing) appendFilled(dst []byte, digits []uint8) []byte {
	width := len(d.signs[d.side-1])
	for _, p := range d.lines {
		done := 0
		if d.bare {
			done = p.cells[0].offset
		}
		for k, w := range p.cells {
			gap, room := p.text[done:w.offset], max(width, len(w.text))
			for n := len(w.text); n < room && (k == 0 || len(gap) > 1) && strings.HasSuffix(gap, " "); n++ {
				gap = gap[:len(gap)-1]
			}
			dst = fmt.Appendf(dst, "%s%*s", gap, room, d.signs[digits[0]-1])
			digits = digits[1:]
			done = w.offset + len(w.text)
		}
		dst = append(append(dst, strings.TrimRight(p.text[done:], " \t")...), '\n')
	}
	return dst
}
