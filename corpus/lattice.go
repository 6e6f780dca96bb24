package corpus

import (
	"slices"
	"strings"

	"xcbench/format/picture"
)

// cell is a place of a lattice. Cells are sorted by their three numbers:
//
//	square    row, column
//	hexagon   row, column; each row is shifted half a cell to the right of the one above
//	triangle  row, column, and 0 if it points down, or 1 for its right neighbour, which points up
//	cube      layer, row, column
//	stick     row and column of its upper or left end, and 0 if it is horizontal, 1 if vertical
type cell [3]int

func compareCells(a, b cell) int { return slices.Compare(a[:], b[:]) }

// lattice is a tiling of the plane or of space by cells. Shapes slide along its axes, turn, and may
// be turned over.
type lattice struct {
	axes   int               // how many numbers of a cell are coordinates, which sliding changes
	turns  []func(cell) cell // turns that generate all others
	mirror func(cell) cell   // a reflection; with the turns it generates all symmetries; nil if shapes are never turned over
	kinds  string            // letters for the third number; "" if it is a coordinate or unused

	// at places a cell of a board of the given size in a picture.
	at func(c, size cell) (outline []picture.Point, row, col int)
}

// symmetry says how shapes may be moved besides sliding.
type symmetry int

const (
	slide symmetry = iota
	turn           // by turning too
	flip           // by turning and turning over
)

var squareGrid = lattice{
	axes:   2,
	turns:  []func(cell) cell{func(c cell) cell { return cell{c[1], -c[0]} }},
	mirror: func(c cell) cell { return cell{c[1], c[0]} },
	at: func(c, _ cell) ([]picture.Point, int, int) {
		return picture.Square(c[0], c[1]), c[0], 2 * c[1]
	},
}

const sqrt3 = 1.7320508075688772

// turnSixth turns by a sixth. The step to the right becomes the step down to the right, and the
// step down to the right becomes the step down to the left.
func turnSixth(row, col int) (int, int) { return row + col, -row }

var hexGrid = lattice{
	axes: 2,
	turns: []func(cell) cell{func(c cell) cell {
		row, col := turnSixth(c[0], c[1])
		return cell{row, col}
	}},
	mirror: func(c cell) cell { return cell{c[1], c[0]} },
	at: func(c, _ cell) ([]picture.Point, int, int) {
		const radius = 1 / sqrt3
		centre := oblique(float64(c[0]), float64(c[1]))
		var outline []picture.Point
		for k := range 6 {
			corner := picture.OnCircle(k, 6, radius)
			outline = append(outline, picture.Point{X: centre.X + corner.X - radius, Y: centre.Y + corner.Y - radius})
		}
		return outline, c[0], 2*c[1] + c[0]
	},
}

// A triangle turns like its centre. If a step counts 3, the centre has whole coordinates: 1 more
// than the cell's corner on both axes if the triangle points down, and 2 more if it points up.
var triangleGrid = lattice{
	axes: 2,
	turns: []func(cell) cell{func(c cell) cell {
		row, col := turnSixth(3*c[0]+1+c[2], 3*c[1]+1+c[2])
		kind := (col%3+3)%3 - 1
		return cell{(row - 1 - kind) / 3, (col - 1 - kind) / 3, kind}
	}},
	mirror: func(c cell) cell { return cell{c[1], c[0], c[2]} },
	kinds:  "v^",
	at: func(c, _ cell) ([]picture.Point, int, int) {
		r, k := float64(c[0]), float64(c[1])
		outline := []picture.Point{oblique(r, k), oblique(r, k+1), oblique(r+1, k)}
		if c[2] == 1 {
			outline = []picture.Point{oblique(r, k+1), oblique(r+1, k+1), oblique(r+1, k)}
		}
		return outline, c[0], 2*c[1] + c[2] + c[0]
	},
}

// oblique returns a point of a plane. Each row of the plane is shifted by half a unit.
func oblique(row, col float64) picture.Point {
	return picture.Point{X: col + row/2, Y: row * sqrt3 / 2}
}

