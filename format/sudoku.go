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
//   - A comment, the number of puzzles in the first line, and "end" in the last line.
//   - Any other line is a heading. It is the note of the next puzzle if that has no other.
//
// What the signs mean is decided by the puzzle as a whole, see sudoku_signs.go. A shortcut reads
// the form of the large collections, 81 signs a line, see sudoku_plain.go.
func openSudoku(s *lines, o Options) Reader {
	s.comment = isNote
	return &sudokuReader{lines: s, givens: o.Givens, headings: -1}
}

// isNote says whether a line is a comment between sudokus.
func isNote(text string) bool {
	text = strings.TrimSpace(text)
	return slices.ContainsFunc([]string{"#", ";", "//", "%"}, func(sign string) bool { return strings.HasPrefix(text, sign) })
}

type sudokuReader struct {
	lines    *lines
	givens   sudoku.Givens
	headings int // allowed before the first puzzle; negative for any number

	read      int  // puzzles, faulty ones too
	announced int  // the number of puzzles that the first line says, or 0
	countLine int  // the number of that line
	sized     bool // whether that number may be the size of the board
	faulty    bool // the last puzzle had a fault
	single    bool // the last puzzle was a line
	begun     int  // lines from the mark to the first line of the last puzzle
	sections  bool // there is a line [Puzzle]: what follows another name in brackets is no puzzle

	said   rules         // of the lines about shapes so far
	jigsaw bool          // regions may follow each puzzle
	last   *sudoku.Shape // of the last puzzle that was not plain

	spare *plainPuzzle  // for the next plain line, or nil
	chunk []plainPuzzle // allocated for the lines after it
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

// resume goes to the next puzzle after one with a fault: to the next line if that was a line.
func (r *sudokuReader) resume() bool {
	if !r.single {
		return r.lines.skip(r.isLine)
	}
	r.lines.at = min(r.begun, len(r.lines.ahead))
	_, ok := r.lines.peek(0)
	return ok
}

// isLine says whether a line is a puzzle by itself.
func (r *sudokuReader) isLine(ln line) bool {
	d, _ := r.line(ln, new(rules))
	return d != nil
}

// readAny reads a puzzle in any form.
func (r *sudokuReader) readAny() (*Puzzle, error) {
	heading, hidden := line{}, false
	for first := r.read == 0; ; first = false {
		r.lines.mark()
		ln, err := r.lines.next()
		if err == io.EOF {
			return nil, r.end(heading)
		}
		if err != nil {
			return nil, err
		}
		text := strings.ToLower(strings.TrimSpace(body(ln.text)))
		isPuzzle := text == "[puzzle]"
		r.sections = r.sections || isPuzzle
		hidden = !isPuzzle && (hidden || r.sections && strings.HasPrefix(text, "["))
		u := r.said
		switch {
		case hidden || isPuzzle || first && r.isCount(ln):
			continue
		case text == "end":
			if after, ok := r.lines.peek(0); ok {
				return nil, r.lines.errorAt(after, 0, "a line after 'end', expected the end of the file")
			}
			continue
		case r.announced > 0 && r.read >= r.announced:
			return nil, r.lines.errorAt(ln, 0, "expected the end of the file after %s, as line %d says",
				english.Count(r.announced, "puzzle"), r.countLine)
		case r.said.heading(ln):
			continue
		}
		r.begun = r.lines.at
		d, err := r.drawing(ln, &u)
		if d == nil && err == nil {
			heading = ln
			if r.headings--; r.read == 0 && r.headings == -1 {
				return nil, r.end(ln)
			}
			continue
		}
		r.read++              // a file that says how many puzzles it has counts faulty ones too
		r.said.all &^= jigsaw // only the next one must have regions
		if err != nil {
			return nil, err
		}
		return r.puzzle(ln, d, u, heading.text)
	}
}

// drawing returns the puzzle that begins in ln, or nil if there is none.
func (r *sudokuReader) drawing(ln line, u *rules) (*drawing, error) {
	d, err := r.line(ln, u)
	if d != nil || err != nil {
		r.single = true
		return d, err
	}
	d, err = r.grid(ln, 0)
	r.single = r.single && d == nil
	return d, err
}

// puzzle makes the puzzle of a drawing that begins in ln.
func (r *sudokuReader) puzzle(ln line, d *drawing, u rules, heading string) (*Puzzle, error) {
	err := r.regions(d, &u)
	if err != nil {
		return nil, err
	}
	if u.at.number == 0 {
		u.at = ln
	}
	if r.last, err = r.shape(d, u); err != nil {
		return nil, r.lines.errorAt(u.at, 0, "%v", err)
	}
	full := &drawing{side: d.side, lines: []part{{line: ln, text: u.solution.text, begin: u.solution.offset, cells: characters(word{u.solution.text, 0})}}}
	signs, err := r.alphabet(d, full)
	if err != nil {
		return nil, err
	}
	b := &board{givens: r.givens}
	if b.grid, b.without, err = r.values(r.last, d, signs); err != nil {
		return nil, err
	}
	if u.solution.text != "" {
		solution, _, err := r.values(r.last, full, signs)
		if err == nil {
			if wrong := b.grid.Check(solution); wrong != nil {
				err = r.lines.errorAt(ln, u.solution.offset, "the solution does not fit its puzzle: %v", wrong)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	r.sized = r.read == 1 && !r.single // a number before a single grid may be its size
	if strings.ContainsAny(heading, ",;\t") {
		heading = "" // of a table
	}
	p := &Puzzle{Line: ln.number, Note: cmp.Or(d.note, strings.TrimSpace(heading)), Grid: true, source: b, Answer: lineAnswer{b}}
	if b.without == nil || !r.single {
		p.Answer = &drawnAnswer{b, d.forAnswers(signs), signs}
	}
	return p, nil
}

// end returns the error at the end of the file, io.EOF if nothing is missing.
func (r *sudokuReader) end(heading line) error {
	switch {
	case r.announced > r.read && !(r.sized && (r.announced == r.last.Side || r.announced == r.last.Rows)):
		return r.lines.errorAtEnd("file ends after puzzle %d of %d", r.read, r.announced)
	case r.read > 0:
		return io.EOF
	case heading.number > 0:
		return r.lines.errorAt(heading, 0, "%s, expected a sudoku in a line, or a row of 4 to 36 cells", quote(heading.text))
	}
	return r.lines.errorAtEnd("no puzzle found, expected a sudoku")
}

// isCount says whether the first line is the number of puzzles. A number of 4 or more digits could
// also be a row; then the next line decides.
func (r *sudokuReader) isCount(ln line) bool {
	digits := strings.TrimSpace(body(ln.text))
	if len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	if next, ok := r.lines.peek(0); len(digits) > 3 && (!ok || len(cut(next.text, len(digits))) == len(digits)) {
		return false
	}
	r.announced, _ = strconv.Atoi(digits)
	r.countLine = ln.number
	return true
}
