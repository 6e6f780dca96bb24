package corpus

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// dice makes the random choices of members that have a seed. Only the stream of bits comes from the
// standard library, where it follows a published algorithm. Everything made from it is computed
// here, so that no release of Go can change a member.
type dice struct {
	below func(n int) int // a number from 0 to n-1, all equally likely
}

func newDice(seed int) dice { return diceOf(rand.NewPCG(uint64(seed), 0)) }

// diceOf returns dice that take their bits from a source. They have a bias of n in 2^64.
func diceOf(source *rand.PCG) dice {
	return dice{func(n int) int {
		high, _ := bits.Mul64(source.Uint64(), uint64(n))
		return int(high)
	}}
}

// pythonDice returns the dice of random.Random(seed) in Python: choice(list) takes the element
// below(len(list)), and shuffle does what ours does. So a few lines of Python make the same puzzle.
// The bits come from the Mersenne Twister (Matsumoto and Nishimura 1998), seeded with an array of
// one number.
func pythonDice(seed int) dice {
	const n, m = 624, 397
	var state [n]uint32
	mix := func(i int, factor uint32) uint32 { // of the number before place i
		before := state[(i+n-1)%n]
		return (before ^ before>>30) * factor
	}
	state[0] = 19650218
	for i := 1; i < n; i++ {
		state[i] = mix(i, 1812433253) + uint32(i)
	}
	for k := range n + n - 1 {
		i := k%(n-1) + 1
		if k < n {
			state[i] = state[i] ^ mix(i, 1664525) + uint32(seed)
		} else {
			state[i] = state[i] ^ mix(i, 1566083941) - uint32(i)
		}
		if i == n-1 {
			state[0] = state[n-1]
		}
	}
	state[0] = 1 << 31
	at := 0
	next := func() uint32 {
		const upper = 1 << 31
		y := state[at]&upper | state[(at+1)%n]&^upper
		x := state[(at+m)%n] ^ y>>1 ^ y&1*0x9908b0df
		state[at], at = x, (at+1)%n
		x ^= x >> 11
		x ^= x << 7 & 0x9d2c5680
		x ^= x << 15 & 0xefc60000
		return x ^ x>>18
	}
	return dice{func(n int) int {
		for {
			if k := next() >> (32 - bits.Len(uint(n))); int(k) < n {
				return int(k)
			}
		}
	}}
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
