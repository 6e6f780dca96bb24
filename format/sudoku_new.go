package format

import "xcbench/format/sudoku"

// NewSudoku makes a puzzle of a board that was not read from a text. Its answers are written in one
// line.
func NewSudoku(g sudoku.Grid) *Puzzle {
	b := &board{grid: g}
	return &Puzzle{Line: 1, Grid: true, source: b, Answer: lineAnswer{b}}
}

// lineAnswer writes a solution as the cells in one line.
type lineAnswer struct{ *board }

func (a lineAnswer) Append(dst []byte, options []int) []byte {
	return append(a.solution(options).Append(dst), '\n')
}

func (a lineAnswer) AppendNone(dst []byte) []byte { return append(dst, noSolution...) }

func (a lineAnswer) of(b *board) boardAnswer { return lineAnswer{b} }

func (a lineAnswer) Check(options []int) error { return a.check(options) }
