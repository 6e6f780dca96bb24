package corpus

import (
	"xcbench/format"
)

var torus = Family{
	Name:    "torus",
	summary: "{n} queens on a torus, none attacking another",
	Params: []Param{
		number("<n>", 1, 60, "side of the board"),
		choice("_<diagonals>", "kind of the items for diagonals; the solutions are the same, because n queens take all n "+
			"diagonals of either direction", "secondary", "primary").or("secondary"),
	},
	Form: `The board has no edges: its last row is next to its first row, and its last column next
to its first column.

Primary items are the rows r0, r1, ... and then the columns c0, c1, .... The diagonals
follow; they are secondary unless the name says otherwise. They are a0, a1, ... by the
sum of row and column modulo n, then b0, b1, ... by column minus row modulo n. Options
are the squares row by row, each with its row, column and diagonals.`,
	Source: "OEIS A007705, A051906",
	Sample: "7",
	build: func(v Values) (*format.Puzzle, error) {
		n := v.int("n")
		var b builder
		b.Primary(numbered(0, n, "r", "c")...)
		add := b.Secondary
		if v["diagonals"] == "primary" {
			add = b.Primary
		}
		add(numbered(0, n, "a", "b")...)
		for r := range n {
			for c := range n {
				b.OptionOf(r, n+c, 2*n+(r+c)%n, 3*n+(c-r+n)%n)
			}
		}
		return b.drawn(chessboard(n))
	},
}
