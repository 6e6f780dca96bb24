package corpus

import (
	"math/bits"
	"math/rand/v2"
	"slices"
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
	p := upTo(n)
	shuffle(d, p)
	return p
}

// shuffle puts a list into random order.
func shuffle[E any](d dice, list []E) {
	for k := len(list) - 1; k > 0; k-- {
		j := d.below(k + 1)
		list[k], list[j] = list[j], list[k]
	}
}

// upTo returns the numbers 0 to n-1.
func upTo(n int) []int {
	all := make([]int, n)
	for k := range all {
		all[k] = k
	}
	return all
}

// choose fills set with different numbers from 0 to n-1, in no particular order. n must be at least
// the length of set.
func (d dice) choose(n int, set []int) {
	for k := 0; k < len(set); {
		set[k] = d.below(n)
		if !slices.Contains(set[:k], set[k]) {
			k++
		}
	}
}
