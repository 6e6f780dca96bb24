package format

import (
	"slices"
	"strings"
)

// A grid of side 9 may leave blank cells empty, with or without boxes drawn around the cells:
//
//	53  7         5 3 |   7   |
//	6  195        6   | 1 9 5 |
//
// Then a cell is known by its place in the line. Nine lines have digits in nine places all in all, since
// nearly every puzzle has a digit in each row and each column. An empty line is a row if rows are
// missing otherwise.

// spacedBlock returns the lines of the grid that begins with the first line of next, borders included,
// and the places of its cells. It returns nil if there is no such grid. read returns the number of lines
// read, at the end of the text.
func spacedBlock(next func(k int) (ln line, ok bool), read func() int) (block []line, places []int) {
	rows, empty, digits := 0, 0, 0
	for k := 0; rows < 9; k++ {
		ln, ok := next(k)
		if !ok {
			if k > 0 {
				empty += read() - block[k-1].number
			}
			break
		}
		text := body(ln.text)
		if k > 0 {
			empty += ln.gap
		}
		if block = append(block, ln); !isSpacedRow(ln) {
			if looks, _ := drawn(text); !looks {
				break
			}
			continue
		}
		rows++
		for at := range len(text) {
			if text[at] == ' ' || text[at] == '|' {
				continue
			}
			if digits++; !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	if digits == 81 || len(places) != 9 || rows != 9 && rows+empty != 9 {
		return nil, nil
	}
	slices.Sort(places)
	return block, places
}

// isSpacedRow says whether a line can be a row whose blank cells are spaces.
func isSpacedRow(ln line) bool { return strings.Trim(body(ln.text), "123456789 |") == "" }

// isSpacedAhead says whether a grid with empty cells is ahead. It could also be a DLX text whose items
// are numbers. That has other options than the items allow.
func isSpacedAhead(s *lines) bool {
	block, _ := spacedBlock(func(k int) (line, bool) { ln, err := significant(s, k); return ln, err == nil },
		func() int { return s.read })
	if block == nil {
		return false
	}
	items := strings.Fields(block[0].text)
	return repeats(items) || slices.ContainsFunc(block[1:], func(ln line) bool { return !isOption(strings.Fields(ln.text), items) })
}

// spaced reads a grid with empty cells. It returns nil if no such grid begins in ln.
func (r *sudokuReader) spaced(ln line) *drawing {
	block, places := spacedBlock(func(k int) (line, bool) {
		if k == 0 {
			return ln, true
		}
		return r.lines.peek(k - 1)
	}, func() int { return r.lines.read })
	if block == nil {
		return nil
	}
	d, rows := &drawing{side: 9}, 0
	add := func(ln line, row bool) {
		p := part{line: ln, text: body(ln.text)}
		if row {
			rows++
			p.text += strings.Repeat(" ", max(0, places[8]+1-len(p.text)))
			for _, at := range places {
				p.cells = append(p.cells, word{p.text[at : at+1], at})
			}
		}
		d.parts = append(d.parts, p)
	}
	full := 0
	for _, ln := range block {
		if isSpacedRow(ln) {
			full++
		}
	}
	for k, ln := range block {
		if k > 0 {
			r.lines.next()
			for range ln.gap {
				add(line{}, full < 9)
			}
		}
		add(ln, isSpacedRow(ln))
	}
	for rows < 9 {
		add(line{}, true)
	}
	return d
}
