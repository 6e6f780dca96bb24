package format

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"xcbench/format/sudoku"
)

// Collections of sudokus have a million lines and more. Nearly all lines have one form: a word of 81 digits
// and one sign for blank cells in an ASCII line, alone or beside the solution and a note. Such a line means
// the same whatever surrounds it, so that nothing needs to be detected. Reading it takes less than a tenth
// of the time. All other lines, including wrong ones, are left to [sudokuReader.readAny], which would read
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
	p, note := r.spare, ""
	if !plainCells(&p.cells, raw[:81]) || len(bytes.TrimSpace(raw[81:])) > 0 {
		var ok bool
		if note, ok = r.plainWords(&p.cells, raw); !ok {
			return nil
		}
	}
	r.spare = nil
	r.read++
	p.become(r.givens)
	p.puzzle.Note = note
	p.puzzle.Line = r.lines.pass(raw) // last, because it may overwrite the line
	return &p.puzzle
}

// plainWords reads the cells among the words of a line. It returns the note beside them, and whether the line
// says nothing else but a solution that fits.
func (r *sudokuReader) plainWords(cells *[81]uint8, raw []byte) (note string, ok bool) {
	ln := line{text: strings.TrimRight(string(raw), "\r\n")}
	if isNote(ln.text) || strings.ContainsFunc(ln.text, func(c rune) bool { return c < ' ' && c != '\t' || c == '+' || c >= utf8.RuneSelf }) {
		return "", false
	}
	r.words = appendWords(r.words[:0], ln.text, between)
	at := slices.IndexFunc(r.words, func(w word) bool { return len(w.text) == 81 })
	if at < 0 || !plainCells(cells, raw[r.words[at].offset:][:81]) ||
		slices.ContainsFunc(r.words, func(w word) bool { return len(w.text) > sudoku.MaxSide && len(w.text) != 81 }) {
		return "", false
	}
	u := rules{}
	note, err := u.beside(r.lines, ln, r.words, at, 81)
	if err != nil || u.all != 0 || u.rows > 0 || u.region != nil {
		return "", false
	}
	solution := u.solution
	puzzle := sudoku.Grid{Shape: usual9, Cells: cells[:]}
	return note, solution.text == "" || plainCells(&r.solution, raw[solution.offset:][:81]) &&
		puzzle.Check(sudoku.Grid{Shape: usual9, Cells: r.solution[:]}) == nil
}

// become makes the puzzle of the cells.
func (p *plainPuzzle) become(givens sudoku.Givens) {
	p.board = board{grid: sudoku.Grid{Shape: usual9, Cells: p.cells[:]}, givens: givens}
	p.puzzle = Puzzle{Grid: true, Answer: &p.board, memory: p}
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
