package count

import (
	"iter"
	"math/big"
	"math/rand/v2"
)

// Samples draws n solutions, each from all solutions with the same probability, whatever was drawn
// before. Solutions are drawn by their place in the order of [Diagram.Solutions]: a random number
// below the count is exact for counts of any size. The seed determines all of them. There are none
// if the problem has no solution. A solution is shown as to a [cover.Visitor].
func (d *Diagram) Samples(n int, seed uint64) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if d.root() == nowhere {
			return
		}
		rng, options := rand.NewPCG(seed, 0), []int(nil)
		for range n {
			if options = d.at(below(rng, d.count), options[:0]); !yield(options) {
				return
			}
		}
	}
}

// below returns a random number below the bound, which is not zero. All bits above those of the
// bound are zero, so that less than half of the tries fail.
func below(from rand.Source, bound *big.Int) *big.Int {
	limbs := make([]uint64, (bound.BitLen()+63)/64)
	for {
		for k := range limbs {
			limbs[k] = from.Uint64()
		}
		limbs[len(limbs)-1] &= 1<<((bound.BitLen()-1)%64+1) - 1
		if n := integer(limbs); n.Cmp(bound) < 0 {
			return n
		}
	}
}

// at appends the solution at a place, from 0, in the order of [Diagram.Solutions]. It changes place.
func (d *Diagram) at(place *big.Int, options []int) []int {
	for state := d.root(); state != end; {
		for _, e := range d.out(state) { // the place is below the sum over all transitions
			behind := d.below.of(int(e.to))
			if place.Cmp(behind) < 0 {
				options, state = append(options, d.p.ToBase(int(e.option))), int(e.to)
				break
			}
			place.Sub(place, behind)
		}
	}
	return options
}

// Solutions lists all solutions. They come in the order of a search that branches on the items in
// the order of the sweep, and tries the options of an item in input order. No dead end lies between two
// solutions. A solution is shown as to a [cover.Visitor].
func (d *Diagram) Solutions() iter.Seq[[]int] {
	return func(yield func([]int) bool) { d.walk(d.root(), nil, yield) }
}

// walk shows the solutions that begin with some options, and returns whether to go on.
func (d *Diagram) walk(state int, options []int, yield func([]int) bool) bool {
	if state == end {
		return yield(options)
	}
	for _, e := range d.out(state) {
		if !d.walk(int(e.to), append(options, d.p.ToBase(int(e.option))), yield) {
			return false
		}
	}
	return true
}
