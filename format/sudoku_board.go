package format

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"xcbench/cover"
	"xcbench/format/sudoku"
)

// board is a sudoku and, once it has been asked for, its problem.
type board struct {
	grid    sudoku.Grid
	givens  sudoku.Givens
	without []int32 // options that the candidates of the cells rule out, or nil

	once    sync.Once
	encoded *cover.Problem
}

func (b *board) problem() *cover.Problem {
	b.once.Do(func() { b.encoded = b.problemIn(new(sudoku.Room)) })
	return b.encoded
}

func (b *board) problemIn(room *sudoku.Room) *cover.Problem {
	p := b.grid.ProblemIn(room, b.givens)
	if b.without == nil {
		return p
	}
	blank, _, _ := p.Base()
	_, _, without := b.grid.Problem(sudoku.Single).Base()
	return blank.Restrict(nil, append(slices.Clone(without), b.without...))
}

func (b *board) copy(a Answer) (source, Answer) {
	c := &board{grid: b.grid, givens: b.givens, without: b.without}
	return c, a.(boardAnswer).of(c)
}

// boardAnswer is the answer of a puzzle that is a board.
type boardAnswer interface {
	Answer
	of(*board) boardAnswer // the same answer for a copy of the board
}

// maxCells is the number of cells of the largest board.
const maxCells = sudoku.MaxSide * sudoku.MaxSide

// solution returns the board with the digits that the options place. Its cells are appended to dst.
func (b *board) solution(dst []uint8, options []int) sudoku.Grid { return b.grid.With(dst, options) }

// Check compares a solution with the rules.
func (b *board) Check(options []int) error {
	var cells [maxCells]uint8
	for _, o := range options {
		if b.without != nil && slices.Contains(b.without, int32(o)) {
			return fmt.Errorf("option %d is none of the candidates of its cell", o)
		}
	}
	return b.grid.Check(b.solution(cells[:0], options))
}

func (b *board) AppendNone(dst []byte) []byte { return append(dst, noSolution...) }

// NewSudoku makes a puzzle of a board that was not read from a text. Its answers are written in one
// line.
func NewSudoku(g sudoku.Grid) *Puzzle {
	b := &board{grid: g}
	return &Puzzle{Line: 1, Grid: true, source: b, Answer: lineAnswer{b}}
}

// lineAnswer writes a solution as the cells in one line.
type lineAnswer struct{ *board }

func (a lineAnswer) Append(dst []byte, options []int) []byte {
	var cells [maxCells]uint8
	return append(a.solution(cells[:0], options).Append(dst), '\n')
}

// appendChecked places the digits behind dst, checks them, and turns them into signs.
func (a lineAnswer) appendChecked(dst []byte, options []int) ([]byte, error) {
	end := len(dst)
	dst = slices.Grow(dst, len(a.grid.Cells)+1)
	full := a.solution(dst[end:], options)
	if err := a.grid.Check(full); err != nil {
		return dst, err
	}
	return append(full.Append(dst), '\n'), nil
}

func (a lineAnswer) of(b *board) boardAnswer { return lineAnswer{b} }

// drawnAnswer writes a solution into the drawing of its puzzle. The digits replace the cells, and
// the boxes around them stay. Numbers do not always fit: then all cells have the same width.
type drawnAnswer struct {
	*board
	drawing *drawing
	signs   alphabet
}

func (a *drawnAnswer) Append(dst []byte, options []int) []byte {
	full := a.solution(nil, options).Cells
	width := len(a.signs.digits[a.grid.Side-1])
	var rows []string
	border := ""
	for _, p := range a.drawing.lines {
		row, done := "", 0
		for k, w := range p.cells {
			gap := p.text[done:w.offset]
			if width > 1 {
				gap = evenGap(gap, k == 0)
			}
			row += gap + a.signs.sign(full[0], max(width, len(w.text)))
			full = full[1:]
			done = w.offset + len(w.text)
		}
		row += p.text[done:]
		if a.drawing.oneLine() {
			row = strings.TrimSpace(row)
		}
		if rows = append(rows, row); p.cells != nil {
			border = row
		}
	}
	for k, row := range rows {
		if width > 1 && a.drawing.lines[k].cells == nil && row != "" {
			row = strings.Map(toBorder, border)
		}
		dst = append(append(dst, row...), '\n')
	}
	return dst
}

func (a *drawnAnswer) of(b *board) boardAnswer { return &drawnAnswer{b, a.drawing, a.signs} }

// evenGap returns what is before a cell, without the blanks that filled its column.
func evenGap(gap string, first bool) string {
	gap = strings.Trim(gap, " ")
	switch {
	case first && gap == "|":
		return "| "
	case gap == "|":
		return " | "
	case gap == "" && !first:
		return " "
	}
	return gap
}

// toBorder turns the text of a row into a border that fits it.
func toBorder(c rune) rune {
	if c == '|' {
		return '+'
	}
	return '-'
}
