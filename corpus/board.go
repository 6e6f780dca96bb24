package corpus

import (
	"slices"
	"strings"

	"xcbench/cover"
)

// Cell is a square of a board, by row and column from 0.
type Cell struct{ Row, Col int }

// Board is a set of cells in the order row by row.
type Board []Cell

// Rectangle returns the board of rows times cols cells.
func Rectangle(rows, cols int) Board {
	var b Board
	for r := range rows {
		for c := range cols {
			b = append(b, Cell{r, c})
		}
	}
	return b
}

// Without returns the board less a rectangle of rows times cols cells whose first
// one is at (row, col).
func (b Board) Without(row, col, rows, cols int) Board {
	return slices.DeleteFunc(slices.Clone(b), func(c Cell) bool {
		return row <= c.Row && c.Row < row+rows && col <= c.Col && c.Col < col+cols
	})
}

// items adds the cells to the items of b, named by a digit 0-9a-z each for row
// and column, and returns their indices.
func (b Board) items(to *cover.Builder) map[Cell]int {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	first := to.Items()
	index := make(map[Cell]int, len(b))
	for k, c := range b {
		to.Primary(strings.Join([]string{digits[c.Row : c.Row+1], digits[c.Col : c.Col+1]}, ""))
		index[c] = first + k
	}
	return index
}

// place adds an option for each place of a shape on the board, row by row: the
// items in head, then the cells covered in the order of the shape's.
func (b Board) place(to *cover.Builder, index map[Cell]int, head []int, shape []Cell) {
	last := b[len(b)-1].Row
	width := 0
	for _, c := range b {
		width = max(width, c.Col+1)
	}
	for r := range last + 1 {
		for c := range width {
			option := slices.Clone(head)
			for _, s := range shape {
				if i, ok := index[Cell{r + s.Row, c + s.Col}]; ok {
					option = append(option, i)
				}
			}
			if len(option) == len(head)+len(shape) {
				to.OptionOf(option...)
			}
		}
	}
}
