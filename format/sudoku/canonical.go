package sudoku

import (
	"bytes"
	"fmt"
	"sync"
)

// Canonical returns the board that stands for all symmetric copies of g: the least of them,
// comparing cells in reading order, with blanks before digits. Any board has one, with no, one or
// many solutions. The method works for boxes of 2x2 and 3x3 only and panics for others. The search
// begins with all permutations of the columns: 8 for side 4, 1296 for side 9, and 8 million for
// side 16.
//
// The board is made row by row. All ways to get the least rows so far are kept, and each way tries
// all rows that may come next. At first there are as many ways as permutations of the columns.
// Their number falls to the number of symmetries that map the board to itself. Equal rows or
// columns that can change places would keep it high, so they are found beforehand.
func (g Grid) Canonical() Grid {
	if g.Side > 9 || !g.Square() {
		panic(fmt.Sprintf("sudoku: a canonical form for side %d and boxes of %dx%d, expected 2x2 or 3x3", g.Side, g.Rows, g.Cols))
	}
	side, order := g.Side, g.Rows
	boards := [2][]uint8{g.Cells, transpose(g)}
	var twins [2][]uint8 // by row: the equal rows before it in its band, as bits
	var blanks [2][]int  // by row: how many blanks it can begin with
	most := 0
	for k, cells := range boards {
		twins[k] = twinRows(g, cells)
		for r := range side {
			blanks[k] = append(blanks[k], leadingBlanks(cells[r*side:][:side], order))
			most = max(most, blanks[k][r])
		}
	}
	var ways []way
	for k := range boards {
		for _, cols := range columnOrders[order]() {
			if inOrder(cols[:side], twins[1-k]) { // the columns are the other board's rows
				ways = append(ways, way{cols: cols, board: uint8(k), next: 1, band: -1})
			}
		}
	}
	c := Grid{g.Shape, make([]uint8, 0, side*side)}
	least := make([]uint8, side)
	var longer []way
	for row := range side {
		longer = longer[:0]
		least[0] = 0xff
		for _, w := range ways {
			for r := range side {
				if row == 0 && blanks[w.board][r] < most || !w.mayTake(r, order, twins[w.board][r]) {
					continue
				}
				next, cmp := w.take(boards[w.board][r*side:][:side], least)
				if cmp > 0 {
					continue
				}
				if cmp < 0 {
					longer = longer[:0]
				}
				next.used |= 1 << r
				next.band = int8(r / order)
				longer = append(longer, next)
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
	band  int8      // the band that the last row was in
	used  uint16    // the rows taken, as bits
}

// mayTake says whether row r can be next. No other band may be unfinished, and of equal rows in a
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

// take adds a row and compares it with the least row known. If the new row is less, it replaces the
// least row. The order is as returned by [bytes.Compare].
func (w *way) take(row, least []uint8) (longer way, order int) {
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

// leadingBlanks returns how many blanks a row can begin with when the stacks and their columns are
// permuted.
func leadingBlanks(row []uint8, order int) int {
	blanks, more := 0, 0
	for first := 0; first < len(row); first += order {
		n := bytes.Count(row[first:first+order], []byte{0})
		if n == order {
			blanks += order
		} else {
			more = max(more, n)
		}
	}
	return blanks + more
}

// columnOrders has, for orders 2 and 3, the permutations of the stacks and of the columns in them.
var columnOrders = [...]func() [][9]uint8{
	2: sync.OnceValue(func() [][9]uint8 { return permuteColumns(2) }),
	3: sync.OnceValue(func() [][9]uint8 { return permuteColumns(3) }),
}

func permuteColumns(order int) [][9]uint8 {
	var all [][9]uint8
	var cols [9]uint8
	var extend func(k int, used uint16)
	extend = func(k int, used uint16) {
		if k == order*order {
			all = append(all, cols)
			return
		}
		for c := range order * order {
			begun := used>>(c/order*order)&(1<<order-1) != 0
			same := k%order != 0 && int(cols[k-1])/order == c/order // as the stack of the column before
			if used>>c&1 == 0 && (k%order == 0 && !begun || same) {
				cols[k] = uint8(c)
				extend(k+1, used|1<<c)
			}
		}
	}
	extend(0, 0)
	return all
}

// inOrder says whether equal columns of a stack are in their original order.
func inOrder(cols, twins []uint8) bool {
	order := order(len(cols))
	var used uint16
	for _, c := range cols {
		if uint16(twins[c])<<(int(c)/order*order)&^used != 0 {
			return false
		}
		used |= 1 << c
	}
	return true
}
