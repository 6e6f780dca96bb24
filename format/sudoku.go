package format

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
	"xcbench/internal/lazy"
)

// A text of sudokus is read by words and cells. A file may mix these forms:
//
//   - A line with a word of 16, 36, 64, 81 or another square number of signs, or with as many words
//     (sudoku_grid.go). The other words of the line are rules, the solution, or a note. So the rows of
//     a table and lists of any order need nothing of their own.
//   - A grid with a line for every row (sudoku_grid.go).
//   - A line about the shape of the boards after it (sudoku_rules.go).
//   - A comment.
//   - Any other line is a heading, such as the number of puzzles. It is the note of the next puzzle if
//     it has a letter, and the puzzle no other note.
//
// What the signs mean is decided by the puzzle as a whole, see sudoku_signs.go. A shortcut reads
// the form of the large collections, 81 signs a line, see sudoku_plain.go.
func openSudoku(s *lines, o Options) Reader {
	s.comment = skipped().MatchString
	return &sudokuReader{lines: s, givens: o.Givens, headings: 1e9}
}

// skipped has the comments between sudokus. Digits between semicolons are a row whose first cell is empty.
var skipped = lazy.Regexp(`^\s*(//|[#%]|;([^;]*$|\D*$|.*[^\d;. ]))`)

// title has the headings that are notes: they are neither those of a table nor the number of puzzles.
var title = lazy.Regexp(`^[^,;\t]*[^0-9,;\t][^,;\t]*$`)

// ragged has the rows of grids that leave blank cells empty, but not the numbers of the columns.
var ragged = lazy.Regexp(`^[ |]*([2-9]|1[ |]*[13-9])[1-9 |]*(  |[|])[1-9 |]*[1-9][ |]*$`)

type sudokuReader struct {
	lines    *lines
	givens   sudoku.Givens
	headings int // allowed before the first puzzle; negative if there were more

	read     int  // puzzles, faulty ones too
	expected int  // the number of puzzles, if a heading says it
	faulty   bool // the last puzzle had a fault and more lines
	single   bool // the last puzzle was a line

	said   rules // of the lines about shapes so far
	jigsaw bool  // regions may follow each puzzle
}

// Read returns the next puzzle. After one with a fault, it goes on with the line after its first one, if it
// had only that.
func (r *sudokuReader) Read() (*Puzzle, error) {
	if r.faulty && !r.lines.skip(r.isLine) {
		return nil, io.EOF
	}
	r.faulty = false
	if p := r.plain(); p != nil {
		return p, nil
	}
	return r.readAny()
}

// readAny reads a puzzle in any form.
func (r *sudokuReader) readAny() (*Puzzle, error) {
	var heading line
	for ; ; r.headings-- {
		r.lines.mark()
		ln, err := r.lines.next()
		switch r.faulty = err != nil; {
		case err == io.EOF || r.headings < 0:
			return nil, r.end(heading)
		case err != nil:
			return nil, err
		case r.said.heading(ln):
			continue
		}
		begun := r.lines.at
		d := r.drawing(ln)
		if d == nil {
			heading = ln
			if !r.single && ragged().MatchString(ln.text) {
				r.faulty = true
				return nil, r.lines.errorAt(ln, 0, "a row of digits outside a grid, expected 9 rows")
			}
			if n, err := strconv.Atoi(strings.TrimSpace(ln.text)); err == nil && r.read == 0 {
				r.expected = n
			}
			continue
		}
		r.read++
		r.single = len(d.lines) == 1
		p, err := r.puzzle(ln, d, strings.TrimSpace(heading.text))
		if err != nil {
			r.faulty, r.lines.at, r.expected = !r.single, begun, 0
		}
		return p, err
	}
}

// puzzle makes the puzzle of a drawing that begins in ln.
func (r *sudokuReader) puzzle(ln line, d *drawing, heading string) (*Puzzle, error) {
	if d.err != nil {
		return nil, d.err
	}
	u := r.said
	if d.word.text != "" {
		d.note = u.beside(d)
	}
	r.regions(&u)
	s, err := d.shape(u.Form)
	if err != nil {
		return nil, r.lines.errorAt(ln, 0, "%v", err)
	}
	cells := append(slices.Clip(d.cells), signs(u.solution)...)
	d.reading = readCells(d.side, cells)
	if k := slices.Index(d.may, 0); k >= 0 {
		return nil, r.lines.errorAt(d.rows[min(k/d.side, len(d.rows)-1)], cells[k].offset, "%s in a %[2]dx%[2]d grid, expected %s to %s or a blank, one sign for all",
			quote(cells[k].text), d.side, d.signs[0], d.signs[d.side-1])
	}
	b := &board{givens: r.givens, grid: s.New()}
	b.without = b.grid.Fill(d.may[:len(d.cells)])
	if full := s.New(); u.solution.text != "" {
		full.Fill(d.may[len(d.cells):])
		if err := b.grid.Check(full); err != nil {
			return nil, r.lines.errorAt(ln, u.solution.offset, "the solution does not fit its puzzle: %v", err)
		}
	}
	if d.word.text == "" || d.signs[0] != "1" { // not the text that a board has without a drawing
		b.drawing = d
	}
	return &Puzzle{Line: ln.number, Note: cmp.Or(d.note, title().FindString(heading)), Grid: true, Answer: b}, nil
}

// end returns the error at the end of the file, io.EOF if nothing is missing.
func (r *sudokuReader) end(heading line) error {
	switch {
	case r.read < r.expected && r.single: // before a grid a number may also be its size
		return r.lines.errorAtEnd("%s, expected %d as the first line says", english.Count(r.read, "puzzle"), r.expected)
	case r.read > 0:
		return io.EOF
	case heading.number > 0:
		return r.lines.errorAt(heading, 0, "%s, expected a sudoku in a line, or a row of 4 to 36 cells", quote(heading.text))
	}
	return r.lines.errorAtEnd("no puzzle found, expected a sudoku")
}
