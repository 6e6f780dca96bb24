package format

import (
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
//   - the words boxes=2x3, regions=AAB... (the region of each cell) or diagonals, behind a puzzle in one
//     line or in a line of their own before any puzzle. [WriteSudoku] writes them;
//   - a line before the puzzle with its size, such as "9 9", or with the size of a box, such as "2 3";
//   - a line "X", "sudokuX" or "diagonal" before the puzzle. Such lines hold for all puzzles after them, until
//     the next line of this kind;
//   - a second grid after the first, or a second word of as many signs: the region of each cell. Whether
//     the puzzles of a file have regions shows after the first, or a line "jigsaw" before it says so.

// rules are what the text of a puzzle says about its shape.
type rules struct {
	at         line // where they stand
	rows, cols int  // of a box, or both the side; 0 if not said
	region     []uint8
	diagonals  bool
	jigsaw     bool // regions follow
}

// heading reads a line before a puzzle that is about its shape. It returns false if ln is no such line.
func (u *rules) heading(ln line) bool {
	text := strings.ToLower(strings.TrimSpace(body(ln.text)))
	switch text { // a line that announces a kind of sudoku
	case "x", "sudokux", "sudoku-x", "x-sudoku", "diagonal":
		u.diagonals = true
		return true
	case "jigsaw", "irregular":
		u.jigsaw = true
		return true
	}
	words := strings.Fields(text)
	rows, cols, ok := size(strings.Join(words, "x"))
	if ok && len(words) == 2 && (len(text) == 3 || rows == cols) { // "12 34" is a row of side 4
		u.at, u.rows, u.cols = ln, rows, cols
		return true
	}
	return isRule(" "+text) && u.words(ln, strings.TrimSpace(body(ln.text))) == ""
}

// words reads the rules that text, a part of ln, begins with. It returns the rest of the text.
func (u *rules) words(ln line, text string) (rest string) {
	for {
		text = strings.TrimLeft(text, " \t")
		w, after, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "boxes":
			rows, cols, ok := size(value)
			if !ok {
				return text
			}
			u.rows, u.cols = rows, cols
		case "regions":
			if u.region = partition(strings.Split(value, ""), regionSigns); u.region == nil {
				return text
			}
		case "diagonals":
			if w != name {
				return text
			}
			u.diagonals = true
		default:
			return text
		}
		u.at, text = ln, after
	}
}

// isRule says whether a text begins with one of the words of rules.
func isRule[T string | []byte](text T) bool {
	s := strings.TrimLeft(string(text), " \t")
	return len(s) < len(text) &&
		(strings.HasPrefix(s, "boxes=") || strings.HasPrefix(s, "regions=") || strings.HasPrefix(s, "diagonals"))
}

// size reads two numbers with an x between them.
func size(text string) (rows, cols int, ok bool) {
	r, c, ok := strings.Cut(text, "x")
	rows, errRows := strconv.Atoi(r)
	cols, errCols := strconv.Atoi(c)
	return rows, cols, ok && errRows == nil && errCols == nil && min(rows, cols) > 0 && max(rows, cols) <= sudoku.MaxSide
}

// partition returns the region of each cell. The regions are numbered in the order of signs, if there are
// any, or else of their first cells. It returns nil unless there are n regions of n cells, in n rows of n
// labels.
func partition(labels []string, signs string) []uint8 {
	side := sideOf(len(labels))
	number, cells := map[string]int{}, [sudoku.MaxSide]int{}
	for k := range signs {
		number[signs[k:k+1]] = k
	}
	var region []uint8
	for _, label := range labels {
		r, known := number[label]
		if !known {
			r = len(number)
			number[label] = r
		}
		if r >= side || cells[r] == side {
			return nil
		}
		cells[r]++
		region = append(region, uint8(r))
	}
	return region
}

// sideOf returns the side of a board with so many cells, or 0 if there is none.
func sideOf(cells int) int {
	for side := 1; side <= sudoku.MaxSide; side++ {
		if side*side == cells {
			return side
		}
	}
	return 0
}

