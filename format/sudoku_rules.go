package format

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xcbench/format/sudoku"
	"xcbench/internal/english"
)

// The shape of a board follows from its side, unless one of these says otherwise:
//
//   - a drawing with boxes around the cells;
//   - words behind a puzzle in one line, or in a line of their own, which holds for all puzzles after
//     it until the next such line: boxes=2x3, regions=AAB... (the region of each cell), and the
//     names of ruleNames. Capitals and separators do not matter;
//   - a line before the puzzle with its size, such as "9 9", or with the size of a box, such as "2 3";
//   - a second grid after the first, or a second word of as many signs: the region of each cell. Whether
//     the puzzles of a file have regions shows after the first, or a line "jigsaw" before it says so.

// rules are what the text of a puzzle says about its shape, and its solution.
type rules struct {
	at         line // where they stand
	rows, cols int  // of a box, or both the side; 0 if not said
	region     []uint8
	all        sudoku.Rules
	solution   word
}

const (
	latin  sudoku.Rules = 1 << (7 - iota) // no regions
	jigsaw                                // regions follow
)

// ruleNames have the words without a value. Small letters count, without '-', '_' and a final s.
var ruleNames = map[string]sudoku.Rules{
	"x": sudoku.Diagonals, "sudokux": sudoku.Diagonals, "xsudoku": sudoku.Diagonals, "diagonal": sudoku.Diagonals,
	"windoku": sudoku.Windoku, "disjoint": sudoku.Disjoint, "antiknight": sudoku.Antiknight, "antiking": sudoku.Antiking,
	"latin": latin, "jigsaw": jigsaw, "irregular": jigsaw,
}

func ruleName(w word) string {
	return strings.TrimSuffix(strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(w.text)), "s")
}

// take takes the rules and the solution from the words beside a puzzle with so many cells, or from
// the words of a line of its own. It returns the others.
func (u *rules) take(s *lines, ln line, all []word, cells int) (rest []word, err error) {
	alone := !slices.ContainsFunc(all, func(w word) bool { return ruleNames[ruleName(w)] == 0 })
	for k := 0; k < len(all); k++ {
		w := all[k]
		name := ruleName(w)
		rule := ruleNames[name]
		switch {
		case strings.HasPrefix(ln.text[w.offset+len(w.text):], "="):
			value := append(all, word{})[k+1].text
			rows, cols, ok := size(value)
			switch region := partition(strings.Split(value, ""), regionSigns); {
			case name == "region" && region != nil:
				u.region = region
			case name == "boxe" && ok:
				u.rows, u.cols = rows, cols
			case name != "region" && name != "boxe":
				rest = append(rest, w)
				continue
			default:
				said, _, _ := strings.Cut(ln.text[w.offset:], " ")
				return nil, s.errorAt(ln, w.offset, "%s, expected boxes=ROWSxCOLUMNS, "+
					"or regions= and a letter for the region of each cell, with as many regions as rows", quote(said))
			}
			k++
		case rule != 0 && (alone || rule < latin>>1 && len(name) > 1) && (cells == 0 || rule != jigsaw):
			u.all |= rule
		case cells > 0 && len(w.text) == cells && u.solution.text == "" && strings.Trim(w.text, blanks) != "":
			if region := partition(strings.Split(w.text, ""), regionSigns); region != nil {
				u.region = region
			} else {
				u.solution = w
			}
		default:
			rest = append(rest, w)
		}
	}
	return rest, nil
}

// heading reads a line before a puzzle that is about its shape. It returns false if ln is no such line.
func (u *rules) heading(ln line) bool {
	all := words(body(ln.text), between)
	texts := appendTexts(nil, all)
	now := rules{at: ln}
	rows, cols, ok := size(strings.Join(strings.Fields(body(ln.text)), "x"))
	switch {
	case ok && (rows == cols || max(rows, cols) < 10): // "12 34" is a row of side 4
		now.rows, now.cols = rows, cols
	case len(all) == 2 && strings.EqualFold(texts[0], "order"): // of QWH and QCP
		now.all = latin
	default:
		if rest, err := now.take(new(lines), ln, all, 0); len(all) == 0 || err != nil || len(rest) > 0 {
			return false
		}
	}
	*u = now
	return true
}

// size reads two numbers with an x between them.
func size(text string) (rows, cols int, ok bool) {
	r, c, _ := strings.Cut(strings.ToLower(text), "x")
	rows, _ = strconv.Atoi(r)
	cols, _ = strconv.Atoi(c)
	return rows, cols, min(rows, cols) > 0 && max(rows, cols) <= sudoku.MaxSide
}

