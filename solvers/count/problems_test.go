package count_test

import (
	"math/rand/v2"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// choices returns the options of n items with two options each: 2^n solutions.
func choices(n int) (options [][]int) {
	for i := range n {
		options = append(options, []int{i}, []int{i})
	}
	return options
}

// wide returns a problem with some secondary items of which each state has one, from the first layer
// to the last, so that keys have a bit for each. Its counts outgrow 64 bits. No layer is that of one of
// some late items.
func wide(dice *rand.Rand, secondary int) *cover.Problem {
	const chain, late = 28, 2
	var options [][]int
	for w := range secondary {
		options = append(options, []int{0, chain + late + w}, []int{chain - 1, chain + late + w})
	}
	for k := range late {
		options = append(options, []int{3 + 4*k, chain + k}, []int{7 + 8*k, chain + k}, []int{9, 10, chain + k})
	}
	for c := 1; c < chain-1; c++ {
		for range 3 + dice.IntN(5) {
			options = append(options, []int{c})
		}
		if c%3 == 0 {
			options = append(options, []int{c, c + 1})
		}
	}
	dice.Shuffle(len(options), func(a, b int) { options[a], options[b] = options[b], options[a] })
	return textbook.Mixed(chain+late, secondary, options...)
}

// meeting returns a problem with a layer that first gets a count of 1, and then one of 2^65. Its keys
// are as wide as the number of secondary items says.
func meeting(secondary int) *cover.Problem {
	const chain, skipped = 70, 65
	options, skip := choices(chain), []int{chain}
	for i := range skipped {
		skip = append(skip, i)
	}
	options = append(options, skip, []int{chain - 1, chain})
	for w := range secondary {
		options = append(options, []int{0, chain - 1, chain + 1 + w})
	}
	return textbook.Mixed(chain, 1+secondary, options...)
}
