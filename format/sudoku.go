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

	said   rules // of the lines about shapes so far
	jigsaw bool  // regions may follow each puzzle
}

// Read returns the next puzzle. After one with a fault, it goes on with the line after its first one, if it
// had only that.
func (r *sudokuReader) Read() (p *Puzzle, err error) {
	if r.faulty && !r.lines.skip(func(ln line) bool { return r.single || r.isLine(ln) }) {
		return nil, io.EOF
	}
	if p = r.plain(); p == nil {
		p, err = r.readAny()
	}
	r.faulty = err != nil
	return p, err
}

// isLine says whether a line is a puzzle by itself.
func (r *sudokuReader) isLine(ln line) bool {
	d, err := r.line(ln, new(rules))
	return d != nil && err == nil
}

// readAny reads a puzzle in any form.
func (r *sudokuReader) readAny() (*Puzzle, error) {
	heading := line{}
	for passed := 0; ; passed++ {
		r.lines.mark()
		ln, err := r.lines.next()
		switch {
		case err == io.EOF || r.read == 0 && r.headings >= 0 && passed > r.headings:
			return nil, r.end(cmp.Or(heading, ln))
		case err != nil:
			return nil, err
		case r.said.heading(ln):
			continue
		}
		u, begun := r.said, r.lines.at
		d, err := r.drawing(ln, &u)
		if d == nil && err == nil {
			heading = ln
			if n, err := strconv.Atoi(strings.TrimSpace(ln.text)); err == nil && r.read == 0 {
				r.expected = n
			}
			continue
		}
		r.read++
		r.said.Rules &^= jigsaw // only the next one must have regions
		r.single = d != nil && d.oneLine()
		var p *Puzzle
		if err == nil {
			p, err = r.puzzle(ln, d, u, strings.TrimSpace(heading.text))
		}
		if err != nil {
			r.lines.at = begun
		}
		return p, err
	}
}

// puzzle makes the puzzle of a drawing that begins in ln.
func (r *sudokuReader) puzzle(ln line, d *drawing, u rules, heading string) (*Puzzle, error) {
	if strings.ContainsAny(heading, ",;\t") || isInteger(heading) { // of a table, or the number of puzzles
		heading = ""
	}
	if err := r.regions(d, &u); err != nil {
		return nil, err
	}
	s, err := d.shape(u.Form)
	if err != nil {
		return nil, r.lines.errorAt(cmp.Or(u.at, ln), 0, "%v", err)
	}
	cells := append(slices.Clip(d.cells), signs(u.solution)...)
	d.reading = readCells(d.side, cells)
	if len(d.wrong) > 0 {
		return nil, r.wrongSign(ln, d, cells)
	}
	b := &board{givens: r.givens, drawing: d, grid: s.New()}
	b.without = fill(b.grid, d.may[:len(d.cells)])
	if full := s.New(); u.solution.text != "" {
		fill(full, d.may[len(d.cells):])
		if err := b.grid.Check(full); err != nil {
			return nil, r.lines.errorAt(ln, u.solution.offset, "the solution does not fit its puzzle: %v", err)
		}
	}
	if d.bare && d.side <= 9 && d.signs[0] == "1" { // the text that a board has without a drawing
		b.drawing = nil
	}
	return &Puzzle{Line: ln.number, Note: cmp.Or(d.note, heading), Grid: true, Answer: b}, nil
}

// wrongSign is the error about the first cell with a wrong sign. The cells of a solution stand in ln.
func (r *sudokuReader) wrongSign(ln line, d *drawing, cells []word) error {
	w, left := cells[d.wrong[0]], d.wrong[0]
	for _, p := range d.lines {
		if 0 <= left && left < len(p.cells) {
			ln = p.line
		}
		left -= len(p.cells)
	}
	return r.lines.errorAt(ln, w.offset, "%s in a %dx%d grid, expected %s to %s or a blank, one sign for all",
		quote(w.text), d.side, d.side, d.signs[0], d.signs[d.side-1])
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
