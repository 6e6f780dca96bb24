package format

import (
	"bytes"
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
	without []int32  // options that the candidates of the cells rule out, or nil
	drawing *drawing // that solutions are written into, or nil: then they are lines
}

// encode returns the problem of the board.
func (b *board) encode(room *sudoku.Room) *cover.Problem {
	if b.without == nil {
		return b.grid.ProblemIn(room, b.givens)
	}
	blank, _, without := b.grid.Problem(sudoku.Single).Base()
	return blank.Restrict(nil, append(slices.Clone(without), b.without...))
}

// maxCells is the number of cells of the largest board.
const maxCells = sudoku.MaxSide * sudoku.MaxSide

// Check compares a solution with the rules.
func (b *board) Check(options []int) error {
	var cells [maxCells]uint8
	for _, o := range options {
		if b.without != nil && slices.Contains(b.without, int32(o)) {
			return fmt.Errorf("option %d is none of the candidates of its cell", o)
		}
	}
	return b.grid.Check(b.grid.With(cells[:0], options))
}

// NewSudoku makes a puzzle of a board that was not read from a text. Its answers are written in one
// line.
func NewSudoku(g sudoku.Grid) *Puzzle {
	b := &board{grid: g}
	return &Puzzle{Line: 1, Grid: true, Answer: b}
}

func (b *board) Append(dst []byte, options []int) []byte {
	var cells [maxCells]uint8
	full := b.grid.With(cells[:0], options)
	if b.drawing != nil {
		return b.drawing.appendFilled(dst, full.Cells)
	}
	return append(full.Append(dst), '\n')
}

// appendChecked places the digits behind dst, checks them, and turns them into signs in a line.
func (b *board) appendChecked(dst []byte, options []int) ([]byte, error) {
	end := len(dst)
	dst = slices.Grow(dst, len(b.grid.Cells)+1)
	full := b.grid.With(dst[end:], options)
	if err := b.grid.Check(full); err != nil {
		return dst, err
	}
	return append(full.Append(dst), '\n'), nil
}

// appendFilled appends the drawing with the digits in place of the cells. The boxes around them stay. All
// numbers get the same width, with blanks before them.
func (d *drawing) appendFilled(dst []byte, digits []uint8) []byte {
	width := len(d.signs[d.side-1])
	for _, p := range d.lines {
		begin, done := len(dst), 0
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
		if d.oneLine() {
			dst = append(dst[:begin], bytes.TrimLeft(dst[begin:], " ")...)
		}
	}
	return dst
}
