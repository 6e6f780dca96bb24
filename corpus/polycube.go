package corpus

import (
	"xcbench/format"
)

// polycubes are sets of solid pieces, each to be used once.
func polycubes() map[string][]piece {
	return map[string][]piece{
		"tetracubes":  tetracubes(),
		"cubes234":    append(piecesOf("D2 000 001", "I3 000 001 002", "V3 000 001 010"), tetracubes()...),
		"pentominoes": solid(pentominoes()),
	}
}

// tetracubes has the shapes of four cubes, with the letters of the Soma pieces.
func tetracubes() []piece {
	return append(piecesOf("I 000 001 002 003", "O 000 001 010 011"), somaPieces()[1:]...)
}

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
		choice("<set>", "pieces: the 8 tetracubes, mirror images being different pieces; the tetracubes and the shapes of "+
			"two and three cubes; or the 12 pentominoes, one cube thick", "tetracubes=the 8 tetracubes",
			"cubes234=the shapes of 2, 3 and 4 cubes", "pentominoes=the 12 solid pentominoes"),
		number("_<layers>", 1, 30, "layers of the box"),
		number("x<rows>", 1, 30, "rows of a layer"),
		number("x<cols>", 1, 30, "columns of a layer"),
	},
	Form: `The pieces fill the box once each. All solutions count, turned and mirrored ones too.

Items are the pieces by size and letter, then the cubes by layer, row and column.
Options are ordered by piece, by orientation (24 turns, no mirror images) and by place.`,
	Source: "8 times the number in D. Goodger, Polyform Puzzler",
	Sample: "pentominoes_3x4x5",
	title:  "{set} in a box of {layers} by {rows} by {cols}",
	build: func(v Values) (*format.Puzzle, error) {
		board := box(v.int("layers"), v.int("rows"), v.int("cols"))
		return packOnce(&cubeGrid, board, polycubes()[v["set"]], turn)
	},
}
