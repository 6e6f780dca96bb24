package format

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// drawing returns the puzzle that begins in ln, with the rules and the solution beside it in u. It returns
// nil if there is none. A puzzle that stands in one line is returned beside an error about it.
func (r *sudokuReader) drawing(ln line, u *rules) (*drawing, error) {
	if d, err := r.line(ln, u); d != nil {
		return d, err
	}
	return r.grid(ln, 0, 0)
}

// line reads a puzzle in one line: a word with all cells, as many words as cells, or a word for every row. Of
// several words it takes the longest, but rather one with blank cells.
func (r *sudokuReader) line(ln line, u *rules) (d *drawing, err error) {
	if isDrawn(ln.text) {
		return nil, nil
	}
	ln.text = strings.ReplaceAll(ln.text, "+", "") // of placed digits
	var w word
	all, best, p := words(ln.text, between), 0, cut(ln, 0, nil)
	for _, each := range all {
		rank := len(each.text)
		if strings.ContainsAny(each.text, blanks) {
			rank += 1 << 20
		}
		if rank > best && isBoard(each, len(all) == 1) {
			w, best = each, rank
		}
	}
	if d = (&drawing{note: p.note, bare: best > 0}); d.bare {
		p.text, p.cells = strings.Repeat(" ", w.offset)+w.text, cells(w)
	}
	n := len(p.cells)
	switch row := isSide(n); {
	case d.bare && row && r.isRowWord(ln, n),
		!d.bare && (isName(p.text) || row && !strings.Contains(p.text, "/") || n < 11 || !fits(nearestSide(n), p.cells)):
		return nil, nil
	case sideOf(n) == 0:
		return r.wrongLength(ln, p.cells[0].offset, n)
	}
	d.side, d.cells, d.lines = sideOf(n), p.cells, []part{p}
	if d.bare {
		d.note = u.beside(ln, w, n)
	}
	return d, nil
}

// wrongLength returns the line of n cells, which are neither a puzzle nor a row, and the error about it.
func (r *sudokuReader) wrongLength(ln line, begin, n int) (*drawing, error) {
	side := nearestSide(n)
	return &drawing{lines: []part{{line: ln}}}, r.lines.errorAt(ln, begin, "%s in a line, expected %d (or a row of 4 to 36)", english.Count(n, "cell"), side*side)
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

// grid reads a puzzle with a line for every row, the first of them ln. It returns nil if ln is neither a row
// nor a border above one. width and height are 0 if they are not known. Cells are separated by blanks or
// commas, or stand together, or stand in groups. Bars between cells and borders between rows belong to
// boxes; rows and columns may have labels. Blank lines may stand anywhere.
func (r *sudokuReader) grid(ln line, width, height int) (d *drawing, err error) {
	first, places := ln, r.places(ln)
	for k := 0; isDrawn(first.text) && k < 2*sudoku.MaxSide; k++ { // each row may have a border
		first, _ = r.lines.peek(k)
	}
	if width == 0 {
		if width = cmp.Or(len(places), rowLength(first.text)); width == 0 || r.areLabels(first, width) {
			return nil, nil
		}
		height = width
	}
	d = &drawing{side: height}
	for ln.gap = 0; err == nil; ln, err = r.lines.next() {
		p, rows := cut(ln, width, places), len(d.cells)/width
		row := len(p.cells) == width
		switch {
		case isDrawn(ln.text) && !(row && strings.Contains(first.text, "-")): // or blank cells are written as '-'
			p = part{line: ln}
		case !row && (rows == 1 || 3*width > 2*len(ln.text)) && r.isLine(ln): // so are the lines before it, with a fault
			return r.wrongLength(first, 0, width)
		case !row:
			return nil, r.lines.errorAt(ln, p.cells[0].offset, "row %d has %s, expected %d", rows+1, english.Count(len(p.cells), "cell"), width)
		}
		d.note = cmp.Or(d.note, p.note)
		d.cells, d.lines = append(d.cells, p.cells...), append(append(d.lines, make([]part, ln.gap)...), p)
		if len(d.cells) < width*height {
			continue
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
	switch {
	case err == io.EOF && r.single && len(d.cells) == width:
		return r.wrongLength(first, 0, width)
	case err == io.EOF:
		err = r.lines.errorAtEnd("expected row %d of %d, found the end of the file", len(d.cells)/width+1, height)
	}
	return nil, err
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
	if d.oneLine() || min(rows, cols) < 2 {
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
func (r *sudokuReader) places(ln line) (places []int) {
	for k, rows := 0, 0; rows < 9; k++ {
		text := body(ln.text)
		switch {
		case isDrawn(text) && k < 2*9: // each row may have a border
		case strings.Trim(text, "123456789 |") != "":
			return nil
		default:
			rows++
		}
		for at, c := range text {
			if '1' <= c && c <= '9' && !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
		ln, _ = r.lines.peek(k)
	}
	if len(places) != 9 {
		return nil
	}
	slices.Sort(places)
	return places
}
