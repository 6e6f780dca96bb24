package corpus

import (
	"slices"
	"strings"
)

// cellSet is a set of cells, in the order of their items.
type cellSet []cell

// box returns a box of layers times rows times cols cubes, ordered by layer, row and column.
func box(layers, rows, cols int) cellSet {
	var b cellSet
	for l := range layers {
		for r := range rows {
			for c := range cols {
				b = append(b, cell{l, r, c})
			}
		}
	}
	return b
}

// rectangle returns a board of rows times cols squares, row by row. For hexagons it is a
// parallelogram.
func rectangle(rows, cols int) cellSet {
	var b cellSet
	for _, c := range box(1, rows, cols) {
		b = append(b, cell{c[1], c[2]})
	}
	return b
}

// without returns the set less the given cells.
func (b cellSet) without(cells ...cell) cellSet {
	return b.where(func(c cell) bool { return !slices.Contains(cells, c) })
}

// where returns the cells that wanted accepts.
func (b cellSet) where(wanted func(cell) bool) cellSet {
	return slices.DeleteFunc(slices.Clone(b), func(c cell) bool { return !wanted(c) })
}

// size returns the largest number on each axis, plus one.
func (b cellSet) size() cell {
	var size cell
	for _, c := range b {
		for k := range size {
			size[k] = max(size[k], c[k]+1)
		}
	}
	return size
}

// drawing returns the cells marked X in a drawing whose rows are separated by blanks.
func drawing(rows string) []cell {
	var cells []cell
	for r, row := range strings.Fields(rows) {
		for c, sign := range row {
			if sign == 'X' {
				cells = append(cells, cell{r, c})
			}
		}
	}
	return cells
}

// listed returns the cells of a list. Each number of a cell is one digit.
func listed(list string) []cell {
	var cells []cell
	for _, digits := range strings.Fields(list) {
		var c cell
		for k := range digits {
			c[k] = int(digits[k] - '0')
		}
		cells = append(cells, c)
	}
	return cells
}
