package format

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// A grid has a line for every row. Cells are separated by blanks or commas, or stand together, or
// stand in groups of equal length for the boxes. A '|' between cells belongs to a box drawn around
// them and counts as a blank. A line drawn between rows is a border. Blank lines may stand
// anywhere.
//
// A border is a line of the characters - + = | * . ' : and blanks only. It has at least three '-'
// or '=', and it has a '+', a '=' or three '-' in a row. But '-', '*' and '.' are blank cells too. So a
// line of as many of these signs as a row has cells can also be a row. Then it is a row if the rows
// of the grid write blank cells as '-'. The rows before it decide, or else the first row after it.

// drawing is a sudoku as it stands in the text.
type drawing struct {
	side  int
	note  string
	parts []part
}

// part is a line of a drawing: a row, a border (without cells) or a blank line. A puzzle in one
// line is a single part with all rows.
type part struct {
	line  line
	begin int    // where text begins in the line
	text  string // without comments and trailing blanks
	cells []word // the places of the cells in text
}

// grid reads a puzzle of several lines. ln is the first of them.
func (r *sudokuReader) grid(ln line) (*drawing, error) {
	d := &drawing{}
	for rows := 0; ; {
		if r.isBorder(ln, d) {
			d.add(ln, nil)
		} else {
			rows++
			cells, err := r.row(ln, rows, d)
			if err != nil {
				return nil, r.notARow(err, ln, d)
			}
			d.add(ln, cells)
		}
		if rows > 0 && rows == d.side {
			break
		}
		var err error
		ln, err = r.lines.next()
		switch {
		case err == io.EOF && d.side == 0:
			return nil, r.lines.errorAtEnd("expected the rows of a sudoku, found the end of the file")
		case err == io.EOF && r.lines.single && rows == 1:
			return nil, r.wrongLength(d.parts[0].line, d.parts[0].cells[0].offset, d.side)
		case err == io.EOF:
			return nil, r.lines.errorAtEnd("expected row %d of %d, found the end of the file", rows+1, d.side)
		case err != nil:
			return nil, err
		}
	}
	// A grid with a border at the top has one at the bottom. Without one at the top, do not look:
	// the next line of a pipe may take long to come.
	if d.parts[0].cells == nil {
		if next, ok := r.lines.peek(0); ok && next.gap == 0 && r.isBorder(next, d) {
			r.lines.next()
			d.add(next, nil)
		}
	}
	return d, nil
}

// add adds a line with its cells, or a border.
func (d *drawing) add(ln line, cells []word) {
	body, note := cutComment(ln.text)
	if d.note == "" {
		d.note = note
	}
	if len(d.parts) > 0 {
		for range ln.gap {
			d.parts = append(d.parts, part{})
		}
	}
	text := strings.TrimRightFunc(body, unicode.IsSpace)
	if len(cells) > 0 { // the last cell may be empty
		last := cells[len(cells)-1]
		text = body[:max(len(text), last.offset+len(last.text))]
	}
	d.parts = append(d.parts, part{line: ln, text: text, cells: cells})
}

// notARow returns the error about ln, which has another length than the rows of d. If ln is a puzzle in
// one line, it is read again, and the first line of d may be such a puzzle with a cell too few.
func (r *sudokuReader) notARow(err error, ln line, d *drawing) error {
	_, n := puzzleWord(ln.text)
	switch {
	case !r.isLineForm(ln):
	case d.side > 0 && 3*d.side > 2*n && d.parts[0].cells != nil:
		r.lines.single = true
		return r.wrongLength(d.parts[0].line, d.parts[0].cells[0].offset, d.side)
	case !r.lines.single: // the grid breaks off; if puzzles are single lines, all are read again
		r.lines.unread(ln)
	}
	return err
}

// wrongLength is the error about n cells in a line, which are neither a puzzle nor a row.
func (r *sudokuReader) wrongLength(ln line, begin, n int) error {
	return r.lines.errorAt(ln, begin, "%s in a line, expected %d (or a row of %s)", english.Count(n, "cell"), nearest(n), sides)
}

// row finds the cells of row k, from 1. The first row determines the side.
func (r *sudokuReader) row(ln line, k int, d *drawing) ([]word, error) {
	cells, n := cutRow(ln.text, d.side)
	tokens := words(body(ln.text), "|,;")
	if len(tokens) == 0 { // commas only: without them the line would be a border
		return nil, r.lines.errorAt(ln, 0, "no cells in a row, expected %s", sides)
	}
	begin := tokens[0].offset
	switch {
	case d.side == 0 && !isSide(n) && len(tokens) == 1:
		return nil, r.wrongLength(ln, begin, n)
	case d.side == 0 && !isSide(n):
		return nil, r.lines.errorAt(ln, begin, "%s in a row, expected %s", english.Count(n, "cell"), sides)
	case d.side == 0:
		d.side = n
	case n != d.side:
		return nil, r.lines.errorAt(ln, begin, "row %d has %s, expected %d", k, english.Count(n, "cell"), d.side)
	}
	return cells, nil
}

