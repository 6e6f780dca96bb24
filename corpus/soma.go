package corpus

import (
	"xcbench/format"
)

// somaPieces has the irregular shapes of up to four cubes, with the usual letters. All except A and
// B are their own mirror images.
func somaPieces() []piece {
	return piecesOf(
		"V 000 001 010",
		"L 000 001 002 010",
		"T 000 001 002 011",
		"Z 000 001 011 012",
		"A 000 001 010 110",
		"B 000 001 010 101",
		"P 000 001 010 100",
	)
}

// somaFigures has drawings of the figures: rows of cubes, and a stroke between layers.
var somaFigures = map[string]string{
	"cube":    "XXX XXX XXX / XXX XXX XXX / XXX XXX XXX",
	"bathtub": "XXXXX XXXXX XXXXX / XXXXX X...X XXXXX",
	"bench":   "XXXXXXXXX XXXXXXXXX / XXXXXXXXX .........",
	"clip":    "XXXX X..X X... XX.. / XXXX X..X X... XX.. / XXXX X..X X... XX..",
	"cornerstone": "XXXXX XXXX. XXX.. XX... X.... / XX... XX... X.... X.... ..... / " +
		"X.... X.... X.... ..... ..... / X.... X.... ..... ..... ..... / X.... ..... ..... ..... .....",
	"crystal":     "X.. ... ... / XX. X.. ... / XXX XX. X.. / XXX XXX XX. / XXX XXX XXX",
	"curved_wall": "X...X XX.XX .XXX. / X...X XX.XX .XXX. / X...X XX.XX .XXX.",
	"high_wall": "...XX ..XX. .XX.. XX... X.... / ...XX ..XX. .XX.. XX... X.... / " +
		"...XX ..XX. .XX.. XX... X....",
	"long_wall": "....XX ...XXX ..XXX. .XXX.. XXX... XX.... / ....XX ...XX. ..XX.. .XX... XX.... X.....",
	"pyramid": ".XXX. XXXXX XXXXX XXXXX .XXX. / ..... ..X.. .XXX. ..X.. ..... / " +
		"..... ..... ..X.. ..... .....",
	"skew_1": "..XXX .XXX. XXX.. / ..XXX .XXX. XXX.. / ..XXX .XXX. XXX..",
	"skew_2": "....XXX ..XXX.. XXX.... / ....XXX ..XXX.. XXX.... / ....XXX ..XXX.. XXX....",
	"sofa":   "XXXXX XXXXX XXXXX / XXXXX X...X ..... / XXXXX ..... .....",
	"steamer": "..XXX .XXXX XXXXX XXXX. XXX.. / ..... ..XX. .XXX. .XX.. ..... / " +
		"..... ..... ..X.. ..... .....",
	"steps":  "XXXXX XXXXX XXXXX / .XXX. .XXX. .XXX. / ..X.. ..X.. ..X..",
	"tunnel": "XX.XX .X.X. .XXX. / XX.XX .X.X. .XXX. / XX.XX .X.X. .XXX.",
}

var soma = Family{
	Name:    "soma",
	summary: "figures made of the seven pieces of the Soma cube",
	Params:  []Param{choice("<figure>", "figure to be made", sortedKeys(somaFigures)...).says(spaced)},
	Form: `The seven pieces make the figure, each used once. All solutions count, turned and
mirrored ones too.

Items are the pieces V, L, T, Z, A, B, P, then the figure's cubes by layer, row and
column, with a digit for each. Options are ordered by piece, by orientation (24 turns,
no mirror images) and by place. Orientations are compared as sorted lists of cubes.`,
	Source: "D. Goodger, Polyform Puzzler, times the symmetries of the figure that it leaves out",
	Sample: "cube",
	title:  "the seven pieces of the Soma cube make the figure {figure}",
	build: func(v Values) (*format.Puzzle, error) {
		return packOnce(&cubeGrid, layers(somaFigures[v["figure"]]), somaPieces(), turn)
	},
}
