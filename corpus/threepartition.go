package corpus

import (
	"fmt"
	"slices"

	"xcbench/cover"
	"xcbench/format"
	"xcbench/format/picture"
)

var threepartition = Family{
	Name:    "threepartition",
	summary: "3-PARTITION of {n} triples of numbers into triples of sum {sum} (seed {seed})",
	Params: []Param{
		{Name: "n", min: 1, max: 66, About: "triples"},
		{Name: "sum", before: "_b", min: 8, max: 1_000_000, About: "of each triple"},
		{Name: "seed", before: "_s", min: 0, max: 999_999_999, About: "of the numbers"},
	},
	Form: `Problem SP15 of Garey and Johnson: 3n numbers, each more than a quarter and less than half of a sum, are to be cut into triples with that sum. They are made
as n random triples and sorted; equal ones are told apart. Items are the numbers from the lowest, a0, a1, .... Options are the triples of that sum in lexicographic order.`,
	Source: "has a solution by construction",
	Sample: "8_b100_s1",
	build: func(v Values) (*format.Puzzle, error) {
		n, sum := v.int("n"), v.int("sum")
		numbers := plantedTriples(n, sum, newDice(v.int("seed")))
		if numbers == nil {
			return nil, fmt.Errorf("no three numbers above %d/4 and below %[1]d/2 have the sum %[1]d, expected another sum", sum)
		}
		var b cover.Builder
		for k := range numbers {
			b.Primary(fmt.Sprintf("a%d", k))
		}
		var all [][3]int16
		subsets(len(numbers), 2, func(p []int) {
			rest := sum - numbers[p[0]] - numbers[p[1]]
			k, _ := slices.BinarySearch(numbers, rest)
			for k = max(k, p[1]+1); k < len(numbers) && numbers[k] == rest; k++ {
				b.OptionOf(p[0], p[1], k)
				all = append(all, [3]int16{int16(p[0]), int16(p[1]), int16(k)})
			}
		})
		return drawn(&b, func(options []int) picture.Picture {
			// A bar for each triple, of three parts as long as their numbers.
			var p picture.Picture
			width, unit := len(fmt.Sprint(sum)), 12/float64(sum)
			for row, o := range options {
				x := 0.0
				for c, k := range all[o] {
					y, end := float64(row)*1.25, x+float64(numbers[k])*unit
					p.Cells = append(p.Cells, picture.Cell{Outline: []picture.Point{{X: x, Y: y}, {X: end, Y: y}, {X: end, Y: y + 1}, {X: x, Y: y + 1}},
						Part: 3*row + c, Label: fmt.Sprint(numbers[k]), Row: row, Col: (width + 1) * c})
					x = end
				}
			}
			return p
		})
	},
}

// plantedTriples returns 3n numbers between a quarter and half of the sum, sorted, that
// are n triples of that sum; nil if there is no such triple.
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
