package corpus

import (
	"fmt"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

var queensColours = Family{
	Name:    "queens_colours",
	summary: "{colours} sets of {n} queens on one board, no queen attacking another of its set",
	Params: []Param{
		number("<n>", 1, 30, "side of the board"),
		number("_c<colours>", 1, mostColours, "number of sets, each with a colour of its own"),
	},
	Form: `In each set, every row and every column has exactly one queen, and every diagonal at most
one. Sets do not share a square. Sets are told apart, so that c! solutions have the same
sets. OEIS A171760 has the largest number of sets.

Primary items are the rows r0A, r1A, ..., r0B, ... of each set, and then its columns c0A,
.... Secondary items are the diagonals of each set, a0A, a1A, ... by the sum of row and
column, then b0A, ... by n-1+row-column, and the squares s<row>.<column>. Options are
ordered by set, row and column: the row, the column, the diagonals, and the square in
the colour of the set.`,
	Source: "counted; none beyond OEIS A171760",
	Sample: "7_c7",
	build: func(v Values) (*format.Puzzle, error) {
		n, sets := v.int("n"), v.int("colours")
		var b builder
		lines := func(add func(...string) error, count int, kinds ...string) {
			for _, kind := range kinds {
				for set := range sets {
					add(each(numbered(0, count, kind), func(name string) string { return name + letter(set) })...)
				}
			}
		}
		lines(b.Primary, n, "r", "c")
		lines(b.Secondary, 2*n-1, "a", "b")
		for s := range n * n {
			b.Secondary(fmt.Sprintf("s%d.%d", s/n, s%n))
		}
		for set := range sets {
			for s := range n * n {
				r, c, colour := s/n, s%n, letter(set)
				b.Option(fmt.Sprint("r", r, colour), fmt.Sprint("c", c, colour), fmt.Sprint("a", r+c, colour),
					fmt.Sprint("b", n-1+r-c, colour), fmt.Sprintf("s%d.%d:%s", r, c, colour))
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			p := table(n, n, 2, picture.Empty)
			for _, o := range slices.Sorted(slices.Values(options)) {
				c := &p.Cells[o%(n*n)]
				c.Part, c.Label = o/(n*n), letter(o/(n*n))
			}
			return p
		})
	},
}
