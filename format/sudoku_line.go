package format

import (
	"math"
	"strings"
	"unicode/utf8"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// line reads a puzzle in one line, with the rules and the solution beside it: a word with all cells, as many
// words as cells, or a word for every row. Without a puzzle it returns nil. Of several words it takes the
// longest, and rather one with blank cells.
func (r *sudokuReader) line(ln line, u *rules) (d *drawing, err error) {
	if !isDrawn(ln.text) {
		ln.text = strings.ReplaceAll(ln.text, "+", "") // of placed digits
	}
	all := words(ln.text, between)
	at, best := -1, 0
	for k, w := range all {
		n := utf8.RuneCountInString(w.text)
		rank := 2 * n
		if strings.ContainsAny(w.text, blanks) {
			rank++
		}
		switch {
		case !isBoard(w):
		case sideOf(n) == 0:
			return nil, r.wrongLength(ln, w.offset, n)
		case rank > best:
			at, best = k, rank
		}
	}
	if at < 0 {
		return r.cellsOfLine(ln)
	}
	w := all[at]
	if best/2 <= sudoku.MaxSide && r.isRowWord(ln, best/2) {
		return nil, nil
	}
	d = &drawing{word: w, cells: candidates(w)}
	if d.cells == nil {
		d.cells = signs(w)
	}
	d.side = sideOf(len(d.cells))
	d.lines = []part{{line: line{strings.Repeat(" ", w.offset) + w.text, ln.number, 0}, cells: d.cells}}
	d.note, err = u.beside(r.lines, ln, all, at, d.side*d.side)
	return d, err
}

// candidates cuts a word of 4³ or 9³ signs into cells. Each cell has the digits from 1 to the side in their
// order, and a blank in place of a digit that is ruled out. The result is nil if there are other signs.
func candidates(w word) (cells []word) {
	side := int(math.Cbrt(float64(len(w.text))))
	for k, c := range w.text {
		if side*side*side != len(w.text) || !strings.ContainsRune(blanks+figures[k%side:][:1], c) {
			return nil
		}
		if k%side == 0 {
			cells = append(cells, word{w.text[k : k+side], w.offset + k})
		}
	}
	return cells
}

// wrongLength is the error about n cells in a line, which are neither a puzzle nor a row.
func (r *sudokuReader) wrongLength(ln line, begin, n int) error {
	side := nearestSide(n)
	return r.lines.errorAt(ln, begin, "%s in a line, expected %d (or a row of 4 to 36)", english.Count(n, "cell"), side*side)
}

// cellsOfLine reads a line of as many words as cells, or of a word for every row. It returns nil if ln
// is no such line. Up to 36 cells are rather a row.
func (r *sudokuReader) cellsOfLine(ln line) (*drawing, error) {
	p := cut(ln, 0, nil)
	cells, row := p.cells, isSide(len(p.cells))
	if len(cells) == 2 || len(cells) == 3 { // a puzzle with a fault, and a note
		cells = signs(cells[0])
	}
	n := len(cells)
	switch {
	case isDrawn(p.text) || isName(p.text) || row && !strings.Contains(p.text, "/") || n < 11 || !fits(nearestSide(n), cells):
		return nil, nil
	case sideOf(n) == 0:
		return nil, r.wrongLength(ln, cells[0].offset, n)
	}
	return &drawing{side: sideOf(n), cells: cells, lines: []part{p}}, nil
}

// isRowWord says whether the word of n signs in ln is a row of a grid rather than a board. For a row, n
// such lines follow one another, or fewer before a border or the end of the text. More than a quarter of
// them have a sign that no board of n cells has. A word of 25 signs is a row, because boxes of 5 cells do
// not exist.
func (r *sudokuReader) isRowWord(ln line, n int) bool {
	run, large := 0, 0
	for ; run < n; run++ {
		w := strings.TrimSpace(body(ln.text))
		if len(w) != n || strings.Contains(w, " ") {
			break
		}
		if strings.Trim(w, blanks+"xX"+figures[:sideOf(n)]) != "" {
			large++
		}
		ln, _ = r.lines.peek(run)
	}
	return run > 0 && n == 25 || large > 1 && 4*large > run
}
