package format

import (
	"cmp"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// Sudokus are written in two ways, and a file may mix them:
//
//   - one a line, as a word of 16, 36, 81, 256 or another square number of signs. After a blank, ',',
//     ';' or '#', the rest of the line is a note;
//   - as a grid with a line for every row, see sudoku_grid.go and sudoku_spaces.go.
//
// A table with puzzles and solutions is read too, see sudoku_csv.go. The shape of a board follows from
// its side, unless the text says otherwise, see sudoku_shape.go.
//
// The meaning of the signs is detected for every puzzle, see sudoku_cells.go. A shortcut reads the
// form of the large collections, 81 signs a line, see sudoku_plain.go. A '#' begins a comment. The
// first line may say how many puzzles there are, which is then checked. The last line may be "end".
// A line such as "Grid 01" before a puzzle is its heading, and its note if it has no other note.
//
// A word of 16 signs is a puzzle of side 4 or a row of a puzzle of side 16. It is a row if it is
// the first of 16 such lines and one of them has a sign that no puzzle of side 4 has. It is also a
// row if there are fewer such lines and most of them have such a sign. So a truncated grid is not
// mistaken for puzzles of side 4, and a wrong sign in such a puzzle does not make it a row. All
// such words in a file are of the same kind as the first. The same holds for 36 signs and side 6. A
// word of 25 signs is a row, for there are no boxes of 5 cells.

func openSudoku(s *lines, o Options) Reader {
	s.skipComments()
	return &sudokuReader{lines: s, givens: o.Givens}
}

type sudokuReader struct {
	lines  *lines
	givens sudoku.Givens

	faulty    bool // the last puzzle had a fault
	read      int
	counted   bool // whether a line says how many puzzles there are
	announced int  // the number of puzzles that it says
	countLine int  // the number of that line

	words   map[int]wordKind // by length, 16 or 36, what such words are
	jigsaw  bool             // regions may follow each puzzle
	said    rules            // of the lines about shapes so far
	shaped  bool             // whether there were any
	last    *sudoku.Shape    // of the last puzzle that was not plain
	sized   bool             // a number before the puzzle may be its size
	columns *columns         // of a table, or nil

	spare *plainPuzzle  // for the next plain line, or nil
	chunk []plainPuzzle // allocated for the lines after it
}

// wordKind says what a word is that could be a small puzzle or a row of a large one.
type wordKind uint8

const (
	wordPuzzle wordKind = iota + 1
	wordRow
)

func (r *sudokuReader) Read() (p *Puzzle, err error) {
	if r.faulty && !r.lines.resume(r.isLineForm) {
		return nil, io.EOF
	}
	r.faulty = false
	if p := r.plain(); p != nil {
		r.lines.single = true
		return p, nil
	}
	if r.columns != nil || r.read == 0 && r.isTable() {
		p, err = r.tableRow()
	} else {
		p, err = r.readAny()
	}
	r.faulty = err != nil
	return p, err
}

// readAny reads a puzzle in any form.
func (r *sudokuReader) readAny() (*Puzzle, error) {
	ln, err := r.begin()
	heading, before := "", ""
	var u rules
	for err == nil {
		switch text := strings.TrimSpace(ln.text); {
		case heading == "" && isHeading(text):
			heading = text
		case isSection(text):
		case u.heading(ln): // holds for all puzzles from here on
			r.said, r.shaped = u, true
		default:
			now := r.said
			r.said.jigsaw = false // only the next one must have regions
			p, err := r.puzzle(ln, now, heading)
			if err != nil {
				r.read++ // a file that says how many puzzles it has counts this one too
			}
			return p, err
		}
		before = strings.TrimSpace(ln.text)
		if ln, err = r.lines.next(); err == io.EOF {
			err = r.lines.errorAtEnd("expected a sudoku after the heading %s, found the end of the file", quote(before))
		}
	}
	return nil, err
}

// puzzle reads the puzzle that begins in ln.
func (r *sudokuReader) puzzle(ln line, u rules, heading string) (*Puzzle, error) {
	r.lines.keep, r.lines.taken = true, r.lines.taken[:0]
	defer func() { r.lines.keep = false }()
	var d *drawing
	var err error
	switch {
	case r.isLineForm(ln):
		r.lines.single = true
		d, err = r.lineForm(ln, &u)
	default:
		if d = r.spaced(ln); d == nil {
			d, err = r.grid(ln)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := r.regions(d, &u); err != nil {
		return nil, err
	}
	shape, err := r.shape(d, u)
	if err != nil {
		return nil, err
	}
	signs := d.alphabet()
	g, err := r.values(shape, d, signs)
	if err != nil {
		return nil, err
	}
	r.read, r.last, r.lines.single = r.read+1, shape, len(d.parts) == 1
	r.sized = r.read == 1 && len(d.parts) > 1 // a number before a single grid may be its size
	b := &board{grid: g, givens: r.givens}
	return &Puzzle{
		Line:   ln.number,
		Note:   cmp.Or(d.note, heading),
		Grid:   true,
		Answer: &sudokuAnswer{board: b, drawing: d.forAnswers(signs), signs: signs},
		source: b,
	}, nil
}

// puzzleWord returns the word at the beginning of a line that could be a whole puzzle, and the
// number of its characters.
func puzzleWord(text string) (word, int) {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	begin := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	w := text[begin:]
	end := strings.IndexFunc(w, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;#|", r) })
	if end >= 0 {
		w = w[:end]
	}
	return word{w, begin}, utf8.RuneCountInString(w)
}

// isLineForm says whether a puzzle that begins in ln is written in one line.
func (r *sudokuReader) isLineForm(ln line) bool {
	w, n := puzzleWord(ln.text)
	switch {
	case n > 0 && isRule(ln.text[w.offset+len(w.text):]):
		return true
	case n == 81 || n == 256 || n == 625:
		return !strings.ContainsAny(w.text, "+=")
	case n == 16 || n == 36:
		return !r.isBorder(ln, nil) && !r.isRowWord(ln, n)
	}
	return n > sudoku.MaxSide && !r.isBorder(ln, nil)
}

// isRowWord says whether the word of n signs in ln, 16 or 36, is a row of a grid.
func (r *sudokuReader) isRowWord(ln line, n int) bool {
	above, alone := signAbove(n, ln.text)
	switch {
	case !alone:
		return false
	case r.words[n] == wordPuzzle && !above:
		return false
	case r.words[n] == wordRow:
		return true
	}
	run, foreign := 1, 0 // such lines, and how many of them no puzzle of side 4 has
	for {
		if above {
			foreign++
		}
		if run == n {
			break
		}
		next, ok := r.lines.peek(run - 1)
		if !ok {
			break
		}
		if above, alone = signAbove(n, next.text); !alone {
			break
		}
		run++
	}
	kind := wordPuzzle
	if run == n && foreign > 0 || foreign > 1 && foreign > run/2 {
		kind = wordRow
	}
	if r.words == nil {
		r.words = map[int]wordKind{}
	}
	r.words[n] = kind
	return kind == wordRow
}

// signAbove says whether the first word of a line has a sign that no puzzle of n cells has. It also
// says whether that word has n signs and is alone in the line, except for a comment.
func signAbove(n int, text string) (above, alone bool) {
	w, signs := puzzleWord(text)
	alone = signs == n && strings.TrimSpace(body(text)) == w.text
	return strings.Trim(w.text, "123456"[:sideOf(n)]+blanks+blankLetters) != "", alone
}

// lineForm reads a puzzle in one line.
func (r *sudokuReader) lineForm(ln line, u *rules) (*drawing, error) {
	w, n := puzzleWord(ln.text)
	side := sideOf(n)
	if side == 0 {
		return nil, r.wrongLength(ln, w.offset, n)
	}
	note := ln.text[w.offset+len(w.text):]
	if isRule(note) {
		if note = u.words(ln, note); isRule(" "+note) && !strings.HasPrefix(note, "diagonals") {
			said, _, _ := strings.Cut(note, " ")
			return nil, r.lines.errorAt(ln, strings.LastIndex(ln.text, note), "%s, expected boxes=ROWSxCOLUMNS, "+
				"or regions= and a letter for the region of each cell, with as many regions as rows", quote(said))
		}
	}
	note = strings.TrimLeft(note, " \t,;#")
	return &drawing{
		side:  side,
		note:  strings.TrimSpace(note),
		parts: []part{{line: ln, text: w.text, begin: w.offset, cells: characters(word{w.text, 0}, n)}},
	}, nil
}

// sides says how many cells a row has.
const sides = "4 to 36"

// nearest returns the number of cells of a common puzzle that is nearest to n.
func nearest(n int) int {
	best := 16
	for _, cells := range []int{36, 81, 144, 256, 625} {
		if max(n-cells, cells-n) < max(n-best, best-n) {
			best = cells
		}
	}
	return best
}

// begin returns the line in which the next puzzle begins, or io.EOF if there is no next puzzle and
// none is missing.
func (r *sudokuReader) begin() (line, error) {
	ln, err := r.lines.next()
	if err == nil && r.read == 0 && !r.counted && r.isCount(ln) {
		r.counted, r.countLine = true, ln.number
		r.announced, _ = strconv.Atoi(strings.TrimSpace(body(ln.text)))
		ln, err = r.lines.next()
	}
	for err == nil && r.read > 0 && strings.HasPrefix(ln.text, "[") && !isSection(ln.text) {
		// A section about the solving follows the puzzle.
		for err == nil && !isSection(ln.text) {
			ln, err = r.lines.next()
		}
	}
	if err == nil && isEnd(ln) {
		after, errAfter := r.lines.next()
		if errAfter == nil {
			return after, r.lines.errorAt(after, 0, "a line after 'end', expected the end of the file")
		}
		err = errAfter
	}
	switch {
	case err == io.EOF && r.counted && r.sized && (r.announced == r.last.Side || r.announced == r.last.Rows):
		return ln, err // the number was the size of the board or of its boxes
	case err == io.EOF && r.counted && r.read < r.announced:
		return ln, r.lines.errorAtEnd("file ends after puzzle %d of %d", r.read, r.announced)
	case err == io.EOF && !r.counted && r.read == 0:
		return ln, r.lines.errorAtEnd("no puzzle found, expected a sudoku")
	case err == nil && r.counted && r.read == r.announced:
		return ln, r.lines.errorAt(ln, 0, "expected the end of the file after %s, as line %d says",
			english.Count(r.announced, "puzzle"), r.countLine)
	}
	return ln, err
}

// isCount says whether the first line is the number of puzzles. A number of 4 or 9 digits could
// also be a row; then the next line decides.
func (r *sudokuReader) isCount(ln line) bool {
	digits := strings.TrimSpace(body(ln.text))
	if len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	if len(digits) != 4 && len(digits) != 9 {
		return true
	}
	next, ok := r.lines.peek(0)
	if !ok {
		return false
	}
	_, n := cutRow(next.text, len(digits))
	return n != len(digits)
}

// isHeading says whether a line is a word of letters and a number. It cannot be a row: if a row has
// two words, they are boxes and have the same length. It cannot be a puzzle with a note, which is
// longer.
func isHeading(text string) bool {
	w := words(body(text), "")
	if len(w) != 2 || len(w[0].text) < 3 || len(w[0].text) > 15 || len(w[1].text) > 7 {
		return false
	}
	return strings.Trim(w[0].text, letters+strings.ToLower(letters)) == "" &&
		strings.Trim(strings.TrimSuffix(w[1].text, ":"), "0123456789") == ""
}

// isSection says whether a line begins the section with the puzzle in a file of several.
func isSection(text string) bool { return strings.EqualFold(strings.TrimSpace(text), "[Puzzle]") }

func isEnd(ln line) bool {
	return strings.EqualFold(strings.TrimSpace(body(ln.text)), "end")
}
