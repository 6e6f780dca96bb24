package format

import (
	"cmp"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// Sudokus are written in two ways, and a file may mix them:
//
//   - one a line, as a word of 16, 81, 256 or 625 signs. After a blank, ',', ';' or '#', the rest
//     of the line is a note;
//   - as a grid with a line for every row, see sudoku_grid.go.
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
// such words in a file are of the same kind as the first.

func openSudoku(s *lines, o Options) Reader {
	s.skipComments()
	return &sudokuReader{lines: s, givens: o.Givens}
}

type sudokuReader struct {
	lines  *lines
	givens sudoku.Givens

	read      int
	counted   bool // whether a line says how many puzzles there are
	announced int  // the number of puzzles that it says
	countLine int  // the number of that line

	word16 word16
}

// word16 says what a word of 16 signs is in this file.
type word16 uint8

const (
	word16Unknown word16 = iota
	word16Puzzle
	word16Row
)

func (r *sudokuReader) Read() (*Puzzle, error) {
	if p := r.plain(); p != nil {
		return p, nil
	}
	return r.readAny()
}

// readAny reads a puzzle in any form.
func (r *sudokuReader) readAny() (*Puzzle, error) {
	ln, err := r.begin()
	heading := ""
	if err == nil && isHeading(ln.text) {
		heading = strings.TrimSpace(ln.text)
		if ln, err = r.lines.next(); err == io.EOF {
			err = r.lines.errorAtEnd("expected a sudoku after the heading %s, found the end of the file", quote(heading))
		}
	}
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
	run, foreign := 1, 0 // such lines, and how many of them no puzzle of side 4 has
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

// signAbove4 says whether the first word of a line has a sign that no puzzle of side 4 has. It also
// says whether that word has 16 signs and is alone in the line, except for a comment.
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
			english.Count(n, "cell"), nearest(n))
	}
	note := strings.TrimLeft(ln.text[w.offset+len(w.text):], " \t,;#")
	return &drawing{
		side:  side,
		note:  strings.TrimSpace(note),
		parts: []part{{line: ln, text: w.text, begin: w.offset, cells: characters(word{w.text, 0}, n)}},
	}, nil
}

// nearest returns the number of cells of a puzzle that is nearest to n.
func nearest(n int) int {
	best := 16
	for _, cells := range []int{81, 256, 625} {
		if max(n-cells, cells-n) < max(n-best, best-n) {
			best = cells
		}
	}
	return best
}
