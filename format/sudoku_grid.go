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
	places := r.places(ln)
	first := ln
	for k := 0; r.isBorder(first, nil); k++ {
		if first, _ = r.lines.peek(k); first.text == "" {
			return nil, nil
		}
	}
	cells := append(cut(body(first.text), side), word{})
	switch {
	case places != nil || side > 0 && len(cells) == side+1:
	case !isRow(first.text) && first.number == ln.number && isMeant(body(ln.text)) && (len(cells) > 4 || len(cells[0].text) > 10):
		return nil, r.wrongLength(ln, cells[0].offset, max(len(cells)-1, len(cells[0].text)))
	case !isRow(first.text), r.areLabels(cells[:len(cells)-1]):
		return nil, nil
	}
	d := &drawing{side: side}
	for rows := 0; ; {
		if places == nil && r.isBorder(ln, d) || places != nil && isDrawn(ln.text) {
			d.add(ln, nil)
		} else {
			cells := cut(body(ln.text), d.side)
			if places != nil {
				ln.text = body(ln.text) + strings.Repeat(" ", places[8]+1)
				cells = pick(ln.text, places)
			}
			if d.side > 0 && len(cells) != d.side {
				return nil, r.notARow(ln, d, rows+1, cells)
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

// notARow is the error about ln, whose cells are not as many as row k of d has. If ln is a puzzle in one line, it
// is read again, and the first line of d may be such a puzzle with a cell too few.
func (r *sudokuReader) notARow(ln line, d *drawing, k int, cells []word) error {
	if len(cells) == 0 {
		cells = []word{{}}
	}
	err := r.lines.errorAt(ln, cells[0].offset, "row %d has %s, expected %d", k, english.Count(len(cells), "cell"), d.side)
	if r.isLine(ln) {
		r.lines.at--
		if first := d.lines[0]; 3*d.side > 2*len(ln.text) && first.cells != nil {
			r.single = true
			return r.wrongLength(first.line, first.cells[0].offset, d.side)
		}
	}
	return err
}

// areLabels says whether a line has the numbers of the columns, above a border.
func (r *sudokuReader) areLabels(cells []word) bool {
	for k, w := range cells {
		if w.text != strconv.Itoa(k+1) {
			return false
		}
	}
	next, _ := r.lines.peek(0)
	return isDrawn(next.text)
}

// places returns the places of the cells in a grid of side 9 that leaves blank cells empty:
//
//	53  7         5 3 |   7   |
//	6  195        6   | 1 9 5 |
//
// Nine lines have digits in nine places all in all. It returns nil if no such grid begins in ln.
func (r *sudokuReader) places(ln line) (places []int) {
	rows, digits := 0, 0
	for k := 0; rows < 9; k++ {
		text := body(ln.text)
		if row := strings.Trim(text, "123456789 |") == ""; !row && !isDrawn(text) || text == "" {
			return nil
		} else if row {
			rows++
		}
		for at, c := range text {
			if '1' <= c && c <= '9' {
				if digits++; !slices.Contains(places, at) {
					places = append(places, at)
				}
			}
		}
		ln, _ = r.lines.peek(k)
	}
	if digits == 81 || len(places) != 9 {
		return nil
	}
	slices.Sort(places)
	return places
}

// pick returns the cells at the places.
func pick(text string, places []int) (cells []word) {
	for _, at := range places {
		cells = append(cells, word{text[at : at+1], at})
	}
	return cells
}
