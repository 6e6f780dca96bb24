package corpus

import (
	"fmt"
	"math"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

// edgeBoard is a board for tiles that have a colour on each side. Two cells share a side if it has
// the same name in both, and then their tiles must have the same colour there.
type edgeBoard struct {
	cells  []edgeCell
	height float64 // of a row of cells in the drawing
}

// edgeCell is a cell of a board. Its sides and corners go clockwise; side k begins at corner k.
type edgeCell struct {
	name    string
	sides   []string
	outline []picture.Point
}

// edgeTile is a tile: the colour of each side, clockwise from the first one. Colours are numbers
// from 0.
type edgeTile []int

const mostColours = 26 // that have a letter

// What the sides on the border of a board may be, if not one colour.
const (
	frame  = -1 // the colour of a side that must be on the border
	free   = -2 // any colour: these sides are items too
	unseen = -3 // any colour: these sides are no items
)

const edgeForm = `Secondary items are the sides that two cells share, coloured by letters from a. `

// squareBoard returns a board of squares. Cells are c<row><column>. Sides are h<row><column> above a
// cell and v<row><column> on its left.
func squareBoard(rows, cols int, torus bool) (edgeBoard, error) {
	b := edgeBoard{height: 1}
	if torus && min(rows, cols) < 2 {
		return b, fmt.Errorf("a torus of %d by %d, expected at least 2 by 2: a tile is not beside itself", rows, cols)
	}
	side := func(kind string, r, c int) string {
		if torus {
			r, c = r%rows, c%cols
		}
		return kind + symbol(r) + symbol(c)
	}
	for _, at := range rectangle(rows, cols) {
		r, c := at[0], at[1]
		b.cells = append(b.cells, edgeCell{side("c", r, c),
			[]string{side("h", r, c), side("v", r, c+1), side("h", r+1, c), side("v", r, c)}, picture.Square(r, c)})
	}
	return b, nil
}

// turns returns the different ways to turn a tile, in lexicographic order.
func (t edgeTile) turns() []edgeTile {
	var all []edgeTile
	for k := range t {
		all = append(all, slices.Concat(t[k:], t[:k]))
	}
	slices.SortFunc(all, slices.Compare)
	return slices.CompactFunc(all, slices.Equal)
}

// allTiles returns all tiles with so many sides and colours, in lexicographic order. Tiles that can
// be turned into one another are the same, and the first way to turn a tile stands for it.
func allTiles(sides, colours int) []edgeTile {
	all := []edgeTile{{}}
	for range sides {
		var longer []edgeTile
		for _, t := range all {
			for c := range colours {
				longer = append(longer, append(slices.Clone(t), c))
			}
		}
		all = longer
	}
	return slices.DeleteFunc(all, func(t edgeTile) bool { return !slices.Equal(t, t.turns()[0]) })
}

// once puts every tile on the board once. Items are the tiles t0, t1, ..., the cells, and the sides.
// Options are ordered by tile, by the way it is turned, and by cell.
func (b edgeBoard) once(tiles []edgeTile, border int) (*format.Puzzle, error) {
	if len(tiles) != len(b.cells) {
		return nil, fmt.Errorf("the board has %d cells and there are %d tiles, expected the same number",
			len(b.cells), len(tiles))
	}
	var to builder
	to.Primary(numbered(0, len(tiles), "t")...)
	return b.puzzle(&to, each(tiles, edgeTile.turns), border)
}

// any puts any number of each tile on the board. Tiles do not turn. Items are the cells and then
// the sides. Options are ordered by tile and by cell.
func (b edgeBoard) any(tiles []edgeTile) (*format.Puzzle, error) {
	return b.puzzle(&builder{}, each(tiles, func(t edgeTile) []edgeTile { return []edgeTile{t} }), unseen)
}

// puzzle adds the cells, the sides and the options to the items of the tiles, if there are any. Each
// tile comes in one or more forms.
func (b edgeBoard) puzzle(to *builder, tiles [][]edgeTile, border int) (*format.Puzzle, error) {
	shared := map[string]int{} // by side, how many cells have it
	for _, c := range b.cells {
		for _, s := range c.sides {
			shared[s]++
		}
	}
	named := to.Items() > 0
	for _, c := range b.cells {
		to.Primary(c.name)
	}
	item := func(side string) bool { return border == free || shared[side] > 1 }
	for _, s := range sortedKeys(shared) {
		if item(s) {
			to.Secondary(s)
		}
	}
	type placed struct {
		cell int
		edgeTile
	}
	var all []placed
	var option []string
	for k, forms := range tiles {
		name := fmt.Sprint("t", k)
		for _, t := range forms {
			for at, c := range b.cells {
				option = option[:0]
				if named {
					option = append(option, name)
				}
				option = append(option, c.name)
				fits := true
				for k, s := range c.sides {
					switch {
					case !item(s):
						fits = fits && (border == unseen || t[k] == border)
					case t[k] == frame:
						fits = false
					default:
						option = append(option, s+":"+letterOf(t[k]))
					}
				}
				if fits {
					all = append(all, placed{at, t})
					to.Option(option...)
				}
			}
		}
	}
	return to.drawn(func(options []int) picture.Picture {
		tiles := make([]edgeTile, len(b.cells))
		for _, o := range options {
			tiles[all[o].cell] = all[o].edgeTile
		}
		return b.picture(tiles)
	})
}

// picture draws the side of each tile as a triangle that meets the others in the middle of the tile.
// The text has a letter for each side. A cell without a tile is nil.
func (b edgeBoard) picture(tiles []edgeTile) picture.Picture {
	var p picture.Picture
	left := math.Inf(1)
	for _, c := range b.cells {
		for _, q := range c.outline {
			left = min(left, q.X)
		}
	}
	const scale = 2 // room for a letter in each triangle
	double := func(q picture.Point) picture.Point { return picture.Point{X: scale * q.X, Y: scale * q.Y} }
	for k, c := range b.cells {
		centre := picture.Centre(c.outline)
		for s, from := range c.outline {
			to := c.outline[(s+1)%len(c.outline)]
			part, label := picture.None, picture.Empty
			if tiles[k] != nil && tiles[k][s] != frame {
				part, label = tiles[k][s], letterOf(tiles[k][s])
			}
			p.Cells = append(p.Cells, picture.Cell{
				Outline: []picture.Point{double(from), double(to), double(centre)}, Part: part, Label: label,
				Row: int(math.Round((from.Y + to.Y) / b.height)), Col: int(math.Round(2 * (from.X + to.X - 2*left)))})
		}
	}
	return p
}
