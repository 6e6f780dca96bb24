package corpus

import (
	"xcbench/format"
)

// somaPieces has the irregular shapes of up to four cubes, with the usual letters. All except A and
// B are their own mirror images.
func somaPieces() []piece {
	return []piece{
		{"V", listed("000 001 010")},
		{"L", listed("000 001 002 010")},
		{"T", listed("000 001 002 011")},
		{"Z", listed("000 001 011 012")},
		{"A", listed("000 001 010 110")},
		{"B", listed("000 001 010 101")},
		{"P", listed("000 001 010 100")},
	}
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
	Params: []Param{{Name: "figure", list: func() []string { return sortedKeys(somaFigures) }, phrase: spaced,
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
		return packOnce(&cubeGrid, somaFigures[v["figure"]].cells(), somaPieces(), turn)
	},
}
