package picture

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Terminal returns the picture in characters, in lines that end in a newline. A board of squares
// has box-drawing characters where two parts meet. Other pictures, and boards of more than width
// characters (0 is any number), have the signs of [Picture.Text]. With colours, parts have the
// colours of SVG, as near as the 256 colours of a terminal allow. The text is readable without
// colours too.
func (p Picture) Terminal(width int, colours bool) string {
	to := p.signs()
	if b, ok := boardOf(p); ok {
		for _, margin := range []int{1, 0} {
			if drawn := b.draw(margin); width <= 0 || drawn.width() <= width {
				to = drawn
				break
			}
		}
	}
	return to.text(colours)
}

// squares is a board of squares by row and column. It is nil where there is no square.
type squares [][]*Cell

// boardOf returns the board that a picture shows. It returns false unless all cells are unit
// squares at whole coordinates and there is nothing else in the picture.
func boardOf(p Picture) (squares, bool) {
	if len(p.Cells) == 0 || len(p.Lines)+len(p.Dots) > 0 {
		return nil, false
	}
	from, to := p.Bounds()
	var board squares
	for k := range p.Cells {
		c := &p.Cells[k]
		if len(c.Outline) != 4 {
			return nil, false
		}
		corner := c.Outline[0]
		row, col := int(corner.Y-from.Y), int(corner.X-from.X)
		for e, q := range Square(row, col) {
			if math.Abs(q.X+from.X-c.Outline[e].X)+math.Abs(q.Y+from.Y-c.Outline[e].Y) > 1e-9 {
				return nil, false
			}
		}
		for len(board) <= row {
			board = append(board, make([]*Cell, int(math.Round(to.X-from.X))))
		}
		board[row][col] = c
	}
	return board, true
}

// at returns a cell, or nil outside the board.
func (b squares) at(row, col int) *Cell {
	if row < 0 || row >= len(b) || col < 0 || col >= len(b[row]) {
		return nil
	}
	return b[row][col]
}

// apart says whether there is a border between two neighbours.
func apart(a, b *Cell) bool {
	if a == nil || b == nil {
		return a != b
	}
	return a.Part != b.Part
}

// above says whether there is a border above a cell, and left whether there is one on its left.
func (b squares) above(row, col int) bool { return apart(b.at(row-1, col), b.at(row, col)) }
func (b squares) left(row, col int) bool  { return apart(b.at(row, col-1), b.at(row, col)) }

// junctions has the characters where borders meet. The index is the sum of 1 for a border from
// above, 2 from the right, 4 from below and 8 from the left.
var junctions = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

// ruling is a board with the widths of its columns. A gap between two rows or columns takes no room
// if there is no border in it. So a sudoku is drawn as a board of boxes.
type ruling struct {
	squares
	split []bool // by column, and one more at the end: whether there is a border on its left
	width int    // of a cell, in characters
}

// draw draws the cells with their borders, and with margin blanks on both sides of the labels.
func (b squares) draw(margin int) canvas {
	rows, cols, label := len(b), len(b[0]), 1
	ruled := make([]bool, rows+1) // by row: whether there is a border above it
	by := ruling{squares: b, split: make([]bool, cols+1)}
	for r := range rows + 1 {
		for c := range cols + 1 {
			ruled[r] = ruled[r] || b.above(r, c)
			by.split[c] = by.split[c] || b.left(r, c)
			if cell := b.at(r, c); cell != nil {
				label = max(label, utf8.RuneCountInString(cell.sign()))
			}
		}
	}
	by.width = label + 2*margin
	var to canvas
	for r := range rows + 1 {
		if ruled[r] {
			to = append(to, by.rule(r))
		}
		if r < rows {
			to = append(to, by.row(r))
		}
	}
	return to
}

// rule draws the line above a row. Inside a part it has the part's colour.
func (b ruling) rule(row int) []glyph {
	var line canvas
	for col := range b.split {
		part := b.part(row, col)
		if b.split[col] {
			b.border(&line, part, b.left(row-1, col), b.above(row, col), b.left(row, col), b.above(row, col-1))
		}
		fill := " "
		if b.above(row, col) {
			fill, part = "─", None
		}
		if col < len(b.split)-1 {
			line.put(0, line.width(), strings.Repeat(fill, b.width), part, false)
		}
	}
	return line[0]
}

// row draws the cells of a row with their labels.
func (b ruling) row(row int) []glyph {
	var line canvas
	for col := range b.split {
		part, label, strong := b.part(row, col), "", false
		if b.split[col] {
			left := b.left(row, col)
			b.border(&line, part, left, false, left, false)
		}
		if cell := b.at(row, col); cell != nil && cell.sign() != Empty {
			label, strong = cell.sign(), cell.Strong
		}
		if col < len(b.split)-1 {
			line.put(0, line.width(), centred(label, b.width), part, strong)
		}
	}
	return line[0]
}

// part returns the part of a cell, or None outside the board.
func (b squares) part(row, col int) int {
	if cell := b.at(row, col); cell != nil {
		return cell.Part
	}
	return None
}

// border writes the character where borders from above, right, below and left meet. Without any
// border, the place is inside the part.
func (b ruling) border(line *canvas, part int, from ...bool) {
	sum := 0
	for k, border := range from {
		if border {
			sum |= 1 << k
		}
	}
	if sum > 0 {
		part = None
	}
	line.put(0, line.width(), string(junctions[sum]), part, false)
}

// centred puts blanks on both sides of a label, an odd one on the left. So numbers of one and two
// digits end in the same column.
func centred(label string, width int) string {
	room := width - utf8.RuneCountInString(label)
	return strings.Repeat(" ", (room+1)/2) + label + strings.Repeat(" ", room/2)
}
