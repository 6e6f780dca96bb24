package format

import (
	"slices"
	"strings"
	"unicode/utf8"

	"xcbench/internal/english"
)

// line reads a puzzle in one line, with the rules and the solution beside it. It returns nil if there
// is none. Of several words that can be boards it takes the longest, and rather one with blank cells.
func (r *sudokuReader) line(ln line, u *rules) (*drawing, error) {
	if !isDrawn(ln.text) {
		ln.text = strings.ReplaceAll(ln.text, "+", "") // of placed digits
	}
	all := words(ln.text, between)
	at, length, best := -1, 0, 0
	for k, w := range all {
		n := utf8.RuneCountInString(w.text)
		if rank := 2*n + min(count(w.text, blanks), 1); rank > best && isBoard(w.text) {
			at, length, best = k, n, rank
		}
	}
	for _, w := range all {
		if n := utf8.RuneCountInString(w.text); n > 36 && n != length && isMeant(w.text) && !isDrawn(w.text) {
			return nil, r.wrongLength(ln, w.offset, n)
		}
	}
	if at < 0 {
		return r.rowsOfLine(ln)
	}
	w := all[at]
	if length <= 36 && r.isRowWord(ln, length) {
		return nil, nil
	}
	alone := ln
	alone.text = strings.Repeat(" ", w.offset) + w.text
	d := &drawing{side: sideOf(length), lines: []part{{alone, characters(w)}}}
	for _, side := range []int{4, 9} {
		if cells := candidates(w, side); length == side*side*side && cells != nil {
			d.side, d.lines[0].cells = side, cells
		}
	}
	rest, err := u.take(r.lines, ln, slices.Delete(all, at, at+1), d.side*d.side)
	if d.note = strings.Join(appendTexts(nil, rest), " "); len(rest) == len(all)-1 && len(rest) > 0 && rest[0].offset > w.offset {
		d.note = strings.TrimSpace(ln.text[rest[0].offset:])
	}
	return d, err
}

// wrongLength is the error about n cells in a line, which are neither a puzzle nor a row.
func (r *sudokuReader) wrongLength(ln line, begin, n int) error {
	side := nearestSide(n)
	return r.lines.errorAt(ln, begin, "%s in a line, expected %d (or a row of 4 to 36)", english.Count(n, "cell"), side*side)
}

// rowsOfLine reads a line of as many words as cells, or of a word for every row. It returns nil if ln
// is no such line. Up to 36 words are rather a row.
func (r *sudokuReader) rowsOfLine(ln line) (*drawing, error) {
	text := body(ln.text)
	cells := cut(text, 0)
	side := sideOf(len(cells))
	long := slices.ContainsFunc(cells, func(w word) bool { return len(w.text) > 2 })
	switch {
	case isDrawn(text):
		return nil, nil
	case side == 0 && isMeant(text) && !isRow(text) && len(cells) > 0 && (len(cells) > 4 || len(cells[0].text) > 10):
		return nil, r.wrongLength(ln, cells[0].offset, max(len(cells), len(cells[0].text)))
	case side == 0 || side < 7 && !strings.Contains(text, "/") || long || !fits(text, side, 0):
		return nil, nil
	}
	return &drawing{side: side, lines: []part{{ln, cells}}}, nil
}

// isRowWord says whether the word of n signs in ln is a row of a grid rather than a board. For a row, n
// such lines follow one another, or fewer before a border or the end of the text. More than a quarter of
// them have a sign that no board of n cells has. A word of 25 signs is a row, because boxes of 5 cells do
// not exist.
func (r *sudokuReader) isRowWord(ln line, n int) bool {
	run, large := 0, 0
	small := "123456"[:sideOf(n)] + "xX" + blanks
	if n == 36 {
		small += "ABCDEFabcdef"
	}
	for ; run < n; run++ {
		w := strings.TrimSpace(body(ln.text))
		if len(w) != n || strings.Contains(w, " ") {
			break
		}
		if count(w, small) < n {
			large++
		}
		ln, _ = r.lines.peek(run)
	}
	return run > 0 && n == 25 || large > 1 && 4*large > run
}
