package corpus

import (
	"fmt"
	"slices"

	"xcbench/format"
	"xcbench/format/picture"
)

var threepartition = Family{
	Name:    "threepartition",
	summary: "3-PARTITION of {n} triples of numbers into triples of sum {sum} (seed {seed})",
	Params: []Param{
		number("<n>", 1, 66, "number of triples"),
		number("_b<sum>", 8, 1_000_000, "sum of each triple"),
		seedParam("seed of the numbers"),
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
		var b builder
		b.Primary(numbered(0, len(numbers), "a")...)
		for p := range subsets(len(numbers), 2) {
			rest := sum - numbers[p[0]] - numbers[p[1]]
			k, _ := slices.BinarySearch(numbers, rest)
			for k = max(k, p[1]+1); k < len(numbers) && numbers[k] == rest; k++ {
				b.OptionOf(p[0], p[1], k)
			}
		}
		return b.drawn(func(options []int) picture.Picture {
			// Each triple is a bar of three parts, which are as long as their numbers.
			var p picture.Picture
			width, unit := len(fmt.Sprint(sum)), 12/float64(sum)
			for row, o := range options {
				x := 0.0
				for c, k := range b.problem.Option(o) {
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
