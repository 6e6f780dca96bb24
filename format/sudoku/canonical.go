package sudoku

import (
	"bytes"
	"fmt"
)

// Canonical returns the board that stands for all symmetric copies of g: the least of them,
// comparing cells in reading order, with blanks before digits. Any board has one, with no, one or
// many solutions. The method works for boxes of 2x2 and 3x3 only and panics for others. There are
// 8 permutations of the columns for side 4, 1296 for side 9, and 8 million for side 16. The search begins
// with those that put the most blanks at the beginning of some row: the first row has them.
//
// The board is made row by row. All ways to get the least rows so far are kept, and each way tries
// all rows that may come next. Their number falls to the number of symmetries that map the board to
// itself. Equal rows or columns that can change places would keep it high, so they are found
// beforehand.
func (g Grid) Canonical() Grid {
	if g.Side > 9 || !g.Square() {
		panic(fmt.Sprintf("sudoku: a canonical form for side %d and boxes of %dx%d, expected 2x2 or 3x3", g.Side, g.Rows, g.Cols))
	}
	side, order := g.Side, g.Rows
	boards := [2][]uint8{g.Cells, transpose(g)}
	var twins [2][]uint8   // by row: the equal rows before it in its band, as bits
	var blanks [2][]uint16 // by row: its blank cells, as bits
	for k, cells := range boards {
		twins[k] = twinRows(g, cells)
		for r := range side {
			blanks[k] = append(blanks[k], blankCells(cells[r*side:][:side]))
		}
	}
	ways := []way{{next: 1, band: -1, blank: 1<<side - 1}, {board: 1, next: 1, band: -1, blank: 1<<side - 1}}
	var longer []way
	for c := range side {
		longer = longer[:0]
		some := false // whether a row begins with c+1 blanks in a longer way
		for _, w := range ways {
			other := 1 - w.board // its rows are the columns
			for from := range side {
				if !w.mayTake(from, order, twins[other][from]) || some && w.blank&blanks[other][from] == 0 {
					continue
				}
				next := w.taking(from, order)
				next.cols[c] = uint8(from)
				next.blank &= blanks[other][from]
				if next.blank != 0 && !some {
					some, longer = true, longer[:0]
				}
				longer = append(longer, next)
			}
		}
		ways, longer = longer, ways
	}
	for k := range ways {
		ways[k].used, ways[k].band = 0, -1
	}
	c := Grid{g.Shape, make([]uint8, 0, side*side)}
	least := make([]uint8, side)
	for row := range side {
		longer = longer[:0]
		least[0] = 0xff
		for _, w := range ways {
			for r := range side {
				first := row > 0 || w.blank == 0 || w.blank>>r&1 != 0 // a blank row comes first
				if !first || !w.mayTake(r, order, twins[w.board][r]) {
					continue
				}
				next, cmp := w.row(boards[w.board][r*side:][:side], least)
				if cmp > 0 {
					continue
				}
				if cmp < 0 {
					longer = longer[:0]
				}
				longer = append(longer, next.taking(r, order))
			}
		}
		c.Cells = append(c.Cells, least...)
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
	band  int8      // the band that the last row was in, or the stack of the last column
	used  uint16    // the rows taken, or the columns, as bits
	blank uint16    // the rows with blanks in all columns taken, as bits
}

// mayTake says whether row r, or column r, can be next. No other band may be unfinished, and of equal rows in a
// band the first comes first.
func (w *way) mayTake(r, order int, twins uint8) bool {
	if w.used>>r&1 != 0 {
		return false
	}
	if twins != 0 && uint16(twins)<<(r/order*order)&^w.used != 0 {
		return false
	}
	if w.band < 0 {
		return true
	}
	full := uint16(1)<<order - 1
	begun := w.used>>(int(w.band)*order)&full != full
	return !begun || int(w.band) == r/order
}

// taking returns the way with row r, or column r, taken.
func (w way) taking(r, order int) way {
	w.used |= 1 << r
	w.band = int8(r / order)
	return w
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

func blankCells(row []uint8) (blank uint16) {
	for k, digit := range row {
		if digit == 0 {
			blank |= 1 << k
		}
	}
	return blank
}

// twinRows returns, for each row of a board, the earlier rows of its band that are equal to it, as
// bits.
func twinRows(g Grid, cells []uint8) []uint8 {
	row := func(r int) []uint8 { return cells[r*g.Side:][:g.Side] }
	twins := make([]uint8, g.Side)
	for r := range twins {
		first := r / g.Rows * g.Rows
		for other := first; other < r; other++ {
			if bytes.Equal(row(other), row(r)) {
				twins[r] |= 1 << (other - first)
			}
		}
	}
	return twins
}
