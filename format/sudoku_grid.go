package format

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// grid reads a puzzle with a line for every row, the first of them ln. It returns nil if ln is neither a row
// nor a border above one. width and height are 0 if they are not known. Cells are separated by blanks or
// commas, or stand together, or stand in groups. Bars between cells and borders between rows belong to
// boxes; rows and columns may have labels. Blank lines may stand anywhere.
func (r *sudokuReader) grid(ln line, width, height int) (*drawing, error) {
	first := ln
	for k := 0; isDrawn(first.text) && k < 2*sudoku.MaxSide; k++ { // each row may have a border
		first, _ = r.lines.peek(k)
	}
	places := r.places(ln)
	if width == 0 {
		width = cmp.Or(len(places), rowLength(first.text))
		if height = width; width == 0 || isDrawn(first.text) || r.areLabels(first, width) {
			return nil, nil
		}
	}
	d := &drawing{side: height}
	for ln.gap = 0; ; {
		p, rows := cut(ln, width, places), len(d.cells)/width
		// A line of '-' is a row if rows write blank cells as '-'.
		dashes := strings.Contains(first.text, "-") && strings.Trim(p.text, "- |") == ""
		switch {
		case isDrawn(ln.text) && !(dashes && len(p.cells) == width):
			p = part{line: ln}
		case len(p.cells) == width:
		case (rows == 1 || 3*width > 2*len(ln.text)) && r.isLine(ln): // so are the lines before it, with a fault
			r.single = true
			return nil, r.wrongLength(first, 0, width)
		default:
			return nil, r.lines.errorAt(ln, p.cells[0].offset, "row %d has %s, expected %d", rows+1, english.Count(len(p.cells), "cell"), width)
		}
		d.note = cmp.Or(d.note, p.note)
		d.cells, d.lines = append(d.cells, p.cells...), append(append(d.lines, make([]part, ln.gap)...), p)
		if len(d.cells) == width*height {
			break
		}
		next, err := r.lines.next()
		switch {
		case err == io.EOF && r.single && len(d.cells) == width:
			return nil, r.wrongLength(first, 0, width)
		case err == io.EOF:
			return nil, r.lines.errorAtEnd("expected row %d of %d, found the end of the file", len(d.cells)/width+1, height)
		case err != nil:
			return nil, err
		}
		ln = next
	}
	// A grid with a border at the top has one at the bottom. Without one at the top, do not look:
	// the next line of a pipe may take long to come.
	if d.lines[0].cells == nil {
		if next, ok := r.lines.peek(0); ok && next.gap == 0 && isDrawn(next.text) {
			r.lines.next()
			d.lines = append(d.lines, part{line: next})
		}
	}
	return d, nil
}

// boxes returns the size of the boxes that are drawn around the cells, or zeros. They end at the first border
// or blank line behind a row, and at the first bar behind a cell. Borders below every row and bars behind
// every cell are no boxes.
func (d *drawing) boxes() (rows, cols int) {
	n := 0
	for _, p := range d.lines {
		for k := 1; k < len(p.cells) && n == 0 && cols == 0; k++ {
			if strings.ContainsAny(p.text[p.cells[k-1].offset:p.cells[k].offset], bars) {
				cols = k
			}
		}
		if p.cells == nil && rows == 0 && n < d.side {
			rows = n
		}
		n += len(p.cells) / d.side
	}
	switch {
	case d.oneLine():
		return 0, 0
	case rows < 2 && cols > 1 && d.side%cols == 0:
		rows = d.side / cols
	case cols < 2 && rows > 1 && d.side%rows == 0:
		cols = d.side / rows
	case rows < 2 || cols < 2:
		return 0, 0
	}
	return rows, cols
}

// areLabels says whether a line belongs to no row of a puzzle. There are three such lines: the numbers of the
// columns, above a border; the number of puzzles, above one puzzle a line; and letters alone, without a row
// like them below.
func (r *sudokuReader) areLabels(ln line, width int) bool {
	next, _ := r.lines.peek(0)
	text := strings.Join(appendTexts(nil, words(ln.text, apart)), "")
	return isName(text) && rowLength(next.text) != width || isInteger(text) && r.isLine(next) ||
		strings.HasPrefix("123456789101112131415161718192021222324252627282930313233343536", text) && isDrawn(next.text)
}

// places returns the places of the cells of a grid of side 9 that leaves blank cells empty, if one begins in
// ln. Otherwise it returns nil.
//
//	53  7         5 3 |   7   |
//	6  195        6   | 1 9 5 |
//
// Nine lines have digits in nine places all in all.
func (r *sudokuReader) places(ln line) []int {
	places, rows := map[int]bool{}, 0
	for k := 0; rows < 9 && k <= 2*9; k++ { // each row may have a border
		text := body(ln.text)
		switch {
		case isDrawn(text):
		case strings.Trim(text, "123456789 |") != "":
			return nil
		default:
			rows++
		}
		for at, c := range text {
			if '1' <= c && c <= '9' {
				places[at] = true
			}
		}
		ln, _ = r.lines.peek(k)
	}
	if rows < 9 || len(places) != 9 {
		return nil
	}
	return slices.Sorted(maps.Keys(places))
}
