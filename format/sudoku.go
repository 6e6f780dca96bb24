package format

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// A text of sudokus is read by words and cells. A file may mix these forms:
//
//   - A line with a word of 16, 36, 64, 81 or another square number of signs, or with as many words
//     (sudoku_line.go). The other words of the line are rules, the solution, or a note. So the rows of
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
	s.comment = isNote
	return &sudokuReader{lines: s, givens: o.Givens, headings: -1}
}

// isNote says whether a line, which is not blank, is a comment between sudokus.
func isNote(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "//") || strings.ContainsAny(text[:1], "#;%")
}

type sudokuReader struct {
	lines    *lines
	givens   sudoku.Givens
	headings int // allowed before the first puzzle; negative for any number

	read     int  // puzzles, faulty ones too
	expected int  // the number of puzzles, if a heading says it
	faulty   bool // the last puzzle had a fault
	single   bool // the last puzzle was a line
	begun    int  // lines from the mark to the first line of the last puzzle

	said   rules         // of the lines about shapes so far
	jigsaw bool          // regions may follow each puzzle
	last   *sudoku.Shape // of the last puzzle that was not plain
}

func (r *sudokuReader) Read() (p *Puzzle, err error) {
	if r.faulty && !r.resume() {
		return nil, io.EOF
	}
	if p = r.plain(); p == nil {
		p, err = r.readAny()
	}
	r.faulty = err != nil
	return p, err
}

// resume goes to the next puzzle after one with a fault: to the line after its first one, if it had only
// that.
func (r *sudokuReader) resume() bool {
	r.lines.at = min(r.begun, len(r.lines.ahead))
	return r.lines.skip(func(ln line) bool { return r.single || r.isLine(ln) })
}

// isLine says whether a line is a puzzle by itself.
func (r *sudokuReader) isLine(ln line) bool {
	d, _ := r.line(ln, new(rules))
	return d != nil
}

// mostShapes bounds the lines about shapes before a text is recognised as a sudoku.
const mostShapes = 100

// readAny reads a puzzle in any form.
func (r *sudokuReader) readAny() (*Puzzle, error) {
	heading := line{}
	for passed := 0; ; passed++ {
		r.lines.mark()
		ln, err := r.lines.next()
		switch {
		case err == io.EOF || r.read == 0 && r.headings >= 0 && passed == mostShapes:
			return nil, r.end(cmp.Or(heading, ln))
		case err != nil:
			return nil, err
		}
		if r.said.heading(ln) {
			continue
		}
		r.begun = r.lines.at
		u := r.said
		d, err := r.drawing(ln, &u)
		if d == nil && err == nil {
			heading = ln
			if n, err := strconv.Atoi(strings.TrimSpace(ln.text)); err == nil {
				r.expected = n * max(1-r.read, 0)
			}
			if r.headings--; r.read == 0 && r.headings == -1 {
				return nil, r.end(ln)
			}
			continue
		}
		r.read++
		r.said.Rules &^= jigsaw // only the next one must have regions
		if err != nil {
			return nil, err
		}
		return r.puzzle(ln, d, u, strings.TrimSpace(heading.text))
	}
}

// drawing returns the puzzle that begins in ln, or nil if there is none.
func (r *sudokuReader) drawing(ln line, u *rules) (*drawing, error) {
	if d, err := r.line(ln, u); d != nil || err != nil {
		r.single = true
		return d, err
	}
	d, err := r.grid(ln, 0, 0)
	r.single = r.single && d == nil
	return d, err
}

// puzzle makes the puzzle of a drawing that begins in ln.
func (r *sudokuReader) puzzle(ln line, d *drawing, u rules, heading string) (*Puzzle, error) {
	if strings.ContainsAny(heading, ",;\t") || isInteger(heading) { // of a table, or the number of puzzles
		heading = ""
	}
	err := r.regions(d, &u)
	if err == nil {
		r.last, err = r.shape(cmp.Or(u.at, ln), d, u.Form)
	}
	if err != nil {
		return nil, err
	}
	solution := signs(u.solution)
	d.signs = alphabetOf(d.side, append(slices.Clip(d.cells), solution...))
	b := &board{givens: r.givens, drawing: d}
	if b.grid, b.without, err = r.values(d.signs, d.lines); err != nil {
		return nil, err
	}
	if len(solution) > 0 {
		full, _, err := r.values(d.signs, []part{{line: ln, cells: solution}})
		if err != nil {
			return nil, err
		}
		if err := b.grid.Check(full); err != nil {
			return nil, r.lines.errorAt(ln, u.solution.offset, "the solution does not fit its puzzle: %v", err)
		}
	}
	if d.word.text != "" && d.side <= 9 && d.signs[0] == "1" { // the text that a board has without a drawing
		b.drawing = nil
	}
	return &Puzzle{Line: ln.number, Note: cmp.Or(d.note, heading), Grid: true, Answer: b}, nil
}

// end returns the error at the end of the file, io.EOF if nothing is missing.
func (r *sudokuReader) end(heading line) error {
	switch {
	case r.read > 0 && r.read < r.expected && r.single: // before a grid a number may also be its size
		return r.lines.errorAtEnd("%s, expected %d as the first line says", english.Count(r.read, "puzzle"), r.expected)
	case r.read > 0:
		return io.EOF
	case heading.number > 0:
		return r.lines.errorAt(heading, 0, "%s, expected a sudoku in a line, or a row of 4 to 36 cells", quote(heading.text))
	}
	return r.lines.errorAtEnd("no puzzle found, expected a sudoku")
}
