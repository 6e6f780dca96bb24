package corpus

import (
	"slices"
	"strings"
)

// Board is a set of cells, in the order of their items.
type Board []Cell

// box returns the board of layers times rows times cols cubes; of one layer of
// squares, see [Rectangle].
func box(layers, rows, cols int) Board {
	var b Board
	for l := range layers {
		for r := range rows {
			for c := range cols {
				b = append(b, Cell{l, r, c})
			}
		}
	}
	return b
}

// Rectangle returns the board of rows times cols squares, row by row; on the
// lattice of hexagons it is a parallelogram.
func Rectangle(rows, cols int) Board {
	var b Board
	for _, c := range box(1, rows, cols) {
		b = append(b, Cell{c[1], c[2]})
	}
	return b
}

// Without returns the board less some cells.
func (b Board) Without(cells ...Cell) Board {
	return b.where(func(c Cell) bool { return !slices.Contains(cells, c) })
}

// where returns the cells of the board that are wanted.
func (b Board) where(wanted func(Cell) bool) Board {
	return slices.DeleteFunc(slices.Clone(b), func(c Cell) bool { return !wanted(c) })
}

// size returns one more than the largest number on each axis.
func (b Board) size() Cell {
	var size Cell
	for _, c := range b {
		for k := range size {
			size[k] = max(size[k], c[k]+1)
		}
	}
	return size
}

// drawing returns the cells marked X in rows of text, that stand apart by blanks.
func drawing(rows string) []Cell {
	var cells []Cell
	for r, row := range strings.Fields(rows) {
		for c, sign := range row {
			if sign == 'X' {
				cells = append(cells, Cell{r, c})
			}
		}
	}
	return cells
}

// listed returns the cells of a list with a digit for each of their numbers.
func listed(list string) []Cell {
	var cells []Cell
	for _, digits := range strings.Fields(list) {
		var c Cell
		for k := range digits {
			c[k] = int(digits[k] - '0')
		}
		cells = append(cells, c)
	}
	return cells
}
