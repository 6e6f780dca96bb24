package format

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// drawing returns the puzzle that begins in ln, perhaps one with a fault. It returns nil if there is none.
func (r *sudokuReader) drawing(ln line) *drawing {
	if d := r.line(ln); d != nil {
		return d
	}
	return r.grid(ln)
}

// line reads a puzzle in one line: a word with all cells, as many words as cells, or a word for every row. Of
// several words it takes the longest, but rather one with blank cells.
func (r *sudokuReader) line(ln line) *drawing {
	ln.text = strings.ReplaceAll(ln.text, "+", "") // of placed digits
	p, best := cut(ln, 0), 0
	d, all := &drawing{note: p.note, rows: []line{ln}}, words(ln.text, between)
	for _, w := range all {
		rank := len(w.text)
		if strings.ContainsAny(w.text, blanks) {
			rank += 1e6
		}
		if rank > best && isBoard(signs(w)) {
			d.word, best = w, rank
			p.text, p.cells = ln.text[:w.offset+len(w.text)], cells(w)
		}
	}
	n := len(p.cells)
	d.side, d.cells, d.lines = sideOf(n), p.cells, []part{p}
	switch row := n <= sudoku.MaxSide; {
	case isDrawn(ln.text),
		best == 0 && (!isBoard(p.cells) || row && !strings.Contains(p.text, "/")),
		row && len(all) == 1 && len(all[0].text) == n && (d.side == 0 || r.isRowWord(ln, n)):
		return nil
	case d.side == 0:
		d.err = r.wrongLength(ln, d.word.offset, n)
	}
	return d
}

// isLine says whether a line is a puzzle by itself.
func (r *sudokuReader) isLine(ln line) bool {
	d := r.line(ln)
	return d != nil && d.err == nil
}

// wrongLength returns the error about a line of n cells, which are neither a puzzle nor a row.
func (r *sudokuReader) wrongLength(ln line, begin, n int) error {
	side := nearestSide(n)
	return r.lines.errorAt(ln, begin, "%s in a line, expected %d (or a row of 4 to 36)", english.Count(n, "cell"), side*side)
}

// isRowWord says whether the word of n signs in ln is a row of a grid rather than a board. In a grid, two of four
// lines have n signs, and a sign that no board of n cells has. A word of 25 signs is a row, because boxes of 5 cells
// do not exist.
func (r *sudokuReader) isRowWord(ln line, n int) bool {
	large := 0
	for k := range 4 {
		cells := cut(ln, n).cells
		if len(cells) == n && strings.Trim(joined(cells), blanks+"xX"+figures[:sideOf(n)]) != "" {
			large++
		}
		ln, _ = r.lines.peek(k)
	}
	return n == 25 || large > 1
}

// grid reads a puzzle with a line for every row, the first of them ln. It returns nil if ln is neither a row
// nor a border above one. Cells are separated by blanks or commas, or stand together, or stand in groups. Bars
// between cells and borders between rows belong to boxes; rows and columns may have labels. Blank lines may stand
// anywhere.
func (r *sudokuReader) grid(ln line) *drawing {
	first, places := ln, r.places(ln)
	for k := 0; isDrawn(first.text) && k < 27; k++ { // each row may have a border
		first, _ = r.lines.peek(k)
	}
	side := cmp.Or(len(places), rowLength(first.text))
	if side == 0 || r.areLabels(first, side) {
		return nil
	}
	d := &drawing{side: side}
	for ln.gap = 0; d.err == nil; ln, d.err = r.lines.next() {
		p := cut(dotted(ln, places), side)
		row := len(p.cells) == side
		if isDrawn(ln.text) && !(row && strings.Contains(first.text, "-")) { // or blank cells are written as '-'
			p, row = part{line: ln}, true
		} else {
			d.rows = append(d.rows, ln)
		}
		d.note = cmp.Or(d.note, p.note)
		d.cells, d.lines = append(d.cells, p.cells...), append(append(d.lines, make([]part, ln.gap)...), p)
		if !row {
			d.err = r.lines.errorAt(ln, p.cells[0].offset, "row %d has %s, expected %d", len(d.rows), english.Count(len(p.cells), "cell"), side)
			if (len(d.rows) == 2 || 3*side > 2*len(ln.text)) && r.isLine(ln) { // so are the lines before it, with a fault
				d.lines, d.err = d.lines[:1], r.wrongLength(first, 0, side)
			}
			return d
		}
		if len(d.rows) == side {
			// A grid with a border at the top has one at the bottom. Without one at the top, do not look:
			// the next line of a pipe may take long to come.
			if d.lines[0].cells == nil {
				if next, _ := r.lines.peek(0); isDrawn(next.text) {
					r.lines.next()
					d.lines = append(d.lines, part{line: next})
				}
			}
			return d
		}
	}
	if d.err == io.EOF {
		alone := len(d.rows) == 1
		if r.read > 0 && alone && strings.Contains(first.text, "/") { // a rating, such as 5.6/5.6/3.2
			return nil
		}
		d.err = r.lines.errorAtEnd("expected row %d of %d, found the end of the file", len(d.rows)+1, side)
		if r.single && alone {
			d.err = r.wrongLength(first, 0, side)
		}
	}
	return d
}

