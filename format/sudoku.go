package format

import (
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"xcbench/cover"
	"xcbench/sudoku"
)

// Sudokus are written in two ways, and a file may mix them:
//
//   - one a line, as a word of 16, 81, 256 or 625 signs; what follows after a
//     blank, ',', ';' or '#' is a note;
//   - as a grid with a line for every row, see sudoku_grid.go.
//
// What the signs mean is found out for every puzzle, see sudoku_cells.go. '#'
// begins a comment. The first line may say how many puzzles there are, and
// is then held to it; the last may be "end".
//
// A word of 16 signs is a puzzle of side 4 or a row of one of side 16. It is
// a row if it is the first of 16 such lines, any of which has a sign that a
// puzzle of side 4 does not have; or of fewer, if most of them have one, so that
// a grid cut short is told from puzzles with a slip. What the first word is,
// all like it in the file are.

func openSudoku(s *lines, o Options) Reader {
	s.skipComments()
	return &sudokuReader{lines: s, givens: o.Givens}
}

type sudokuReader struct {
	lines  *lines
	givens sudoku.Givens

	read      int
	counted   bool // a line says how many puzzles there are:
	announced int
	countLine int

	word16 word16
}

// word16 is what a word of 16 signs is in this file.
type word16 uint8

const (
	word16Unknown word16 = iota
	word16Puzzle
	word16Row
)

func (r *sudokuReader) Read() (*Puzzle, error) {
	ln, err := r.begin()
	if err != nil {
		return nil, err
	}
	var d *drawing
	if r.isLineForm(ln) {
		d, err = r.lineForm(ln)
	} else {
		d, err = r.grid(ln)
	}
	if err != nil {
		return nil, err
	}
	g, signs, err := r.values(d)
	if err != nil {
		return nil, err
	}
	r.read++
	encode := sync.OnceValue(func() *sudoku.Encoding { return sudoku.Encode(g, r.givens) })
	return &Puzzle{
		Line:    ln.number,
		Note:    d.note,
		Grid:    true,
		Answer:  &sudokuAnswer{grid: g, encode: encode, drawing: d.forAnswers(signs), signs: signs},
		problem: func() *cover.Problem { return encode().Problem },
	}, nil
}

// begin returns the line in which the next puzzle begins, or io.EOF if there is
// rightly none.
func (r *sudokuReader) begin() (line, error) {
	ln, err := r.lines.next()
	if err == nil && r.read == 0 && !r.counted && r.isCount(ln) {
		body, _ := cutComment(ln.text)
		r.counted, r.countLine = true, ln.number
		r.announced, _ = strconv.Atoi(strings.TrimSpace(body))
		ln, err = r.lines.next()
	}
	if err == nil && isEnd(ln) {
		after, errAfter := r.lines.next()
		if errAfter == nil {
			return after, r.lines.errorAt(after, 0, "a line after 'end', expected the end of the file")
		}
		err = errAfter
	}
	switch {
	case err == io.EOF && r.counted && r.read < r.announced:
		return ln, r.lines.errorAtEnd("file ends after puzzle %d of %d", r.read, r.announced)
	case err == io.EOF && !r.counted && r.read == 0:
		return ln, r.lines.errorAtEnd("no puzzle found, expected a sudoku")
	case err == nil && r.counted && r.read == r.announced:
		return ln, r.lines.errorAt(ln, 0, "expected the end of the file after %s, as line %d says",
			plural(r.announced, "puzzle"), r.countLine)
	}
	return ln, err
}

// isCount says whether the first line is the number of puzzles. A number of 4
// or 9 digits could be a row; then it depends on the line after it.
func (r *sudokuReader) isCount(ln line) bool {
	body, _ := cutComment(ln.text)
	digits := strings.TrimSpace(body)
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

func isEnd(ln line) bool {
	body, _ := cutComment(ln.text)
	return strings.EqualFold(strings.TrimSpace(body), "end")
}

// puzzleWord returns the word at the beginning of a line that could be a whole
// puzzle, and the number of its characters.
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
	case n == 81 || n == 256 || n == 625:
		return !strings.ContainsAny(w.text, "+=")
	case n == 16:
		return !r.isBorder(ln, nil) && !r.isRow16(ln)
	}
	return n > 25 && !r.isBorder(ln, nil)
}

// isRow16 says whether the word of 16 signs in ln is a row of a grid.
func (r *sudokuReader) isRow16(ln line) bool {
	above, alone := signAbove4(ln.text)
	switch {
	case !alone:
		return false
	case r.word16 == word16Puzzle && !above:
		return false
	case r.word16 == word16Row:
		return true
	}
	run, foreign := 1, 0 // such lines, and those among them that no puzzle of side 4 has
	for {
		if above {
			foreign++
		}
		if run == 16 {
			break
		}
		next, ok := r.lines.peek(run - 1)
		if !ok {
			break
		}
		if above, alone = signAbove4(next.text); !alone {
			break
		}
		run++
	}
	r.word16 = word16Puzzle
	if run == 16 && foreign > 0 || foreign > 1 && foreign > run/2 {
		r.word16 = word16Row
	}
	return r.word16 == word16Row
}

// signAbove4 says whether the first word of a line has a sign that a puzzle of
// side 4 does not have, and whether it has 16 signs and stands alone but for
// a comment.
func signAbove4(text string) (above, alone bool) {
	w, n := puzzleWord(text)
	body, _ := cutComment(text)
	alone = n == 16 && strings.TrimSpace(body) == w.text
	return strings.Trim(w.text, "1234"+blanks+blankLetters) != "", alone
}

// lineForm reads a puzzle in one line.
func (r *sudokuReader) lineForm(ln line) (*drawing, error) {
	w, n := puzzleWord(ln.text)
	side := map[int]int{16: 4, 81: 9, 256: 16, 625: 25}[n]
	if side == 0 {
		return nil, r.lines.errorAt(ln, w.offset, "%s in a line, expected %d (or a row of 4, 9, 16 or 25)",
			plural(n, "cell"), nearest(n))
	}
	note := strings.TrimLeft(ln.text[w.offset+len(w.text):], " \t,;#")
	return &drawing{
		side:  side,
		note:  strings.TrimSpace(note),
		parts: []part{{line: ln, text: w.text, begin: w.offset, cells: characters(word{w.text, 0}, n)}},
	}, nil
}

// nearest returns the number of cells of the puzzle that n is nearest to.
func nearest(n int) int {
	best := 16
	for _, cells := range []int{81, 256, 625} {
		if max(n-cells, cells-n) < max(n-best, best-n) {
			best = cells
		}
	}
	return best
}
