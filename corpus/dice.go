package corpus

import (
	"math/bits"
	"math/rand/v2"
)

// dice makes the random choices of members that have a seed. Only the stream of bits comes from the
// standard library, where it follows a published algorithm. Everything made from it is computed
// here, so that no release of Go can change a member.
type dice struct{ bits *rand.PCG }

func newDice(seed int) dice { return dice{rand.NewPCG(uint64(seed), 0)} }

// below returns a number from 0 to n-1. All are equally likely, up to a bias of n in 2^64.
func (d dice) below(n int) int {
	high, _ := bits.Mul64(d.bits.Uint64(), uint64(n))
	return int(high)
}

// perm returns the numbers 0 to n-1 in random order.
func (d dice) perm(n int) []int {
	p := make([]int, n)
	for k := range p {
		p[k] = k
	}
	for k := n - 1; k > 0; k-- {
		j := d.below(k + 1)
		p[k], p[j] = p[j], p[k]
	}
	return p
}

// choose fills set with different numbers from 0 to n-1, in no particular order. n must be at least
// the length of set.
func (d dice) choose(n int, set []int) {
	for k := 0; k < len(set); {
		set[k] = d.below(n)
		again := false
		for _, other := range set[:k] {
			again = again || other == set[k]
		}
		if !again {
			k++
		}
	}
}
