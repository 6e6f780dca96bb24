package textbook

import (
	"fmt"
	"math/rand/v2"

	"xcbench/cover"
)

// mostOptions bounds the options of a random problem. The solvers that limit the options of an item
// take all of them.
const mostOptions = 16

// Random returns a small problem for a seed. Half of the problems have a planted solution. Some
// have secondary items, no items, items without options, empty options, or an option twice.
func Random(seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 15))
	primary, secondary, longest := rng.IntN(10), rng.IntN(4), 1+rng.IntN(4)
	items := primary + secondary
	var options [][]int
	if order := rng.Perm(primary); rng.IntN(2) == 0 {
		for len(order) > 0 {
			n := min(1+rng.IntN(longest), len(order))
			options, order = append(options, order[:n:n]), order[n:]
		}
		if len(options) > 0 && secondary > 0 {
			k := rng.IntN(len(options))
			options[k] = append(options[k], primary+rng.IntN(secondary))
		}
	}
	for range rng.IntN(mostOptions + 1 - len(options)) {
		o := rng.Perm(items)[:rng.IntN(min(longest, items)+1)]
		if len(options) > 0 && rng.IntN(10) == 0 {
			o = options[rng.IntN(len(options))]
		}
		options = append(options, o)
	}
	rng.Shuffle(len(options), func(a, b int) { options[a], options[b] = options[b], options[a] })

	var b cover.Builder
	for i := range primary {
		b.Primary(fmt.Sprint("p", i))
	}
	for i := range secondary {
		b.Secondary(fmt.Sprint("s", i))
	}
	for _, o := range options {
		b.OptionOf(o...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}
