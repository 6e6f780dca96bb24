package format

import (
	"bytes"
	"sync"

	"xcbench/format/sudoku"
)

// Collections of sudokus have a million lines and more. Nearly all lines have one form: a word of 81 digits
// and one sign for blank cells, '.' or 0, and perhaps a comma and the solution. Such a board means the same
// whatever surrounds it, so that nothing needs to be detected, and the line need not even be cut into words.
// All other lines, including wrong ones and boards with a note, are left to [sudokuReader.readAny], which
// would read plain lines in the same way.

// plainPuzzle has everything about a puzzle.
type plainPuzzle struct {
	puzzle Puzzle
	board  board
	cells  [81]uint8
}

// usual9 is a board with the shape of all plain puzzles.
var usual9, _ = sudoku.New(9)

// released has the plain puzzles that nobody needs any more.
var released = sync.Pool{New: func() any { return new(plainPuzzle) }}

// Release lets the readers of this package use the memory of the puzzle again. After it, nobody may
// use the puzzle, its answer or its problem.
func (p *Puzzle) Release() {
	if memory := p.memory; memory != nil {
		p.memory = nil // p is part of the memory, and a reader may have it as soon as it is in the pool
		released.Put(memory)
	}
}

// plain reads the next line if it is a plain board with nothing but its solution. Otherwise it returns nil.
func (r *sudokuReader) plain() *Puzzle {
	raw := r.lines.glance(256)
	if len(raw) <= 81 || r.jigsaw || r.said.Form != (sudoku.Form{}) {
		return nil
	}
	p, solution := released.Get().(*plainPuzzle), bytes.TrimSpace(raw[81:])
	p.board = board{grid: usual9, givens: r.givens}
	p.board.grid.Cells = p.cells[:]
	if !plainCells(&p.cells, raw[:81]) || len(solution) > 0 && !p.hasSolution(solution) {
		released.Put(p)
		return nil
	}
	r.read++
	p.puzzle = Puzzle{Line: r.lines.pass(raw), Grid: true, Answer: &p.board, memory: p}
	return &p.puzzle
}

// hasSolution says whether a text is a comma and the solution of the board.
func (p *plainPuzzle) hasSolution(text []byte) bool {
	var cells [81]uint8
	full := usual9
	full.Cells = cells[:]
	return len(text) == 82 && text[0] == ',' && plainCells(&cells, text[1:]) && p.board.grid.Check(full) == nil
}

// plainCells reads 81 signs. It returns false if there is a sign that is neither a digit nor '.' nor 0, or
// if both are there.
func plainCells(cells *[81]uint8, signs []byte) bool {
	var seen uint8
	for k := range cells {
		meaning := plainSigns[signs[k]]
		if meaning == 0 {
			return false
		}
		cells[k] = meaning & 15
		seen |= meaning
	}
	return seen < dot|zero
}

const dot, zero = 32, 64

// plainSigns has the digit of every sign in a board of side 9, or the sign of a blank, or 0. The signs after '1' follow it.
var plainSigns = [256]uint8{'.': dot, '0': zero, '1': 1, 2, 3, 4, 5, 6, 7, 8, 9}
