package corpus

import (
	"fmt"
	"maps"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

// somaPieces has the irregular shapes of up to four cubes, with the usual letters. All except A and
// B are their own mirror images.
var somaPieces = []piece{
	{"V", listed("000 001 010")},
	{"L", listed("000 001 002 010")},
	{"T", listed("000 001 002 011")},
	{"Z", listed("000 001 011 012")},
	{"A", listed("000 001 010 110")},
	{"B", listed("000 001 010 101")},
	{"P", listed("000 001 010 100")},
}

// somaFigures has the cubes of each figure. x goes to the right, y goes down, and z counts the
// layers.
var somaFigures = map[string]figure{
	"cube":    {3, 3, 3, func(z, y, x int) bool { return true }},
	"bathtub": {2, 3, 5, func(z, y, x int) bool { return z == 0 || x == 0 || x == 4 || y != 1 }},
	"bench":   {2, 2, 9, func(z, y, x int) bool { return y+z < 2 }},
	"clip":    {3, 4, 4, func(z, y, x int) bool { return y == 0 || x == 0 || x == 3 && y == 1 || y == 3 && x == 1 }},
	"cornerstone": {5, 5, 5, func(z, y, x int) bool {
		return z == 0 && x+y <= 4 || x == 0 && z+y <= 4 || z == 1 && x == 1 && y <= 1
	}},
	"crystal": {5, 3, 3, func(z, y, x int) bool { return x+y <= z }},
	"curved_wall": {3, 3, 5, func(z, y, x int) bool {
		return y == 2 && within(x, 1, 3) || y == 1 && x != 2 || y == 0 && x%4 == 0
	}},
	"high_wall": {3, 5, 5, func(z, y, x int) bool { return within(x+y, 3, 4) }},
	"long_wall": {2, 6, 6, func(z, y, x int) bool { return 4 <= x+y && x+y+z <= 6 }},
	"pyramid": {3, 5, 5, func(z, y, x int) bool {
		return z == 0 && (x%4 != 0 || y%4 != 0) || z > 0 && (x-2)*(x-2)+(y-2)*(y-2) <= 2-z
	}},
	"skew_1":  {3, 3, 5, func(z, y, x int) bool { return within(x+y, 2, 4) }},
	"skew_2":  {3, 3, 7, func(z, y, x int) bool { return within(x+2*y, 4, 6) }},
	"sofa":    {3, 3, 5, func(z, y, x int) bool { return z == 0 || y == 0 || x%4 == 0 && z == 1 && y == 1 }},
	"steamer": {3, 5, 5, func(z, y, x int) bool { return z <= min(x, y) && max(x, y) < 5-z && 2+z <= x+y && x+y+z <= 6 }},
	"steps":   {3, 3, 5, func(z, y, x int) bool { return within(x, z, 4-z) }},
	"tunnel": {3, 3, 5, func(z, y, x int) bool {
		return y == 0 && x != 2 || y == 1 && x%2 == 1 || y == 2 && within(x, 1, 3)
	}},
}

var soma = Family{
	Name:    "soma",
	summary: "figures made of the seven pieces of the Soma cube",
	Params: []Param{{Name: "figure", words: slices.Sorted(maps.Keys(somaFigures)), phrase: spaced,
		About: "figure to be made"}},
	Form: `The seven pieces make the figure, each used once. All solutions count, turned and
mirrored ones too.

Items are the pieces V, L, T, Z, A, B, P, then the figure's cubes by layer, row and
column, with a digit for each. Options are ordered by piece, by orientation (24 turns,
no mirror images) and by place. Orientations are compared as sorted lists of cubes.`,
	Source: "D. Goodger, Polyform Puzzler, times the symmetries of the figure that it leaves out",
	Sample: "cube",
	title:  "the seven pieces of the Soma cube make the figure {figure}",
	build: func(v Values) (*format.Puzzle, error) {
		return packOnce(&cubeGrid, somaFigures[v["figure"]].cells(), somaPieces, turn)
	},
}

// polycubes are sets of solid pieces, each to be used once.
var polycubes = map[string][]piece{
	"tetracubes": tetracubes,
	"cubes234": append([]piece{
		{"D2", listed("000 001")}, {"I3", listed("000 001 002")}, {"V3", listed("000 001 010")},
	}, tetracubes...),
	"pentominoes": solid(pentominoes),
}

// tetracubes has the shapes of four cubes, with the letters of the Soma pieces.
var tetracubes = append([]piece{{"I", listed("000 001 002 003")}, {"O", listed("000 001 010 011")}}, somaPieces[1:]...)

// solid returns flat pieces as solids one cube thick.
func solid(flat []piece) []piece {
	return each(flat, func(s piece) piece {
		return piece{s.name, each(s.cells, func(c cell) cell { return cell{0, c[0], c[1]} })}
	})
}

var polycube = Family{
	Name:    "polycube",
	summary: "sets of polycubes in a box",
	Params: []Param{
		{Name: "set", words: []string{"tetracubes", "cubes234", "pentominoes"},
			About: "pieces: the 8 tetracubes, mirror images being different pieces; the tetracubes and the shapes of " +
				"two and three cubes; or the 12 pentominoes, one cube thick",
			phrase: phrases{"tetracubes": "the 8 tetracubes", "cubes234": "the shapes of 2, 3 and 4 cubes",
				"pentominoes": "the 12 solid pentominoes"}.of},
		{Name: "layers", before: "_", min: 1, max: 30, About: "layers of the box"},
		{Name: "rows", before: "x", min: 1, max: 30, About: "rows of a layer"},
		{Name: "cols", before: "x", min: 1, max: 30, About: "columns of a layer"},
	},
	Form: `The pieces fill the box once each. All solutions count, turned and mirrored ones too.

Items are the pieces by size and letter, then the cubes by layer, row and column.
Options are ordered by piece, by orientation (24 turns, no mirror images) and by place.`,
	Source: "8 times the number in D. Goodger, Polyform Puzzler",
	Sample: "pentominoes_3x4x5",
	title:  "{set} in a box of {layers} by {rows} by {cols}",
	build: func(v Values) (*format.Puzzle, error) {
		board := box(v.int("layers"), v.int("rows"), v.int("cols"))
		return packOnce(&cubeGrid, board, polycubes[v["set"]], turn)
	},
}

var bricks = Family{
	Name:    "bricks",
	summary: "bricks of {a} by {b} by {c} in a box of {layers} by {rows} by {cols}",
	Params: []Param{
		{Name: "layers", min: 1, max: 12, About: "layers of the box"},
		{Name: "rows", before: "x", min: 1, max: 12, About: "rows of a layer"},
		{Name: "cols", before: "x", min: 1, max: 12, About: "columns of a layer"},
		{Name: "a", before: "_", min: 1, max: 12, About: "one side of the bricks"},
		{Name: "b", before: "x", min: 1, max: 12, About: "second side of the bricks"},
		{Name: "c", before: "x", min: 1, max: 12, About: "third side of the bricks"},
	},
	Form: `Bricks of one size, in any number, fill the box.

Items are the cubes by layer, row and column. Options are ordered by the orientation of
the brick and then by place. Orientations are compared as sorted lists of cubes.`,
	Source: "counted",
	Sample: "3x4x6_1x2x3",
	build: func(v Values) (*format.Puzzle, error) {
		brick := piece{"brick", box(v.int("a"), v.int("b"), v.int("c"))}
		return packAny(&cubeGrid, box(v.int("layers"), v.int("rows"), v.int("cols")), []piece{brick}, turn)
	},
}

var boxes = Family{
	Name:    "boxes",
	summary: "two classic puzzles of packing blocks into a cube",
	Params: []Param{{Name: "puzzle", words: []string{"slothouber_graatsma", "conway"},
		About: "which of the two puzzles", phrase: phrases{
			"slothouber_graatsma": "Slothouber and Graatsma's puzzle: bricks in a cube of side 3",
			"conway":              "Conway's puzzle: bricks in a cube of side 5",
		}.of}},
	title: "{puzzle}",
	Form: `Slothouber and Graatsma: six bricks of 1x2x2 and three of 1x1x1 fill a cube of side 3.
Conway: thirteen bricks of 1x2x4, three of 1x1x3, one of 1x2x2 and one of 2x2x2 fill a
cube of side 5. All solutions count, turned and mirrored ones too.

Items are some of the bricks, and then the cubes by layer, row and column. A brick is an
item if it is the only one of its kind or can be told from the others of its kind. The
volume fixes the number of the other bricks. The unit cubes are told apart by their
layer, and the bricks of 1x1x3 by their direction. No solution is lost: in each
direction every layer has an odd number of cubes, and any other brick takes an even
number of them. So each layer has exactly one unit cube, and each direction exactly one
brick of 1x1x3. Options are ordered by brick, in the reverse of the order above, then by
orientation and by place.`,
	Source: "counted",
	Sample: "conway",
	build: func(v Values) (*format.Puzzle, error) {
		if v["puzzle"] == "conway" {
			return conway()
		}
		return slothouberGraatsma()
	},
}

func slothouberGraatsma() (*format.Puzzle, error) {
	p := packing{on: &cubeGrid, board: box(3, 3, 3), pieces: []string{"unit0", "unit1", "unit2"}}
	p.begin()
	for _, c := range p.board {
		p.add([]cell{c}, placed{piece: c[0], label: "*"})
	}
	p.addPlaces(box(1, 2, 2), turn, picture.None, "")
	return p.puzzle()
}

func conway() (*format.Puzzle, error) {
	p := packing{on: &cubeGrid, board: box(5, 5, 5), pieces: []string{"2x2x2", "1x2x2", "3x1x1", "1x3x1", "1x1x3"}}
	p.begin()
	p.addPlaces(box(2, 2, 2), turn, 0, "#")
	p.addPlaces(box(1, 2, 2), turn, 1, "=")
	for k, bar := range []cellSet{box(3, 1, 1), box(1, 3, 1), box(1, 1, 3)} {
		p.addPlaces(bar, slide, 2+k, fmt.Sprint(k))
	}
	p.addPlaces(box(1, 2, 4), turn, picture.None, "")
	return p.puzzle()
}
