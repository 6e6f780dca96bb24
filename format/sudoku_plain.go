package format

import (
	"bytes"
	"sync"

	"xcbench/format/sudoku"
)

// Collections of sudokus have a million lines and more. Nearly all lines have one form: 81 digits and one
// sign for blank cells, alone in an ASCII line or before a comma and the solution. Such a line means the
// same whatever surrounds it, so that nothing needs to be detected. Reading it takes less than a tenth of
// the time. All other lines, including wrong ones, are left to [sudokuReader.readAny], which would read
// plain lines in the same way.

// maxPlain bounds the length of a plain line.
const maxPlain = 1 << 8

// plainChunk is how many puzzles are allocated at a time. An allocation takes as long as reading a
// puzzle.
const plainChunk = 32

// plainPuzzle has everything about a puzzle.
type plainPuzzle struct {
	puzzle Puzzle
	board  board
	cells  [81]uint8
}

// usual9 is the shape of all plain puzzles.
var usual9, _ = sudoku.Usual(9, 0)

// released has the plain puzzles that nobody needs any more.
var released sync.Pool

// Release lets the readers of this package use the memory of the puzzle again. After it, nobody may
// use the puzzle, its answer or its problem.
func (p *Puzzle) Release() {
	if memory := p.memory; memory != nil {
		p.memory = nil // p is part of the memory, and a reader may have it as soon as it is in the pool
		released.Put(memory)
	}
}

// blank returns memory for a puzzle.
func (r *sudokuReader) blank() *plainPuzzle {
	if p, ok := released.Get().(*plainPuzzle); ok {
		return p
	}
	if len(r.chunk) == 0 {
		r.chunk = make([]plainPuzzle, plainChunk)
	}
	p := &r.chunk[0]
	r.chunk = r.chunk[1:]
	return p
}

// plain reads the next line if it is plain. Otherwise it returns nil.
func (r *sudokuReader) plain() *Puzzle {
	if r.jigsaw || r.said.at.number > 0 {
		return nil
	}
	raw := r.lines.glance(maxPlain)
	if len(raw) <= 81 {
		return nil
	}
	if r.spare == nil {
		r.spare = r.blank()
	}
	p := r.spare
	if !plainCells(&p.cells, raw[:81]) || !r.plainSolution(&p.cells, bytes.TrimSpace(raw[81:])) {
		return nil
	}
	r.spare = nil
	r.read++
	p.become(r.givens)
	p.puzzle.Line = r.lines.pass(raw) // last, because it may overwrite the line
	return &p.puzzle
}

// plainSolution says whether the rest of a plain line is empty, or the solution of the cells.
func (r *sudokuReader) plainSolution(cells *[81]uint8, rest []byte) bool {
	if len(rest) == 0 {
		return true
	}
	if len(rest) != 82 || rest[0] != ',' || !plainCells(&r.solution, rest[1:]) {
		return false
	}
	puzzle := sudoku.Grid{Shape: usual9, Cells: cells[:]}
	return puzzle.Check(sudoku.Grid{Shape: usual9, Cells: r.solution[:]}) == nil
}

// become makes the puzzle of the cells.
func (p *plainPuzzle) become(givens sudoku.Givens) {
	p.board = board{grid: sudoku.Grid{Shape: usual9, Cells: p.cells[:]}, givens: givens}
	p.puzzle = Puzzle{Grid: true, Answer: &p.board, source: &p.board, memory: p}
}

// plainCells reads 81 signs. It returns false if there is a sign that is neither a digit nor '.' nor 0, or
// if both are there.
func plainCells(cells *[81]uint8, signs []byte) bool {
	seen := uint8(0)
	for k := range cells {
		meaning := plainSigns[signs[k]]
		cells[k] = meaning
		seen |= meaning
	}
	return seen < noDigit && (bytes.IndexByte(signs, '0') < 0 || bytes.IndexByte(signs, '.') < 0)
}

const noDigit = 1 << 7

// plainSigns has the digit of every sign in a board of side 9, or noDigit.
var plainSigns = func() (digits [256]uint8) {
	for sign := range digits {
		if digits[sign] = noDigit; '0' <= sign && sign <= '9' {
			digits[sign] = uint8(sign - '0')
		}
	}
	digits['.'] = 0
	return digits
}()