// Layers are drawn side by side, the first one on the left.
var cubeGrid = lattice{
	axes: 3,
	turns: []func(cell) cell{
		func(c cell) cell { return cell{c[0], c[2], -c[1]} },
		func(c cell) cell { return cell{c[1], -c[0], c[2]} },
	},
	at: func(c, size cell) ([]picture.Point, int, int) {
		col := c[0]*(size[2]+1) + c[2]
		return picture.Square(c[1], col), c[1], 2 * col
	},
}

var stickGrid = lattice{
	axes: 2,
	turns: []func(cell) cell{func(c cell) cell {
		if c[2] == 0 {
			return cell{c[1], -c[0], 1}
		}
		return cell{c[1], -c[0] - 1, 0}
	}},
	mirror: func(c cell) cell { return cell{c[1], c[0], 1 - c[2]} },
	kinds:  "hv",
	at: func(c, _ cell) ([]picture.Point, int, int) {
		from := picture.Point{X: float64(c[1]), Y: float64(c[0])}
		to := picture.Point{X: float64(c[1] + 1), Y: float64(c[0])}
		if c[2] == 1 {
			to = picture.Point{X: float64(c[1]), Y: float64(c[0] + 1)}
		}
		return []picture.Point{from, to}, 2*c[0] + c[2], 4*c[1] + 2*(1-c[2])
	},
}

// name returns a digit 0-9a-z for each axis, and then the letter of the kind.
func (l *lattice) name(c cell) string {
	text := make([]byte, 0, 4)
	for k := range l.axes {
		text = append(text, digits[c[k]])
	}
	if l.kinds != "" {
		text = append(text, l.kinds[c[2]])
	}
	return string(text)
}

// orientations returns the different forms of a shape under the symmetry, in order. Each form has
// its cells sorted, and its smallest number on each axis is 0.
func (l *lattice) orientations(shape []cell, by symmetry) [][]cell {
	all := [][]cell{l.normal(shape)}
	var moves []func(cell) cell
	if by >= turn {
		moves = append(moves, l.turns...)
	}
	if by == flip {
		moves = append(moves, l.mirror)
	}
	for k := 0; k < len(all); k++ { // all grows
		for _, move := range moves {
			form := l.normal(each(all[k], move))
			if !slices.ContainsFunc(all, func(f []cell) bool { return slices.Equal(f, form) }) {
				all = append(all, form)
			}
		}
	}
	slices.SortFunc(all, func(a, b []cell) int { return slices.CompareFunc(a, b, compareCells) })
	return all
}

// normal returns the shape with its cells sorted, moved so that its smallest number on each axis is
// 0.
func (l *lattice) normal(shape []cell) []cell {
	var least cell
	copy(least[:l.axes], shape[0][:])
	for _, c := range shape {
		for k := range l.axes {
			least[k] = min(least[k], c[k])
		}
	}
	moved := each(shape, func(c cell) cell { return plus(c, cell{-least[0], -least[1], -least[2]}) })
	slices.SortFunc(moved, compareCells)
	return moved
}

func plus(a, b cell) cell { return cell{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

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
	return each(box(1, rows, cols), func(c cell) cell { return cell{c[1], c[2]} })
}

// without returns the set less the given cells.
func (b cellSet) without(cells ...cell) cellSet {
	return b.where(func(c cell) bool { return !slices.Contains(cells, c) })
}

// less returns the set less the cells of a list.
func (b cellSet) less(list string) cellSet { return b.without(listed(list)...) }

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

// between returns the hexagons or triangles between two lines that rise to the right: those whose
// numbers have a sum from low to high.
func (b cellSet) between(low, high int) cellSet {
	return b.where(func(c cell) bool { return within(c[0]+c[1]+c[2], low, high) })
}

func within(n, low, high int) bool { return low <= n && n <= high }

// drawing returns the cells marked X in a drawing whose rows are separated by blanks.
func drawing(rows string) (cells []cell) {
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
	return each(strings.Fields(list), func(digits string) (c cell) {
		for k := range digits {
			c[k] = value(digits[k])
		}
		return c
	})
}

// layers returns the cubes of a drawing of each layer.
func layers(drawings string) (b cellSet) {
	for l, layer := range strings.Split(drawings, "/") {
		b = append(b, each(drawing(layer), func(c cell) cell { return cell{l, c[0], c[1]} })...)
	}
	return b
}
