package format

import (
	"io"
	"slices"
	"strconv"
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
	row := cut(body(first.text), width)
	if width == 0 && (!isRow(first.text) || isDrawn(first.text) || r.areLabels(first, row)) {
		return nil, nil
	}
	if width == 0 {
		width, height = len(row), len(row)
	}
	d := &drawing{side: height}
	single := r.single
	r.single = false
	for rows := 0; ; {
		cells := cut(body(ln.text), width)
		// A line of '-' is a row if rows write blank cells as '-'.
		dashes := len(cells) == width && strings.Contains(first.text, "-") && strings.Trim(ln.text, "- |") == ""
		switch border := isDrawn(ln.text) && !dashes; {
		case border:
			cells = nil
		case len(cells) != width && 3*width > 2*len(ln.text) && r.isLine(ln): // the lines before it are such puzzles too, with a fault
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
		if err == io.EOF && single && rows == 1 {
			r.single = true
			return nil, r.wrongLength(first, row[0].offset, width)
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

// areLabels says whether a line has the numbers of the columns, above a border, or is the number of the
// puzzles that follow it in a line each.
func (r *sudokuReader) areLabels(ln line, cells []word) bool {
	next, _ := r.lines.peek(0)
	for k, w := range cells {
		if w.text != strconv.Itoa(k+1) {
			return isInteger(strings.TrimSpace(ln.text)) && r.isLine(next)
		}
	}
	return isDrawn(next.text)
}

// fill writes a '.' into each blank cell of a grid of side 9 that leaves them empty, if one begins in ln:
//
//	53  7         5 3 |   7   |
//	6  195        6   | 1 9 5 |
//
// Nine lines have digits in nine places all in all.
func (r *sudokuReader) fill(ln *line) {
	var rows, places []int // lines ahead, and places in them
	digits := 0
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
		rows = append(rows, k)
		for at, c := range text {
			switch {
			case !strings.ContainsRune("123456789 |", c):
				return
			case '1' <= c && c <= '9':
				digits++
				places = append(places, at)
			}
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	if digits == 81 || len(places) != 9 {
		return
	}
	for _, k := range rows {
		row := &r.lines.ahead[k].text
		text := []byte(body(*row) + strings.Repeat(" ", places[8]+1))
		for _, at := range places {
			if text[at] == ' ' {
				text[at] = '.'
			}
		}
		*row = strings.TrimRight(string(text), " ")
	}
	ln.text = r.lines.ahead[begin].text
}