// regions reads the regions of the puzzle d, if they follow it, into u.
func (r *sudokuReader) regions(d *drawing, u *rules) error {
	if u.jigsaw {
		r.jigsaw = true
	} else if !r.jigsaw && (r.read > 0 || !r.lines.ready()) {
		return nil // do not look: the next line of a pipe may take long to come
	}
	var labels []string
	parts := 0
	for ; len(labels) < d.side*d.side; parts++ {
		next, ok := r.lines.peek(parts)
		if !ok {
			break
		}
		if looks, _ := drawn(next.text); looks {
			continue
		}
		cells, n := cutRow(next.text, d.side)
		if w, cellsOf := puzzleWord(next.text); len(d.parts) == 1 && w.text == strings.TrimSpace(body(next.text)) {
			cells, n = characters(w, cellsOf), sideOf(cellsOf)
		}
		if n != d.side {
			break
		}
		for _, c := range cells {
			labels = append(labels, c.text)
		}
	}
	region := partition(labels, "")
	switch {
	case len(labels) == d.side*d.side && region != nil && !isLatin(region, d.side):
		u.region, r.jigsaw = region, true
		for range parts {
			r.lines.next()
		}
	case u.jigsaw:
		at := line{number: r.lines.read + 1}
		if next, ok := r.lines.peek(0); ok {
			at = next
		}
		return r.lines.errorAt(at, 0, "expected the regions of the jigsaw: the puzzle again, with %d regions of %s in place of the digits",
			d.side, english.Count(d.side, "cell"))
	}
	return nil
}

// isLatin says whether no row and no column has a region twice. Then they are the digits of a solved
// board rather than regions.
func isLatin(region []uint8, side int) bool {
	var rows, columns [sudoku.MaxSide]uint64
	for k, x := range region {
		rows[k/side] |= 1 << x
		columns[k%side] |= 1 << x
	}
	all := uint64(1)<<side - 1
	return !slices.ContainsFunc(append(rows[:side], columns[:side]...), func(seen uint64) bool { return seen != all })
}

// shape returns the shape of a puzzle.
func (r *sudokuReader) shape(d *drawing, u rules) (*sudoku.Shape, error) {
	shape, err := r.shapeOf(d, u)
	if err != nil {
		at, row := u.at, slices.IndexFunc(d.parts, func(p part) bool { return p.cells != nil })
		if at.number == 0 {
			at = d.parts[row].line
		}
		err = r.lines.errorAt(at, 0, "%v", err)
	}
	return shape, err
}

func (r *sudokuReader) shapeOf(d *drawing, u rules) (*sudoku.Shape, error) {
	switch {
	case u.region != nil && len(u.region) == d.side*d.side:
		if s := r.last; s != nil && s.Rows == 0 && s.Diagonals == u.diagonals && slices.Equal(s.Region, u.region) {
			return s, nil
		}
		return sudoku.Jigsaw(u.region, u.diagonals)
	case u.region != nil:
		return nil, fmt.Errorf("regions of %d cells, expected one for each of the %d cells of the puzzle",
			len(u.region), d.side*d.side)
	}
	rows, cols := u.rows, u.cols
	if rows == 0 || rows == d.side && cols == d.side && d.side > 1 {
		rows, cols = d.boxes()
	}
	switch {
	case rows == 0:
		return sudoku.Usual(d.side, u.diagonals)
	case rows*cols != d.side:
		return nil, fmt.Errorf("boxes of %d by %d cells, expected %d cells in each, as in a row", rows, cols, d.side)
	}
	return sudoku.Boxes(rows, cols, u.diagonals)
}

// boxes returns the size of the boxes that are drawn around the cells, or zeros.
func (d *drawing) boxes() (rows, cols int) {
	var first part
	var bands, stacks []int // the rows and columns at which a box begins
	row, apart := 0, false
	for _, p := range d.parts {
		if p.cells == nil {
			apart = row > 0
			continue
		}
		if apart {
			bands = append(bands, row)
		}
		if row == 0 {
			first = p
		}
		row, apart = row+1, false
	}
	if row < 2 {
		return 0, 0
	}
	for k := 1; k < len(first.cells); k++ {
		before := first.cells[k-1]
		if strings.Contains(first.text[before.offset+len(before.text):first.cells[k].offset], "|") {
			stacks = append(stacks, k)
		}
	}
	rows, cols = spacing(bands, d.side), spacing(stacks, d.side)
	switch {
	case rows == 0 && cols > 0:
		rows = d.side / cols
	case cols == 0 && rows > 0:
		cols = d.side / rows
	}
	return rows, cols
}

// spacing returns the distance of places that divide a side evenly, or 0. A line after every row is no
// box.
func spacing(places []int, side int) int {
	if len(places) == 0 || places[0] < 2 || side%places[0] != 0 || len(places) != side/places[0]-1 {
		return 0
	}
	for k, at := range places {
		if at != (k+1)*places[0] {
			return 0
		}
	}
	return places[0]
}
