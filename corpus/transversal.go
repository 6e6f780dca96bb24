package corpus

import (
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
	"xcbench/format/sudoku"
)

var transversal = Family{
	Name:    "transversal",
	summary: "transversals of a Latin square",
	Params:  []Param{squareParam},
	Form: `A transversal is a set of n cells of a Latin square of order n. It has one cell in every
row, one in every column, and one of every symbol.

Items are the rows r0, r1, ..., the columns c0, c1, ... and the symbols s0, s1, ....
Options are the cells row by row, each with its row, column and symbol.`,
	Source: "OEIS A006717 for cyclic groups of odd order; 0 for those of even order (Euler)",
	Sample: "z7",
	title:  "transversals of {square}",
	build: func(v Values) (*format.Puzzle, error) {
		square := findSquare(v["square"]).table()
		n := len(square)
		var b builder
		b.Primary(numbered(0, n, "r", "c", "s")...)
		for i := range n {
			for j := range n {
				b.OptionOf(i, n+j, 2*n+square[i][j])
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			p := latinBoard(n).symbols(make([]uint8, n*n), square.cells())
			for k := range p.Cells {
				p.Cells[k].Part, p.Cells[k].Col = picture.None, 3*(k%n)+1
			}
			for _, o := range options {
				c := &p.Cells[o]
				c.Part, c.Strong, c.Sign, c.Col = square[o/n][o%n], true, "["+c.Label+"]", c.Col-1
			}
			return p
		})
	},
}

var mates = Family{
	Name:    "mates",
	summary: "orthogonal mates of a Latin square",
	Params:  []Param{squareParam},
	Form: `A mate of a Latin square is another Latin square such that no two cells have the same
pair of symbols in the two squares. The first row of the mate is fixed as 0, 1, ....
Without that there would be n! times as many mates, because its symbols can be renamed.

Items are the cells p00, p01, ... (row, column), then r00, r01, ... (row, symbol of the
mate), c00, c01, ... (column, symbol of the mate) and s00, s01, ... (symbol of the
square, symbol of the mate). Numbers are digits 0-9a-z. Items that the first row covers
are left out. Options are a cell with a symbol of the mate, each with its four items.
They are ordered by row, without the first, by column and then by symbol, from 0.`,
	Source: "counted; 0 for cyclic groups of even order (Euler) and for all squares of order 6 (Tarry)",
	Sample: "z7",
	title:  "orthogonal mates of {square}",
	build: func(v Values) (*format.Puzzle, error) {
		square := findSquare(v["square"]).table()
		n := len(square)
		shape, err := sudoku.Form{Side: n, Jigsaw: string(each(slices.Concat(square...), func(symbol int) uint8 { return uint8(symbol) }))}.Shape()
		if err != nil {
			return nil, err
		}
		board, givens := symbolBoard{shape, "prcs"}, make([]uint8, n*n)
		for k := range n {
			givens[k] = uint8(k + 1)
		}
		return board.puzzle(givens, func(_, mate []uint8) picture.Picture {
			// Each cell shows its symbol in the square and, in colour, its symbol in the mate.
			p := board.symbols(make([]uint8, n*n), mate)
			for k := range p.Cells {
				c := &p.Cells[k]
				c.Label, c.Col = symbol(square[k/n][k%n])+c.Label, 3*(k%n)
			}
			return p
		})
	},
}
