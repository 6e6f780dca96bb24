package corpus

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

var threedm = Family{
	Name:    "threedm",
	summary: "3-dimensional matchings of three sets of {n}",
	Params: []Param{
		{Name: "kind", words: []string{"complete", "planted", "random"},
			About: "options: all triples; a solution and random triples; or random triples only",
			phrase: phrases{
				"complete": "",
				"planted":  ", one planted and {triples} triples at random (seed {seed})",
				"random":   ", {triples} triples at random (seed {seed})",
			}.of},
		{Name: "n", min: 1, max: 200, About: "number of elements in each of the three sets"},
		{Name: "triples", before: "x", min: 0, max: 100_000, Default: "0", About: "number of random triples"},
		{Name: "seed", before: "_s", min: 0, max: 999_999_999, Default: "0", About: "seed of the triples"},
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
		var b cover.Builder
		for _, set := range []string{"x", "y", "z"} {
			b.Primary(numbered(set, 0, n-1)...)
		}
		for _, t := range all {
			b.OptionOf(t/(n*n), n+t/n%n, 2*n+t%n)
		}
		return drawn(&b, func(problem *cover.Problem, options []int) picture.Picture {
			// Each x has a row, with its y and z.
			var p picture.Picture
			width := len(fmt.Sprint(n-1)) + 2
			for k, o := range options {
				t := problem.Option(o)
				for c, i := range t {
					p.Cells = append(p.Cells, tableCell(int(t[0]), c, width, problem.Name(int(i)), k))
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

var numbertriples = Family{
	Name:    "numbertriples",
	summary: "the numbers up to 3 times {n}, cut into triples by a rule",
	Params: []Param{
		{Name: "rule", words: []string{"sum", "progression", "equal"},
			About: "rule for the triples: x+y=z, arithmetic progressions, or the same sum for all",
			phrase: phrases{"sum": "triples x+y=z", "progression": "arithmetic progressions of three",
				"equal": "triples of equal sum"}.of},
		{Name: "n", min: 1, max: 60, About: "number of triples",
			phrase: func(n string) string { return fmt.Sprint(3 * Values{"n": n}.int("n")) }},
	},
	Form: `The numbers 1 to 3n are cut into n triples x<y<z. Each triple has x+y=z ("sum"), has
y-x=z-y ("progression"), or has the same sum as all others ("equal").

Items are the numbers from 1. Options are the triples in lexicographic order.`,
	Source: "OEIS A108235 (sum), A104429 (progression), A104185 (equal)",
	Sample: "sum8",
	title:  "the numbers 1 to {n} in {rule}",
	build: func(v Values) (*format.Puzzle, error) {
		n, rule := v.int("n"), tripleRules[v["rule"]]
		var b cover.Builder
		b.Primary(numbered("", 1, 3*n)...)
		for t := range subsets(3*n, 3) {
			if rule(t[0]+1, t[1]+1, t[2]+1, n) {
				b.OptionOf(t...)
			}
		}
		return drawn(&b, func(problem *cover.Problem, options []int) picture.Picture {
			// Each triple has a row, and each number has a column of its own.
			var p picture.Picture
			width := len(fmt.Sprint(3*n)) + 1
			for row, o := range options {
				for _, i := range problem.Option(o) {
					p.Cells = append(p.Cells, tableCell(row, int(i), width, problem.Name(int(i)), row))
				}
			}
			return p
		})
	},
}

var threepartition = Family{
	Name:    "threepartition",
	summary: "3-PARTITION of {n} triples of numbers into triples of sum {sum} (seed {seed})",
	Params: []Param{
		{Name: "n", min: 1, max: 66, About: "number of triples"},
		{Name: "sum", before: "_b", min: 8, max: 1_000_000, About: "sum of each triple"},
		{Name: "seed", before: "_s", min: 0, max: 999_999_999, About: "seed of the numbers"},
	},
	Form: `Problem SP15 of Garey and Johnson: 3n numbers are to be cut into triples with the given
sum. Each number is more than a quarter and less than half of the sum. The numbers are
made as n random triples and then sorted.

Items are the numbers from the lowest, a0, a1, ...; equal numbers are different items.
Options are the triples with that sum, in lexicographic order.`,
	Source: "has a solution by construction",
	Sample: "8_b100_s1",
	build: func(v Values) (*format.Puzzle, error) {
		n, sum := v.int("n"), v.int("sum")
		numbers := plantedTriples(n, sum, newDice(v.int("seed")))
		if numbers == nil {
			const form = "no three numbers above %d/4 and below %[1]d/2 have the sum %[1]d, expected another sum"
			return nil, fmt.Errorf(form, sum)
		}
		var b cover.Builder
		b.Primary(numbered("a", 0, len(numbers)-1)...)
		for p := range subsets(len(numbers), 2) {
			rest := sum - numbers[p[0]] - numbers[p[1]]
			k, _ := slices.BinarySearch(numbers, rest)
			for k = max(k, p[1]+1); k < len(numbers) && numbers[k] == rest; k++ {
				b.OptionOf(p[0], p[1], k)
			}
		}
		return drawn(&b, func(problem *cover.Problem, options []int) picture.Picture {
			// Each triple is a bar of three parts, which are as long as their numbers.
			var p picture.Picture
			width, unit := len(fmt.Sprint(sum)), 12/float64(sum)
			for row, o := range options {
				x := 0.0
				for c, k := range problem.Option(o) {
					y, end := float64(row)*1.25, x+float64(numbers[k])*unit
					outline := []picture.Point{{X: x, Y: y}, {X: end, Y: y}, {X: end, Y: y + 1}, {X: x, Y: y + 1}}
					p.Cells = append(p.Cells, picture.Cell{Outline: outline, Part: 3*row + c,
						Label: fmt.Sprint(numbers[k]), Row: row, Col: (width + 1) * c})
					x = end
				}
			}
			return p
		})
	},
}

// plantedTriples returns 3n sorted numbers between a quarter and half of the sum, which are n
// triples of that sum. It returns nil if there is no such triple.
func plantedTriples(n, sum int, d dice) []int {
	low, high := sum/4+1, (sum-1)/2
	if 3*low > sum || 3*high < sum {
		return nil
	}
	var numbers []int
	for len(numbers) < 3*n {
		a, b := low+d.below(high-low+1), low+d.below(high-low+1)
		if c := sum - a - b; low <= c && c <= high {
			numbers = append(numbers, a, b, c)
		}
	}
	slices.Sort(numbers)
	return numbers
}
