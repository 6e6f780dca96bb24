package sudoku

import (
	"bytes"
	"cmp"
	"fmt"
)

// Canonical returns the board that stands for all symmetric copies of g: the least of them,
// comparing cells in reading order, with blanks before digits. Any board has one, with no, one or
// many solutions. The method works for boxes of 2x2 and 3x3 only and panics for others. There are
// 8 orders of the columns for side 4, 1296 for side 9, and 8 million for side 16.
//
// The columns get their order first, one by one, and then the rows. All ways to get the least rows so far
// are kept, and each way tries all rows that may come next. Their number falls to the number of symmetries
// that map the board to itself. Equal rows or columns that can change places would keep it high, so they
// are found beforehand.
func (g Grid) Canonical() Grid {
	if g.Side > 9 || !g.Square() {
		panic(fmt.Sprintf("sudoku: a canonical form for side %d and boxes of %dx%d, expected 2x2 or 3x3", g.Side, g.Rows, g.Cols))
	}
	side := g.Side
	boards := [2][]uint8{g.Cells, transpose(g)}
	twins := [2][]uint16{twinRows(g, boards[0]), twinRows(g, boards[1])}
	ways, longer := []way{{next: 1, first: 1<<side - 1}, {next: 1, first: 1<<side - 1, board: 1}}, []way(nil)
	c := Grid{g.Shape, make([]uint8, 0, side*side)}
	least := make([]uint8, side)
	for step := range 2 * side {
		longer = longer[:0]
		least[0] = 0xff
		for _, w := range ways {
			from := w.board
			may := w.mayTake(g.Rows)
			switch {
			case step < side:
				from = 1 - w.board // its rows are the columns
			case step == side:
				w.taken, may = 0, w.first
			}
			for line := range side {
				if may>>line&1 == 0 || twins[from][line]&^w.taken != 0 {
					continue
				}
				var next way
				order := 0
				if cells := boards[from][line*side:][:side]; step < side {
					next, order = w.column(step, line, cells, least)
				} else {
					next, order = w.row(cells, least)
				}
				switch {
				case order > 0:
					continue
				case order < 0:
					longer = longer[:0]
				}
				next.taken |= 1 << line
				longer = append(longer, next)
			}
		}
		if step >= side {
			c.Cells = append(c.Cells, least...)
		}
		ways, longer = longer, ways
	}
	return c
}

// way is one way to make the rows so far from a board.
type way struct {
	cols  [9]uint8  // where each column comes from
	names [10]uint8 // the new names of the digits met so far
	next  uint8     // the next new name
	board uint8     // 0 is the board, 1 its transpose
	taken uint16    // the columns taken, and then the rows, as bits
	first uint16    // the rows that can be the first, as bits
}

// mayTake returns the lines that can be next, as bits. If a band is begun, they are lines of this band.
func (w *way) mayTake(order int) uint16 {
	band := uint16(1)<<order - 1
	for range order {
		if taken := w.taken & band; taken != 0 && taken != band {
			return band &^ taken
		}
		band <<= order
	}
	return ^w.taken
}

// column takes a column and compares ways: those in which a row still begins with blanks come first.
func (w *way) column(at, line int, column, least []uint8) (longer way, order int) {
	longer = *w
	longer.cols[at] = uint8(line)
	var blank uint16
	for r, digit := range column {
		if digit == 0 {
			blank |= 1 << r
		}
	}
	none := uint8(1)
	if blank &= w.first; blank != 0 {
		longer.first, none = blank, 0
	}
	order = cmp.Compare(none, least[0])
	least[0] = min(least[0], none)
	return longer, order
}

// row renames a row and compares it with the least row known. If the new row is less, it replaces the
// least row. The order is as returned by [bytes.Compare].
func (w *way) row(row, least []uint8) (longer way, order int) {
	longer = *w
	for k, from := range longer.cols[:len(row)] {
		digit := row[from]
		if digit != 0 {
			if longer.names[digit] == 0 {
				longer.names[digit] = longer.next
				longer.next++
			}
			digit = longer.names[digit]
		}
		if order == 0 && digit > least[k] {
			return longer, 1
		}
		if order < 0 || digit < least[k] {
			order = -1
			least[k] = digit
		}
	}
	return longer, order
}

func transpose(g Grid) []uint8 {
	t := make([]uint8, len(g.Cells))
	for k := range t {
		t[k] = g.Cells[k%g.Side*g.Side+k/g.Side]
	}
	return t
}

// twinRows returns, for each row of a board, the earlier rows of its band that are equal to it, as
// bits. The first of them is taken first.
func twinRows(g Grid, cells []uint8) []uint16 {
	twins := make([]uint16, g.Side)
	for r := range twins {
		for other := r / g.Rows * g.Rows; other < r; other++ {
			if bytes.Equal(cells[other*g.Side:][:g.Side], cells[r*g.Side:][:g.Side]) {
				twins[r] |= 1 << other
			}
		}
	}
	return twins
}