// partition returns the region of each cell. The regions are numbered in the order of signs, if there are
// any, or else of their first cells. It returns nil unless there are n regions of n cells, in n rows of n
// labels. It also returns nil if no row and no column has a region twice: then the labels are the
// digits of a solved board.
func partition(labels []string, signs string) (region []uint8) {
	side := sideOf(len(labels))
	number := map[string]int{}
	for k := range signs {
		number[signs[k:k+1]] = k
	}
	var cells [sudoku.MaxSide]int
	seen := map[[3]int]bool{}
	for k, label := range labels {
		r, known := number[label]
		if !known {
			r = len(number)
			number[label] = r
		}
		if r >= side || cells[r] == side {
			return nil
		}
		cells[r]++
		seen[[3]int{0, k / side, r}], seen[[3]int{1, k % side, r}] = true, true
		region = append(region, uint8(r))
	}
	if len(seen) == 2*len(labels) {
		return nil
	}
	return region
}

// regions reads the regions of the puzzle d, if they follow it, into u.
func (r *sudokuReader) regions(d *drawing, u *rules) error {
	asked := u.all&jigsaw != 0
	if !asked && !r.jigsaw && (r.read > 1 || !r.lines.ready()) {
		return nil // do not look: the next line of a pipe may take long to come
	}
	at, ok := r.lines.peek(0)
	if !ok {
		at = line{number: r.lines.read + 1}
	}
	err := r.lines.try(func() error {
		ln, err := r.lines.next()
		if err != nil {
			return err
		}
		second := &drawing{lines: []part{{cells: cut(body(ln.text), d.side*d.side)}}}
		if len(d.lines) > 1 {
			second, err = r.grid(ln, d.side)
		}
		var labels []string
		if err == nil && second != nil {
			for _, w := range second.cells() {
				labels = append(labels, w.text)
			}
		}
		region := partition(labels, "")
		if len(region) != d.side*d.side {
			return errors.New("no regions")
		}
		u.region = region
		return nil
	})
	if r.jigsaw = r.jigsaw || err == nil; err != nil && asked {
		return r.lines.errorAt(at, 0, "expected the regions of the jigsaw: the puzzle again, with %d regions of %s in place of the digits",
			d.side, english.Count(d.side, "cell"))
	}
	return nil
}

// shape returns the shape of a puzzle.
func (r *sudokuReader) shape(d *drawing, u rules) (*sudoku.Shape, error) {
	rows, cols := u.rows, u.cols
	if rows == 0 || rows == d.side && cols == d.side {
		rows, cols = d.boxes()
	}
	all := u.all &^ (latin | jigsaw)
	_, prime := sudoku.Usual(d.side, 0)
	switch s := r.last; {
	case u.region != nil && len(u.region) != d.side*d.side:
		return nil, fmt.Errorf("regions of %d cells, expected one for each of the %d cells of the puzzle",
			len(u.region), d.side*d.side)
	case u.region != nil && s != nil && s.Rows == 0 && s.Rules == all && slices.Equal(s.Region, u.region):
		return s, nil
	case u.region != nil:
		return sudoku.Jigsaw(u.region, all)
	case rows > 0 && rows*cols != d.side:
		return nil, fmt.Errorf("boxes of %d by %d cells, expected %d cells in each, as in a row", rows, cols, d.side)
	case rows > 0:
		return sudoku.Boxes(rows, cols, all)
	case u.all&latin != 0 || prime != nil:
		return sudoku.Latin(d.side, all)
	}
	return sudoku.Usual(d.side, all)
}

// boxes returns the size of the boxes that are drawn around the cells, or zeros. A line after every
// row is no box.
func (d *drawing) boxes() (rows, cols int) {
	row, uneven := 0, false
	put := func(size *int, at int) {
		if *size == 0 {
			*size = at
		}
		uneven = uneven || at%*size != 0
	}
	for k, p := range d.lines {
		if p.cells == nil || d.oneLine() {
			continue
		}
		if row > 0 && d.lines[k-1].cells == nil {
			put(&rows, row)
		}
		for c, w := range p.cells[1:] {
			before := p.cells[c]
			if row == 0 && strings.ContainsAny(p.text[before.offset+len(before.text):w.offset], bars) {
				put(&cols, c+1)
			}
		}
		row++
	}
	if rows < 2 || d.side%rows != 0 {
		rows = 0
	}
	if cols < 2 || d.side%cols != 0 {
		cols = 0
	}
	switch {
	case uneven:
		return 0, 0
	case rows == 0 && cols > 0:
		rows = d.side / cols
	case cols == 0 && rows > 0:
		cols = d.side / rows
	}
	return rows, cols
}
