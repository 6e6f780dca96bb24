package corpus

import (
	"fmt"

	"xcbench/format"
	"xcbench/format/picture"
)

var bricks = Family{
	Name:    "bricks",
	summary: "bricks of {a} by {b} by {c} in a box of {layers} by {rows} by {cols}",
	Params: []Param{
		number("<layers>", 1, 12, "layers of the box"),
		number("x<rows>", 1, 12, "rows of a layer"),
		number("x<cols>", 1, 12, "columns of a layer"),
		number("_<a>", 1, 12, "one side of the bricks"),
		number("x<b>", 1, 12, "second side of the bricks"),
		number("x<c>", 1, 12, "third side of the bricks"),
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
	Params: []Param{choice("<puzzle>", "which of the two puzzles",
		"slothouber_graatsma=Slothouber and Graatsma's puzzle: bricks in a cube of side 3",
		"conway=Conway's puzzle: bricks in a cube of side 5")},
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
