package format

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"xcbench/internal/english"
)

// grid reads a puzzle with a line for every row, the first of them ln. It returns nil if ln is neither a row
// nor a border above one. side is 0 if it is not known. Cells are separated by blanks or commas, or stand
// together, or stand in groups. Bars between cells and borders between rows belong to boxes; rows
// and columns may have labels. Blank lines may stand anywhere.
func (r *sudokuReader) grid(ln line, side int) (*drawing, error) {
	r.fill(&ln)
	first, ok := r.firstRow(ln)
	if !ok {
		return nil, nil
	}
	cells := append(cut(body(first.text), side), word{})
	switch {
	case side > 0 && len(cells) == side+1:
	case !isRow(first.text) && first.number == ln.number && isMeant(body(ln.text)) && (len(cells) > 4 || len(cells[0].text) > 10):
		return nil, r.wrongLength(ln, cells[0].offset, max(len(cells)-1, len(cells[0].text)))
	case !isRow(first.text), r.areLabels(first, cells[:len(cells)-1]):
		return nil, nil
	}
	d := &drawing{side: side}
	for rows := 0; ; {
		if r.isBorder(ln, d) {
			d.add(ln, nil)
		} else {
			cells := cut(body(ln.text), d.side)
			if d.side > 0 && len(cells) != d.side {
				if r.isLine(ln) && 3*d.side > 2*len(ln.text) { // the first line is such a puzzle too, with a fault
					r.single = true
					return nil, r.wrongLength(d.lines[0].line, 0, d.side)
				}
				return nil, r.lines.errorAt(ln, append(cells, word{})[0].offset, "row %d has %s, expected %d",
					rows+1, english.Count(len(cells), "cell"), d.side)
			}
			d.add(ln, cells)
			if d.side, rows = len(cells), rows+1; rows == d.side {
				break
			}
		}
		next, err := r.lines.next()
		if err == io.EOF {
			err = r.lines.errorAtEnd("expected row %d of %d, found the end of the file", rows+1, d.side)
			if first := d.lines[0]; r.single && rows == 1 && first.cells != nil {
				err = r.wrongLength(first.line, first.cells[0].offset, d.side)
			}
		}
		if err != nil {
			return nil, err
		}
		ln = next
	}
	// A grid with a border at the top has one at the bottom. Without one at the top, do not look:
	// the next line of a pipe may take long to come.
	if d.lines[0].cells == nil {
		if next, ok := r.lines.peek(0); ok && next.gap == 0 && r.isBorder(next, d) {
			r.lines.next()
			d.add(next, nil)
		}
	}
	return d, nil
}

// firstRow returns the first line of a grid that is no border, if one begins in ln.
func (r *sudokuReader) firstRow(ln line) (line, bool) {
	if isDrawn(ln.text) {
		if _, ok := r.afterDrawn(); !ok {
			return ln, false
		}
	}
	for k := 0; r.isBorder(ln, nil); k++ {
		if ln, _ = r.lines.peek(k); ln.text == "" {
			return ln, false
		}
	}
	return ln, true
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
		if k > begin+2*9 { // each row may have a border
			return
		}
		if k == len(r.lines.ahead) {
			if _, ok := r.lines.peek(k - r.lines.at); !ok {
				return
			}
		}
		text := body(r.lines.ahead[k].text)
		row := strings.Trim(text, "123456789 |") == ""
		if !row && !isDrawn(text) {
			return
		}
		if row {
			rows = append(rows, k)
		}
		for at, c := range text {
			if '1' <= c && c <= '9' {
				if digits++; !slices.Contains(places, at) {
					places = append(places, at)
				}
			}
		}
	}
	if digits == 81 || len(places) != 9 {
		return
	}
	for _, k := range rows {
		row := &r.lines.ahead[k].text
		text := []byte(body(*row) + strings.Repeat(" ", slices.Max(places)+1))
		for _, at := range places {
			if text[at] == ' ' {
				text[at] = '.'
			}
		}
		*row = strings.TrimRight(string(text), " ")
	}
	ln.text = r.lines.ahead[r.lines.at-1].text
}
