package format

import (
	"bytes"
	"strings"
	"sync"

	"xcbench/format/sudoku"
)

// Collections of sudokus have a million lines and more. Nearly all lines have one form: 81 signs at
// the beginning of an ASCII line, and then nothing or a note. Such a line means the same whatever
// surrounds it, so that nothing needs to be detected. Reading it takes less than a tenth of the
// time. All other lines, including wrong ones, are left to [sudokuReader.readAny], which would read
// plain lines in the same way.

// maxPlain bounds the length of a plain line. A longer line has a long note, which takes the time
// anyway.
const maxPlain = 1 << 10

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
var usual9, _ = sudoku.Usual(9, false)

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
	if r.counted && r.read == r.announced || r.jigsaw || r.shaped || r.columns != nil {
		return nil // one puzzle too many, or one in another form
	}
	raw := r.lines.glance(maxPlain)
	if len(raw) <= 81 || strings.IndexByte("\n\r \t,;#", raw[81]) < 0 {
		return nil
	}
	if r.spare == nil {
		r.spare = r.blank()
	}
	p := r.spare
	if !plainCells(&p.cells, raw[:81]) {
		return nil
	}
	rest := bytes.TrimSuffix(raw[81:len(raw)-1], []byte("\r"))
	for _, c := range rest {
		if c != '\t' && (c < ' ' || c > '~') {
			return nil
		}
	}
	if len(rest) > 0 && isRule(rest) {
		return nil
	}
	r.spare = nil
	r.read++
	p.become(r.givens, string(bytes.TrimSpace(bytes.TrimLeft(rest, " \t,;#"))))
	p.puzzle.Line = r.lines.pass(raw) // last, because it may overwrite the line
	return &p.puzzle
}

// become makes the puzzle of the cells.
func (p *plainPuzzle) become(givens sudoku.Givens, note string) {
	p.board = board{grid: sudoku.Grid{Shape: usual9, Cells: p.cells[:]}, givens: givens}
	p.puzzle = Puzzle{Note: note, Grid: true, Answer: lineAnswer{&p.board}, source: &p.board, memory: p}
}

// plainCells reads 81 signs. It returns false if there is another number of signs, or a sign that is
// neither a digit nor a blank.
func plainCells[T string | []byte](cells *[81]uint8, signs T) bool {
	if len(signs) != 81 {
		return false
	}
	seen := uint8(0)
	for k := range cells {
		digit := plainDigits[signs[k]]
		cells[k] = digit
		seen |= digit
	}
	return seen&noDigit == 0
}

// plainDigits has the meaning of every sign in a board of side 9.
var plainDigits = func() (digits [256]uint8) {
	for sign := range digits {
		digits[sign] = noDigit
	}
	for _, sign := range blanks + blankLetters {
		digits[sign] = 0
	}
	for digit := range uint8(9) {
		digits['1'+digit] = digit + 1
	}
	return digits
}()

// noDigit stands for a sign that is neither a digit nor a blank. It has a bit that digits and
// blanks do not have.
const noDigit = 1 << 7
