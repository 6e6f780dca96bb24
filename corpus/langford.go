package corpus

import (
	"fmt"

	"xcbench/format"
	"xcbench/format/picture"
)

var langford = Family{
	Name:    "langford",
	summary: "Langford pairs of the numbers 1 to {n}, reversals counted separately",
	Params:  []Param{number("<n>", 1, 200, "largest number")},
	Form: `Two copies of each of the numbers 1 to n stand in a row, so that i other numbers are
between the two copies of i. A solution and its reversal both count.

Items are the numbers 1 to n, then the places s1 to s2n. Options are a number i with the
places j and j+i+1. They are ordered by number, from 1, and then by place, from the left
(TAOCP 7.2.2.1).`,
	Source: "twice OEIS A014552",
	Sample: "8",
	build:  func(v Values) (*format.Puzzle, error) { return pairs(v.int("n"), 1) },
}

var skolem = Family{
	Name:    "skolem",
	summary: "Skolem sequences of order {n}",
	Params:  []Param{number("<n>", 1, 200, "largest number")},
	Form: `Two copies of each of the numbers 1 to n stand in a row, so that the two copies of i are
i places apart. A solution and its reversal both count.

Items are the numbers 1 to n, then the places s1 to s2n. Options are a number i with the
places j and j+i. They are ordered by number, from 1, and then by place, from the left.`,
	Source: "OEIS A004075",
	Sample: "8",
	build:  func(v Values) (*format.Puzzle, error) { return pairs(v.int("n"), 0) },
}

// pairs puts the numbers 1 to n twice in a row, with i-1+between others between the two copies of
// i.
func pairs(n, between int) (*format.Puzzle, error) {
	var b builder
	b.Primary(numbered(1, n, "")...)
	b.Primary(numbered(1, 2*n, "s")...)
	for i := 1; i <= n; i++ {
		for j := 0; j+i+between < 2*n; j++ {
			b.OptionOf(i-1, n+j, n+j+i+between)
		}
	}
	return b.drawn(func(options []int) picture.Picture {
		p := table(1, 2*n, len(fmt.Sprint(n))+1, ".")
		for _, o := range options {
			number := int(b.problem.Option(o)[0])
			for _, i := range b.problem.Option(o)[1:] {
				c := &p.Cells[int(i)-n]
				c.Label, c.Part = b.problem.Name(number), number
			}
		}
		return p
	})
}
