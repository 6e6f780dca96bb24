package format

import (
	"io"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// grid reads a puzzle with a line for every row, the first of them ln. It returns nil if ln is neither a row
// nor a border above one. width and height are 0 if they are not known. Cells are separated by blanks or
// commas, or stand together, or stand in groups. Bars between cells and borders between rows belong to
// boxes; rows and columns may have labels. Blank lines may stand anywhere.
func (r *sudokuReader) grid(ln line, width, height int) (*drawing, error) {
	r.fill(&ln)
	first := ln
	for k := 0; isDrawn(first.text) && k < 2*sudoku.MaxSide; k++ { // each row may have a border
		first, _ = r.lines.peek(k)
	}
	if width == 0 {
		width = rowLength(first.text)
		if height = width; width == 0 || isDrawn(first.text) || r.areLabels(first, width) {
			return nil, nil
		}
	}
	d := &drawing{side: height, cells: make([]word, 0, width*height)}
	for rows := 0; ; {
		begin, text, note := len(d.cells), "", ""
		if text, note = cutComment(ln.text); d.note == "" {
			d.note = note
		}
		ln.text = spelled(text, width)
		d.cells = appendCells(d.cells, ln.text, width)
		cells := d.cells[begin:]
		// A line of '-' is a row if rows write blank cells as '-'.
		dashes := len(cells) == width && strings.Contains(first.text, "-") && strings.Trim(ln.text, "- |") == ""
		border := isDrawn(ln.text) && !dashes
		if d.rows == 0 && (border || ln.gap > 0) {
			d.rows = rows
		}
		switch {
		case border:
			d.cells, cells = d.cells[:begin], nil
		case len(cells) != width && 3*width > 2*len(ln.text) && r.isLine(ln): // so are the lines before it, with a fault
			r.single = true
			return nil, r.wrongLength(first, 0, width)
		case len(cells) != width:
			return nil, r.lines.errorAt(ln, append(cells, word{})[0].offset, "row %d has %s, expected %d",
				rows+1, english.Count(len(cells), "cell"), width)
		default:
			rows++
		}
		if d.add(ln, cells); rows == height {
			break
		}
		next, err := r.lines.next()
		if err == io.EOF && r.single && rows == 1 {
			return nil, r.wrongLength(first, 0, width)
		}
		if err == io.EOF {
			err = r.lines.errorAtEnd("expected row %d of %d, found the end of the file", rows+1, height)
		}
		if err != nil {
			return nil, err
		}
		ln = next
	}
	// A grid with a border at the top has one at the bottom. Without one at the top, do not look:
	// the next line of a pipe may take long to come.
	if d.lines[0].cells == nil {
		if next, ok := r.lines.peek(0); ok && next.gap == 0 && isDrawn(next.text) {
			r.lines.next()
			d.add(next, nil)
		}
	}
	return d, nil
}

// add adds a line with its cells, or a border. The first bar behind a cell is that of a box.
func (d *drawing) add(ln line, cells []word) {
	if len(d.lines) > 0 {
		d.lines = append(d.lines, make([]part, ln.gap)...)
	}
	ln.text = strings.TrimRight(ln.text, " \t\r")
	for k := 1; k < len(cells) && d.cols == 0 && len(cells) == len(d.cells); k++ {
		if strings.ContainsAny(ln.text[cells[k-1].offset:cells[k].offset], bars) {
			d.cols = k
		}
	}
	d.lines = append(d.lines, part{ln, cells})
}

// areLabels says whether a line belongs to no row of a puzzle. There are three such lines: the numbers of the
// columns, above a border; the number of puzzles, above one puzzle a line; and letters alone, without a row
// like them below.
func (r *sudokuReader) areLabels(ln line, width int) bool {
	next, _ := r.lines.peek(0)
	if isName(ln.text) {
		return rowLength(next.text) != width
	}
	if strings.HasPrefix(columnLabels, strings.Join(appendTexts(nil, words(ln.text, apart)), " ")+" ") {
		return isDrawn(next.text)
	}
	return isInteger(strings.TrimSpace(ln.text)) && r.isLine(next)
}

// columnLabels are the numbers of columns.
const columnLabels = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 "

// fill writes a '.' into each blank cell of a grid of side 9 that leaves them empty, if one begins in ln:
//
//	53  7         5 3 |   7   |
//	6  195        6   | 1 9 5 |
//
// Nine lines have digits in nine places all in all.
func (r *sudokuReader) fill(ln *line) {
	var rows []int // lines ahead
	places, width := map[int]bool{}, 0
	begin := r.lines.at - 1
	for k := begin; len(rows) < 9; k++ {
		if k > begin {
			if _, ok := r.lines.peek(k - r.lines.at); !ok || k > begin+2*9 { // each row may have a border
				return
			}
		}
		text := body(r.lines.ahead[k].text)
		if isDrawn(text) {
			continue
		}
		if strings.Trim(text, "123456789 |") != "" {
			return
		}
		rows = append(rows, k)
		for at, c := range text {
			if '1' <= c && c <= '9' {
				places[at], width = true, max(width, at+1)
			}
		}
	}
	if len(places) != 9 {
		return
	}
	for _, k := range rows {
		row := &r.lines.ahead[k].text
		text := []byte(body(*row) + strings.Repeat(" ", width))
		for at := range places {
			if text[at] == ' ' {
				text[at] = '.'
			}
		}
		*row = strings.TrimRight(string(text), " ")
	}
	ln.text = r.lines.ahead[begin].text
}
