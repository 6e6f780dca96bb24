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

// squares is a board of squares by row and column.
type squares map[[2]int]*Cell

// boardOf returns the board that a picture shows. It returns false unless all cells are unit
// squares at whole coordinates and there is nothing else in the picture.
func boardOf(p Picture) (squares, bool) {
	from, _ := p.Bounds()
	board := squares{}
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
		board[[2]int{row, col}] = c
	}
	return board, len(board) > 0 && len(p.Lines)+len(p.Dots) == 0
}

// outside is the part of what is no cell of the board.
const outside = None - 1

func (b squares) part(row, col int) int {
	if cell := b[[2]int{row, col}]; cell != nil {
		return cell.Part
	}
	return outside
}

// above says whether there is a border above a cell, and left whether there is one on its left.
func (b squares) above(row, col int) bool { return b.part(row-1, col) != b.part(row, col) }
func (b squares) left(row, col int) bool  { return b.part(row, col-1) != b.part(row, col) }

// draw draws the cells with their borders, and with margin blanks on both sides of the labels. A gap
// between two rows or columns takes no room if there is no border in it. So a sudoku is drawn as a board of
// boxes.
func (b squares) draw(margin int) (to canvas) {
	rows, cols, label := 0, 0, 1
	for at, cell := range b {
		rows, cols, label = max(rows, at[0]+1), max(cols, at[1]+1), max(label, utf8.RuneCountInString(cell.sign()))
	}
	// split says, by column, and one more at the end, whether there is a border on its left.
	ruled, split := make([]bool, rows+1), make([]bool, cols+1)
	for r := range ruled {
		for c := range split {
			ruled[r] = ruled[r] || b.above(r, c)
			split[c] = split[c] || b.left(r, c)
		}
	}
	for r := range ruled {
		if ruled[r] {
			to = append(to, b.line(r, true, split, label+2*margin))
		}
		if r < rows {
			to = append(to, b.line(r, false, split, label+2*margin))
		}
	}
	return to
}

// junctions has the characters where borders meet. The index is the sum of 1 for a border from
// above, 2 from the right, 4 from below and 8 from the left.
var junctions = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

// line draws the cells of a row with their labels, or the rule above them. Each cell takes width characters.
// Inside a part, everything has its colour.
func (b squares) line(row int, rule bool, split []bool, width int) []glyph {
	var line canvas
	put := func(text string, part int, strong bool) { line.put(0, line.width(), text, max(part, None), strong) }
	for col, border := range split {
		cell, part, from := b[[2]int{row, col}], b.part(row, col), [4]bool{0: b.left(row, col), 2: b.left(row, col)}
		if rule {
			from = [4]bool{b.left(row-1, col), b.above(row, col), from[2], b.above(row, col-1)}
		}
		if border {
			inside, sum := part, 0
			for k, meets := range from {
				if meets {
					inside, sum = None, sum|1<<k
				}
			}
			put(string(junctions[sum]), inside, false)
		}
		switch {
		case col == len(split)-1:
		case from[1]:
			put(strings.Repeat("─", width), None, false)
		case rule || cell == nil || cell.sign() == Empty:
			put(strings.Repeat(" ", width), part, false)
		default:
			put(centred(cell.sign(), width), part, cell.Strong)
		}
	}
	return line[0]
}

// centred puts blanks on both sides of a label, an odd one on the left. So numbers of one and two
// digits end in the same column.
func centred(label string, width int) string {
	room := width - utf8.RuneCountInString(label)
	return strings.Repeat(" ", (room+1)/2) + label + strings.Repeat(" ", room/2)
}
