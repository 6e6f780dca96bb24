package corpus

import (
	"xcbench/format"
)

var aztec = Family{
	Name:    "aztec",
	summary: "domino tilings of the Aztec diamond of order {n}",
	Params:  []Param{number("<n>", 1, 18, "order: half the number of rows")},
	Form: `The Aztec diamond of order n has rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, each row
centred under the one above.

Items are the cells row by row. Options are the horizontal dominoes row by row, then the
vertical ones.`,
	Source: "OEIS A006125: 2^(n(n+1)/2) (Elkies, Kuperberg, Larsen and Propp, 1992)",
	Sample: "4",
	build: func(v Values) (*format.Puzzle, error) {
		return packDominoes(aztecDiamond(v.int("n")))
	},
}

func aztecDiamond(n int) cellSet {
	fromMiddle := func(k int) int { return max(k-n, n-1-k) } // lines between line k and the middle
	return rectangle(2*n, 2*n).where(func(c cell) bool { return fromMiddle(c[0])+fromMiddle(c[1]) < n })
}
