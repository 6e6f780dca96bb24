package corpus

import (
	"cmp"
	"slices"

	"xcbench/format/picture"
)

// cell is a place of a lattice, sorted as the three numbers are:
//
//	square    row, column
//	hexagon   row, column; rows are shifted by half a cell to the right, each against the one above
//	triangle  row, column, and 0 for the one that points down, 1 for the one to its right that points up
//	cube      layer, row, column
//	stick     row, column of its upper or left end, and 0 for a horizontal one, 1 for a vertical one
type cell [3]int

func compareCells(a, b cell) int { return slices.Compare(a[:], b[:]) }

// lattice is a tiling of the plane or of space by cells. Shapes on it slide along
// the axes, turn, and may be turned over.
type lattice struct {
	axes   int               // the first numbers of a cell, to which sliding adds
	turns  []func(cell) cell // which make all turns between them
	mirror func(cell) cell   // a reflection; with the turns it makes all
	kinds  string            // what the third number is called in a name; "" if it is a number
	at     func(c, size cell) (outline []picture.Point, row, col int)
}

// symmetry says how shapes may be moved besides sliding.
type symmetry int

const (
	slide symmetry = iota
	turn           // by turning, too
	flip           // and by turning over
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

// A sixth of a turn takes the step to the right to the one down to the right,
// and that one to the one down to the left.
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

// A triangle turns as its centre does, which has whole coordinates if a step is
// counted as 3: 1 more than the cell's corner in each for the one that points down, 2 more
// for the one that points up.
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

// oblique returns a point of the plane whose rows are shifted by half a unit.
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
	mirror: func(c cell) cell { return cell{c[0], c[2], c[1]} },
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
		from, to := picture.Point{X: float64(c[1]), Y: float64(c[0])}, picture.Point{X: float64(c[1] + 1), Y: float64(c[0])}
		if c[2] == 1 {
			to = picture.Point{X: float64(c[1]), Y: float64(c[0] + 1)}
		}
		return []picture.Point{from, to}, 2*c[0] + c[2], 4*c[1] + 2*(1-c[2])
	},
}

// name returns a digit 0-9a-z for each axis, and the sign of the kind.
func (l *lattice) name(c cell) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	text := make([]byte, 0, 4)
	for k := range l.axes {
		text = append(text, digits[c[k]])
	}
	if l.kinds != "" {
		text = append(text, l.kinds[c[2]])
	}
	return string(text)
}

// orientations returns the different forms of a shape under the symmetry, each
// with its cells sorted and its smallest number on each axis 0, in order.
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
			form := make([]cell, len(shape))
			for k2, c := range all[k] {
				form[k2] = move(c)
			}
			form = l.normal(form)
			if !slices.ContainsFunc(all, func(f []cell) bool { return slices.Equal(f, form) }) {
				all = append(all, form)
			}
		}
	}
	slices.SortFunc(all, compareShapes)
	return all
}

func compareShapes(a, b []cell) int {
	return cmp.Or(slices.CompareFunc(a, b, compareCells), cmp.Compare(len(a), len(b)))
}

// normal returns the shape moved so that its smallest number on each axis is 0,
// its cells sorted.
func (l *lattice) normal(shape []cell) []cell {
	var least cell
	copy(least[:l.axes], shape[0][:])
	for _, c := range shape {
		for k := range l.axes {
			least[k] = min(least[k], c[k])
		}
	}
	moved := make([]cell, len(shape))
	for k, c := range shape {
		moved[k] = plus(c, cell{-least[0], -least[1], -least[2]})
	}
	slices.SortFunc(moved, compareCells)
	return moved
}

func plus(a, b cell) cell { return cell{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
