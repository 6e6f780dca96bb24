package corpus

import (
	"cmp"
	"slices"

	"xcbench/cover"
	"xcbench/format"
)

// pentominoShapes has one orientation of each piece, under Golomb's letters.
var pentominoShapes = []struct {
	name  string
	cells []Cell
}{
	{"F", []Cell{{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}},
	{"I", []Cell{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}}},
	{"L", []Cell{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}}},
	{"N", []Cell{{0, 1}, {1, 1}, {2, 0}, {2, 1}, {3, 0}}},
	{"P", []Cell{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}},
	{"T", []Cell{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}}},
	{"U", []Cell{{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}},
	{"V", []Cell{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}}},
	{"W", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}},
	{"X", []Cell{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}},
	{"Y", []Cell{{0, 1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}}},
	{"Z", []Cell{{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}},
}

var pentomino = Family{
	Name:   "pentomino",
	Title:  "12 pentominoes on the board {board}, symmetric ones counted apart",
	Params: []Param{{Name: "board", Words: []string{"3x20", "4x15", "5x12", "6x10", "scott"}, About: "the board"}},
	Form: `Items are the pieces in alphabetical order, then the board's cells. Options are ordered by piece, by orientation (as sorted lists of cells, in order),
and by place; symmetric solutions all count.`,
	Source: "OEIS A233427; D. E. Knuth, Dancing Links (2000)",
	Sample: "scott",
	build: func(v Values) (*format.Puzzle, error) {
		return pentominoes(map[string]Board{"3x20": Rectangle(3, 20), "4x15": Rectangle(4, 15), "5x12": Rectangle(5, 12), "6x10": Rectangle(6, 10),
			"scott": Rectangle(8, 8).Without(3, 3, 2, 2)}[v["board"]])
	},
}

func pentominoes(board Board) (*format.Puzzle, error) {
	var b cover.Builder
	for _, s := range pentominoShapes {
		b.Primary(s.name)
	}
	index := board.items(&b)
	for piece, s := range pentominoShapes {
		for _, shape := range orientations(s.cells) {
			board.place(&b, index, []int{piece}, shape)
		}
	}
	return drawn(&b, nil)
}

// orientations returns the different turned and reflected forms of a shape, moved
// to the top left, cells and forms sorted.
func orientations(shape []Cell) [][]Cell {
	var all [][]Cell
	form := slices.Clone(shape)
	for turn := range 8 {
		for k, c := range form {
			form[k] = Cell{c.Col, -c.Row} // a quarter turn
			if turn == 4 {
				form[k] = Cell{c.Col, c.Row} // a reflection
			}
		}
		all = append(all, normal(form))
	}
	slices.SortFunc(all, func(a, b []Cell) int { return slices.CompareFunc(a, b, compareCells) })
	return slices.CompactFunc(all, slices.Equal)
}

// normal returns the shape moved to the top left, its cells sorted.
func normal(shape []Cell) []Cell {
	top, left := shape[0].Row, shape[0].Col
	for _, c := range shape {
		top, left = min(top, c.Row), min(left, c.Col)
	}
	moved := make([]Cell, len(shape))
	for k, c := range shape {
		moved[k] = Cell{c.Row - top, c.Col - left}
	}
	slices.SortFunc(moved, compareCells)
	return moved
}

func compareCells(a, b Cell) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
}
