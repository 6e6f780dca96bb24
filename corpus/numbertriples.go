package corpus

import (
	"fmt"

	"xcbench/format"
	"xcbench/format/picture"
)

var numbertriples = Family{
	Name:    "numbertriples",
	summary: "the numbers up to 3 times {n}, cut into triples by a rule",
	Params: []Param{
		choice("<rule>", "rule for the triples: x+y=z, arithmetic progressions, or the same sum for all",
			"sum=triples x+y=z", "progression=arithmetic progressions of three", "equal=triples of equal sum"),
		number("<n>", 1, 60, "number of triples").says(func(n string) string { return fmt.Sprint(3 * Values{"n": n}.int("n")) }),
	},
	Form: `The numbers 1 to 3n are cut into n triples x<y<z. Each triple has x+y=z ("sum"), has
y-x=z-y ("progression"), or has the same sum as all others ("equal").

Items are the numbers from 1. Options are the triples in lexicographic order.`,
	Source: "OEIS A108235 (sum), A104429 (progression), A104185 (equal)",
	Sample: "sum8",
	title:  "the numbers 1 to {n} in {rule}",
	build: func(v Values) (*format.Puzzle, error) {
		n, rule := v.int("n"), tripleRules[v["rule"]]
		var b builder
		b.Primary(numbered(1, 3*n, "")...)
		for t := range subsets(3*n, 3) {
			if rule(t[0]+1, t[1]+1, t[2]+1, n) {
				b.OptionOf(t...)
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			// Each triple has a row, and each number has a column of its own.
			var p picture.Picture
			width := len(fmt.Sprint(3*n)) + 1
			for row, o := range options {
				for _, i := range b.problem.Option(o) {
					p.Cells = append(p.Cells, tableCell(row, int(i), width, b.problem.Name(int(i)), row))
				}
			}
			return p
		})
	},
}
