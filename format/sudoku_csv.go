package format

import (
	"io"
	"slices"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// A table of puzzles has a header and then a puzzle a line, perhaps with its solution, as in the data
// sets of Kaggle: "quizzes,solutions" or "id,puzzle,solution,clues". Commas, semicolons or tabs separate
// the columns, and values may have quotes around them. A column whose name speaks of a solution has the
// solutions, which are checked. The first other column with a board has the puzzles. The rest is the
// note.

// columns says what the columns of a table are.
type columns struct {
	separator        string
	names            []string
	puzzle, solution int // solution is -1 if there is none
}

// tableAt returns the columns of the table whose header is the first line ahead, or nil.
func tableAt(s *lines) *columns {
	header, ok := s.peek(0)
	if !ok || !strings.ContainsFunc(header.text, isLetter) || strings.Contains(header.text, "|") {
		return nil
	}
	for _, separator := range []string{",", ";", "\t"} {
		c := &columns{separator: separator, puzzle: -1, solution: -1}
		for _, w := range c.cut(header.text) {
			if c.names = append(c.names, strings.ToLower(w.text)); isBoard(w.text) {
				return nil
			}
		}
		if len(c.names) == 1 && (strings.Contains(header.text, " ") || !says(c.names[0], "puzzle", "quiz", "sudoku", "question")) {
			continue
		}
		first, _ := s.peek(1)
		values := c.cut(first.text)
		for j, name := range c.names {
			board := len(values) == len(c.names) && isBoard(values[j].text)
			switch {
			case says(name, "solution", "solved", "answer"):
				if board || c.puzzle >= 0 {
					c.solution = j
				}
			case c.puzzle < 0 && (board || len(c.names) > 1 && slices.Contains([]string{"puzzle", "puzzles", "quizzes", "question", "sudoku"}, name)):
				c.puzzle = j
			}
		}
		if c.puzzle >= 0 {
			return c
		}
	}
	return nil
}

// says reports whether a name has one of the words in it.
func says(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
}

// isBoard says whether a value of a table can be a board.
func isBoard(text string) bool {
	side := sideOf(len(text))
	return side >= 4 && (isPlain(text) || side > 9 && isPlain(strings.Map(dropLetter, text)))
}

// cut returns the values of a line, without quotes.
func (c *columns) cut(text string) []word {
	var all []word
	at := 0
	for _, field := range strings.Split(text, c.separator) {
		w := strings.Trim(field, " \t\"")
		all = append(all, word{w, at + strings.Index(field, w)})
		at += len(field) + len(c.separator)
	}
	return all
}

// isTable reads the header of a table. It returns false if the text is no table.
func (r *sudokuReader) isTable() bool {
	if r.columns = tableAt(r.lines); r.columns != nil {
		r.lines.next()
	}
	return r.columns != nil
}

// tableRow reads a puzzle of a table.
func (r *sudokuReader) tableRow() (*Puzzle, error) {
	ln, err := r.lines.next()
	r.lines.single, r.lines.taken = true, nil
	if err == io.EOF && r.read == 0 {
		err = r.lines.errorAtEnd("no puzzle found, expected one below the header")
	}
	if err != nil {
		return nil, err
	}
	c := r.columns
	values := c.cut(ln.text)
	if len(values) != len(c.names) {
		return nil, r.lines.errorAt(ln, 0, "%s, expected %d as in the header", english.Count(len(values), "value"), len(c.names))
	}
	var rest []string
	for j, w := range values {
		if j != c.puzzle && j != c.solution && w.text != "" {
			rest = append(rest, w.text)
		}
	}
	note := strings.Join(rest, ",")
	if p := r.plainRow(ln, values, note); p != nil {
		return p, nil
	}
	d, err := r.value(ln, values[c.puzzle])
	if err != nil {
		return nil, err
	}
	shape, err := r.shape(d, rules{})
	if err != nil {
		return nil, err
	}
	full, signs := d, d.alphabet()
	if c.solution >= 0 { // it has more signs to tell the alphabet
		full, err = r.value(ln, values[c.solution])
		switch {
		case err != nil:
			return nil, err
		case full.side != d.side:
			return nil, r.lines.errorAt(ln, values[c.solution].offset, "a solution of side %d, expected %d as its puzzle has",
				full.side, d.side)
		}
		signs = full.alphabet()
	}
	g, err := r.values(shape, d, signs)
	if err != nil {
		return nil, err
	}
	if c.solution >= 0 {
		solution, err := r.values(shape, full, signs)
		if err != nil {
			return nil, err
		}
		if err := g.Check(solution); err != nil {
			return nil, r.lines.errorAt(ln, values[c.solution].offset, "the solution does not fit its puzzle: %v", err)
		}
	}
	r.read, r.last = r.read+1, shape
	b := &board{grid: g, givens: r.givens}
	return &Puzzle{Line: ln.number, Note: note, Grid: true, Answer: &sudokuAnswer{board: b, drawing: d, signs: signs}, source: b}, nil
}

// plainRow returns the puzzle of a row with plain values that fit each other, or nil.
func (r *sudokuReader) plainRow(ln line, values []word, note string) *Puzzle {
	p := r.blank()
	if !plainCells(&p.cells, values[r.columns.puzzle].text) {
		return nil
	}
	p.become(r.givens, note)
	if r.columns.solution >= 0 {
		var full [81]uint8
		if !plainCells(&full, values[r.columns.solution].text) ||
			p.board.grid.Check(sudoku.Grid{Shape: usual9, Cells: full[:]}) != nil {
			return nil
		}
	}
	r.read++
	p.puzzle.Line = ln.number
	return &p.puzzle
}

// value returns a value of a table as a drawing of one line.
func (r *sudokuReader) value(ln line, w word) (*drawing, error) {
	cells := characters(word{w.text, 0}, len(w.text))
	side := sideOf(len(cells))
	if side < 4 {
		return nil, r.lines.errorAt(ln, w.offset, "%s, expected a board of %d", english.Count(len(cells), "cell"), nearest(len(cells)))
	}
	return &drawing{side: side, parts: []part{{line: ln, text: w.text, begin: w.offset, cells: cells}}}, nil
}