// boxes returns the size of the boxes that are drawn around the cells, or zeros. They end at the first border
// or blank line behind a row, and at the first bar behind a cell. Borders below every row and bars behind
// every cell are no boxes.
func (d *drawing) boxes() (rows, cols int) {
	n := 0
	for _, p := range d.lines {
		for k := len(p.cells) - 1; k > 0 && n == 0; k-- {
			if strings.ContainsAny(p.text[p.cells[k-1].offset:p.cells[k].offset], bars) {
				cols = k
			}
		}
		if n += len(p.cells) / d.side; p.cells == nil && rows == 0 && n < d.side {
			rows = n
		}
	}
	switch {
	case rows < 2 && cols > 1 && d.side%cols == 0:
		rows = d.side / cols
	case cols < 2 && rows > 1 && d.side%rows == 0:
		cols = d.side / rows
	}
	if min(rows, cols) < 2 {
		return 0, 0
	}
	return rows, cols
}

// areLabels says whether a line belongs to no row of a puzzle. There are three such lines: the numbers of the
// columns, above a border; the number of puzzles, above one puzzle a line; and letters alone, without a row
// like them below.
func (r *sudokuReader) areLabels(ln line, side int) bool {
	next, _ := r.lines.peek(0)
	text := joined(words(ln.text, apart))
	return isName(text) && rowLength(next.text) != side || isInteger(text) && r.isLine(next) ||
		strings.HasPrefix("123456789101112131415161718192021222324252627282930313233343536", text) && isDrawn(next.text)
}

// places returns the places of the cells of a grid of side 9 that leaves blank cells empty, if one begins in
// ln. Otherwise it returns nil.
//
//	53  7         5 3 |   7   |
//	6  195        6   | 1 9 5 |
//
// Nine lines have digits in nine places all in all.
func (r *sudokuReader) places(ln line) map[int]bool {
	places := map[int]bool{}
	for k, rows := 0, 0; rows < 9 && k < 27; k++ { // each row may have a border
		text := body(ln.text)
		if !isDrawn(text) {
			rows++
			if len(text) > 99 || strings.Trim(text, "123456789 |") != "" {
				return nil
			}
		}
		for at, c := range text {
			if '1' <= c && c <= '9' {
				places[at] = true
			}
		}
		ln, _ = r.lines.peek(k)
	}
	if len(places) != 9 {
		return nil
	}
	return places
}

// dotted returns a line with dots in those places that are blank.
func dotted(ln line, places map[int]bool) line {
	before, note := cutComment(ln.text)
	text := fmt.Appendf(nil, "%-99s#%s", before, note)
	for at := range places {
		if text[at] == ' ' {
			text[at] = '.'
		}
	}
	ln.text = string(text)
	return ln
}
