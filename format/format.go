package format

import (
	"io"
	"sync"

	"xcbench/cover"
	"xcbench/format/picture"
	"xcbench/format/sudoku"
)

// Reader reads the puzzles of a file one by one, each as soon as it is complete.
type Reader interface {
	// Read returns the next puzzle, or io.EOF after the last one. The error about bad input is a
	// [SyntaxError]. After an error in a line, Read continues with the next line. After an error in a
	// puzzle of several lines, it continues after the next blank line, or with the next line that is a
	// sudoku by itself.
	Read() (*Puzzle, error)
}

// puzzles reads the puzzles of a text in one of its forms.
type puzzles struct {
	*lines
	expected string                      // at the beginning of a puzzle
	next     func(line) (*Puzzle, error) // reads a puzzle, whose first line is still ahead
	begins   func(line) bool             // whether a puzzle begins here although no blank line is above it, or nil
	single   bool                        // whether the text has only one puzzle
	begun    bool                        // whether there was a puzzle
	faulty   bool                        // whether the last one had a fault
}

func (r *puzzles) Read() (p *Puzzle, err error) {
	if r.single && r.begun || r.faulty && !r.skip(r.begins) {
		return nil, io.EOF
	}
	first, ok := r.peek(0)
	switch {
	case ok:
		p, err = r.next(first)
	case r.lines.err == io.EOF && !r.begun:
		err = r.errorAtEnd("no puzzle found, expected %s", r.expected)
	default:
		err = r.lines.err
	}
	r.begun, r.faulty = true, err != nil
	return p, err
}

// Puzzle is one problem of a file, together with the way its users write answers.
type Puzzle struct {
	Line     int      // where it begins, from 1
	Note     string   // the comment that follows it, or its heading, or ""
	Warnings []string // about dropped options, with file, line and column
	Grid     bool     // whether answers are grids, as for a sudoku
	Answer   Answer

	once    sync.Once
	problem *cover.Problem                      // of an encoder, once it has been asked for
	drawing func(options []int) picture.Picture // see Draw; nil if a generator gave none
	memory  *plainPuzzle                        // that this is part of, see Release; or nil
}

// encoder is an answer of a puzzle that becomes an exact cover problem only if asked for.
type encoder interface {
	encode(room *sudoku.Room) *cover.Problem
}

// Problem returns the puzzle as an exact cover problem. A sudoku or a formula becomes a problem at
// the first call, so that passing over a puzzle costs nothing. It is safe for concurrent use.
func (p *Puzzle) Problem() *cover.Problem {
	if e, ok := p.Answer.(encoder); ok {
		p.once.Do(func() { p.problem = e.encode(new(sudoku.Room)) })
	}
	return p.problem
}

// ProblemIn is [Puzzle.Problem] for a program that answers one puzzle after another. A sudoku
// becomes a problem in room, in place of the one before: see [cover.Problem.RestrictIn].
func (p *Puzzle) ProblemIn(room *sudoku.Room) *cover.Problem {
	if e, ok := p.Answer.(encoder); ok {
		return e.encode(room)
	}
	return p.problem
}

// Copy returns the same puzzle with a problem of its own. A program that keeps many puzzles makes
// copies to get problems, so that no problem lives longer than needed.
func (p *Puzzle) Copy() *Puzzle {
	c := &Puzzle{Line: p.Line, Note: p.Note, Warnings: p.Warnings, Grid: p.Grid, Answer: p.Answer, drawing: p.drawing}
	if _, ok := p.Answer.(encoder); !ok {
		c.problem = p.problem
	}
	return c
}

// Sudoku returns the board of a puzzle that is a sudoku and nothing more: it has no candidates. The caller must not change its cells.
func (p *Puzzle) Sudoku() (sudoku.Grid, bool) {
	b, ok := p.Answer.(*board)
	if !ok || b.without != nil {
		return sudoku.Grid{}, false
	}
	return b.grid, true
}

// Answer writes the solutions of one puzzle, and knows its rules.
type Answer interface {
	// Append appends a solution as text that ends in a newline. It takes the options that a
	// [cover.Visitor] gets, in any order.
	Append(dst []byte, options []int) []byte
	// AppendNone appends the text about a puzzle without a solution.
	AppendNone(dst []byte) []byte
	// Check compares a solution with the rules of the puzzle itself, and so also finds faults in
	// the conversion to a problem. If the puzzle is the problem, Check adds nothing to
	// [cover.Check].
	Check(options []int) error
}

// AppendChecked checks a solution with [Answer.Check] and appends it with [Answer.Append]. For a
// sudoku, it places the digits only once for both. If the solution is wrong, dst stays
// as it was.
func (p *Puzzle) AppendChecked(dst []byte, options []int) ([]byte, error) {
	if b, ok := p.Answer.(*board); ok {
		return b.appendChecked(dst, options)
	}
	if err := p.Answer.Check(options); err != nil {
		return dst, err
	}
	return p.Answer.Append(dst, options), nil
}

// Options say how to read.
type Options struct {
	From   string        // the name of the format; "" to detect it
	Givens sudoku.Givens // how sudokus become problems
}

// OptionLines reports whether the answer of the puzzle has a line for each option. So a solution
// has any number of lines.
func (p *Puzzle) OptionLines() bool {
	a, ok := p.Answer.(listAnswer)
	return ok && !a.numbers
}

// unsolved is the part of an answer that every format except cnf shares.
type unsolved struct{}

func (unsolved) AppendNone(dst []byte) []byte { return append(dst, "No Solution!\n"...) }

// NewPuzzle makes a puzzle of a problem that was not read from a text. Its answers are written as
// in a DLX text.
func NewPuzzle(p *cover.Problem) *Puzzle {
	base, _, _ := p.Base() // solutions consist of options of the base
	return &Puzzle{Line: 1, problem: p, Answer: listAnswer{p: base}}
}

// NewDrawing is NewPuzzle for a problem whose solutions have a picture.
func NewDrawing(p *cover.Problem, draw func(options []int) picture.Picture) *Puzzle {
	puzzle := NewPuzzle(p)
	puzzle.drawing = draw
	return puzzle
}

// Draw returns the picture of a solution, and whether there is one. Sudokus have pictures, and so
// do puzzles whose generator draws them.
func (p *Puzzle) Draw(options []int) (picture.Picture, bool) {
	if p.drawing != nil {
		return p.drawing(options), true
	}
	b, ok := p.Answer.(*board)
	if !ok {
		return picture.Picture{}, false
	}
	return drawBoard(b.grid, b.grid.With(nil, options)), true
}

// drawBoard draws a full board. The boxes alternate between two colours, other regions have a colour
// each, and givens are bold.
func drawBoard(givens, full sudoku.Grid) picture.Picture {
	const grey = 7
	var p picture.Picture
	signs := full.String()
	for k := range full.Cells {
		r, c := k/full.Side, k%full.Side
		cell := picture.Cell{Outline: picture.Square(r, c), Label: signs[k : k+1], Strong: givens.Cells[k] != 0,
			Row: r, Col: 2 * c, Part: picture.None}
		if full.Region != nil {
			cell.Part = int(full.Region[k])
		}
		if full.Rows > 0 {
			band, stack := r/full.Rows, c/full.Cols
			cell.Row, cell.Col, cell.Part = r+band, 2*(c+stack), picture.None
			if (band+stack)%2 == 1 {
				cell.Part = grey
			}
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}
