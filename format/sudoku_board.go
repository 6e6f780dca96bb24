package format

import (
	"slices"
	"sync"

	"xcbench/cover"
	"xcbench/format/sudoku"
)

// board is a sudoku and, once it has been asked for, its problem.
type board struct {
	grid   sudoku.Grid
	givens sudoku.Givens

	once    sync.Once
	encoded *cover.Problem
}

func (b *board) problem() *cover.Problem {
	b.once.Do(func() { b.encoded = b.grid.Problem(b.givens) })
	return b.encoded
}

func (b *board) problemIn(room *sudoku.Room) *cover.Problem { return b.grid.ProblemIn(room, b.givens) }

func (b *board) copy(a Answer) (source, Answer) {
	c := &board{grid: b.grid, givens: b.givens}
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

func (b *board) check(options []int) error {
	var cells [maxCells]uint8
	return b.grid.Check(b.solution(cells[:0], options))
}

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

func (a lineAnswer) AppendNone(dst []byte) []byte { return append(dst, noSolution...) }

func (a lineAnswer) of(b *board) boardAnswer { return lineAnswer{b} }

func (a lineAnswer) Check(options []int) error { return a.check(options) }
