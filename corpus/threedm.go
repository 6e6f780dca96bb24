package corpus

import (
	"fmt"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

var threedm = Family{
	Name:    "threedm",
	summary: "3-dimensional matchings of three sets of {n}",
	Params: []Param{
		choice("<kind>", "options: all triples; a solution and random triples; or random triples only", "complete=",
			"planted=, one planted and {triples} triples at random (seed {seed})",
			"random=, {triples} triples at random (seed {seed})"),
		number("<n>", 1, 200, "number of elements in each of the three sets"),
		number("x<triples>", 0, 100_000, "number of random triples").or("0"),
		seedParam("seed of the triples").or("0"),
	},
	Form: `3-dimensional matching (problem SP1 of Garey and Johnson): triples have one element of
each of three sets. Some triples are chosen so that every element is in exactly one of
them.

Items are x0, x1, ..., then y0, y1, ..., then z0, z1, .... Options are different triples
in lexicographic order.`,
	Source: "(n!)^2 for complete; else counted",
	Sample: "planted12x60_s1",
	title:  "3-dimensional matchings of sets of {n} elements{kind}",
	build: func(v Values) (*format.Puzzle, error) {
		n, more := v.int("n"), v.int("triples")
		all, err := threeTriples(v["kind"], n, more, newDice(v.int("seed")))
		if err != nil {
			return nil, err
		}
		if v["kind"] == "complete" && v["seed"] != "0" {
			return nil, fmt.Errorf("all triples with a seed, expected none")
		}
		var b builder
		b.Primary(numbered(0, n, "x", "y", "z")...)
		for _, t := range all {
			b.OptionOf(t/(n*n), n+t/n%n, 2*n+t%n)
		}
		return b.drawn(func(options []int) picture.Picture {
			// Each x has a row, with its y and z.
			var p picture.Picture
			width := len(fmt.Sprint(n-1)) + 2
			for k, o := range options {
				t := b.problem.Option(o)
				for c, i := range t {
					p.Cells = append(p.Cells, tableCell(int(t[0]), c, width, b.problem.Name(int(i)), k))
				}
			}
			return p
		})
	},
}

// threeTriples returns the triples (x, y, z) as the numbers x n^2 + y n + z, in increasing order.
func threeTriples(kind string, n, more int, d dice) ([]int, error) {
	const most = 40 // for all triples
	cube := n * n * n
	switch {
	case kind == "complete" && (more > 0 || n > most):
		return nil, fmt.Errorf("all triples of %d elements and %d more, expected at most %d elements and no more triples",
			n, more, most)
	case kind != "complete" && (more == 0 || 2*more > cube):
		return nil, fmt.Errorf("%d triples at random, expected 1 to %d", more, cube/2)
	}
	if kind == "complete" {
		return upTo(cube), nil
	}
	var all []int
	seen := map[int]bool{} // looked up but never iterated, so that its order does not matter
	if kind == "planted" {
		y, z := d.perm(n), d.perm(n)
		for x := range n {
			t := x*n*n + y[x]*n + z[x]
			all, seen[t] = append(all, t), true
		}
	}
	for more += len(all); len(all) < min(more, cube); {
		if t := d.below(cube); !seen[t] {
			all, seen[t] = append(all, t), true
		}
	}
	slices.Sort(all)
	return all, nil
}

// tripleRules are the rules for triples x<y<z of numbers up to 3n.
var tripleRules = map[string]func(x, y, z, n int) bool{
	"sum":         func(x, y, z, n int) bool { return x+y == z },
	"progression": func(x, y, z, n int) bool { return y-x == z-y },
	"equal":       func(x, y, z, n int) bool { return 2*(x+y+z) == 3*(3*n+1) },
}