func isSide(n int) bool { return 4 <= n && n <= sudoku.MaxSide }

// cutRow cuts a row into cells, and also returns their number. It returns no cells if the number is
// not side, or if side is 0 and no side has that number.
func cutRow(text string, side int) ([]word, int) {
	tokens := fields(body(text), side)
	signs, equal := 0, len(tokens) > 0
	for _, w := range tokens {
		n := utf8.RuneCountInString(w.text)
		equal = equal && len(w.text) == len(tokens[0].text)
		signs += n
	}
	// One word, or a word for every box.
	grouped := equal && (len(tokens) == 1 || len(tokens) <= 6 && signs > len(tokens))
	if side == 0 && !grouped || len(tokens) == side || !grouped && signs != side {
		return tokens, len(tokens)
	}
	if !isSide(signs) {
		return nil, signs
	}
	var cells []word
	for _, w := range tokens {
		cells = append(cells, characters(w, utf8.RuneCountInString(w.text))...)
	}
	return cells, signs
}

// characters cuts a word of n characters into them.
func characters(w word, n int) []word {
	cells := make([]word, 0, n)
	for i, c := range w.text {
		cells = append(cells, word{w.text[i : i+utf8.RuneLen(c)], w.offset + i})
	}
	return cells
}

// drawn says whether a line looks like a border, and whether it certainly is a border because it
// has something that no row has.
func drawn(text string) (looks, certain bool) {
	body, _ := cutComment(text)
	foreign := strings.ContainsFunc(body, func(c rune) bool {
		return !strings.ContainsRune("-+=|*.':", c) && !unicode.IsSpace(c)
	})
	if foreign {
		return false, false
	}
	if len(words(body, "|")) == 0 {
		return true, true // the sides of an empty box
	}
	if strings.Count(body, "-")+strings.Count(body, "=") < 3 {
		return false, false
	}
	certain = strings.ContainsAny(body, "+=':")
	return strings.ContainsAny(body, "+=") || strings.Contains(body, "---"), certain
}

// isBorder says whether ln is a border of d. d is nil or has no rows if ln comes before the first
// row.
func (r *sudokuReader) isBorder(ln line, d *drawing) bool {
	looks, certain := drawn(ln.text)
	if !looks || certain {
		return looks
	}
	side := 0
	if d != nil {
		side = d.side
	}
	_, n := cutRow(ln.text, side)
	if side != 0 && n != side || !isSide(n) {
		return true
	}
	if d != nil {
		if dash, other := d.blanks(); dash || other {
			return !dash
		}
	}
	return !r.dashAhead(n)
}

// blanks says whether the rows so far have a blank cell written as '-', and whether they have one
// written otherwise.
func (d *drawing) blanks() (dash, other bool) {
	signs := "._*"
	if d.side <= 9 {
		signs = blanks + blankLetters // no digit is among them
	}
	for _, p := range d.parts {
		for _, w := range p.cells {
			dash = dash || w.text == "-"
			other = other || w.text != "-" && strings.Contains(signs, w.text)
		}
	}
	return dash, other
}

// dashAhead says whether the rows ahead, of n cells, use '-' as a blank. The first line that can
// only be a row decides. If there is no such line, all cells are blank.
func (r *sudokuReader) dashAhead(n int) bool {
	for k := range 2 * n {
		next, ok := r.lines.peek(k)
		if !ok {
			break
		}
		if looks, _ := drawn(next.text); looks {
			continue
		}
		cells, count := cutRow(next.text, n)
		return count == n && slices.ContainsFunc(cells, func(w word) bool { return w.text == "-" })
	}
	return true
}

// fields cuts a row into words. Where commas, semicolons or tabs leave a place empty, there is an empty
// word, except at the end of a row that has the right number of words otherwise.
func fields(text string, side int) []word {
	tokens := words(text, "|,;")
	for _, separator := range ",;\t" {
		n := strings.Count(text, string(separator)) + 1
		trailing := n == len(tokens)+1 && strings.HasSuffix(strings.TrimRight(text, " "), string(separator))
		if n <= len(tokens) || !isSide(n) || side != 0 && n != side || side == 0 && trailing {
			continue
		}
		var all []word
		at := 0
		for _, field := range strings.Split(text, string(separator)) {
			trimmed := strings.TrimSpace(field)
			if len(words(trimmed, "|,;")) > 1 {
				return tokens
			}
			all = append(all, word{trimmed, at + len(field) - len(strings.TrimLeftFunc(field, unicode.IsSpace))})
			at += len(field) + 1
		}
		return all
	}
	return tokens
}
