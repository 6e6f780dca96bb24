package count

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Samples draws n solutions, each from all solutions with the same probability, whatever was drawn
// before. Solutions are drawn by their place in the order of [Diagram.Solutions]: a random number
// below the count is exact for counts of any size. The seed determines all of them. There are none
// if the problem has no solution. A solution is shown as to a [cover.Visitor].
func (d *Diagram) Samples(n int, seed uint64) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if d.none() {
			return
		}
		rng := rand.NewPCG(seed, 0)
		place, options := make([]uint64, d.limbs), []int(nil)
		for range n {
			below(rng, place, d.solutions(0))
			if options = d.at(place, options[:0]); !yield(options) {
				return
			}
		}
	}
}

// below sets n to a random number below the bound, which is not zero. All bits above those of the
// bound are zero, so that less than half of the tries fail.
func below(from rand.Source, n, bound []uint64) {
	top := len(bound) - 1
	for bound[top] == 0 {
		top--
	}
	clear(n)
	for {
		for k := range top + 1 {
			n[k] = from.Uint64()
		}
		n[top] &= 1<<bits.Len64(bound[top]) - 1
		if less(n, bound) {
			return
		}
	}
}

// less compares numbers of as many limbs.
func less(a, b []uint64) bool {
	for k, limb := range slices.Backward(a) {
		if limb != b[k] {
			return limb < b[k]
		}
	}
	return false
}

// at appends the solution at a place, from 0, in the order of [Diagram.Solutions]. It changes place.
func (d *Diagram) at(place []uint64, options []int) []int {
	for state := 0; state < d.end(); {
		from, _ := d.out(state)
		for k := from; ; k++ { // the place is below the sum over all transitions
			e := d.edges[k]
			if behind := d.solutions(int(e.to)); less(place, behind) {
				options, state = append(options, d.p.ToBase(int(e.option))), int(e.to)
				break
			} else {
				subLimbs(place, behind)
			}
		}
	}
	return options
}

// Solutions lists all solutions. They come in the order of a search that branches on the items in
// the order of the sweep, and tries the options of an item in input order. No dead end lies between two
// solutions. A solution is shown as to a [cover.Visitor].
func (d *Diagram) Solutions() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if !d.none() {
			d.walk(0, nil, yield)
		}
	}
}

// walk shows the solutions that begin with some options, and returns whether to go on.
func (d *Diagram) walk(state int, options []int, yield func([]int) bool) bool {
	if state == d.end() {
		return yield(options)
	}
	from, to := d.out(state)
	for _, e := range d.edges[from:to] {
		if used(d.solutions(int(e.to))) && !d.walk(int(e.to), append(options, d.p.ToBase(int(e.option))), yield) {
			return false
		}
	}
	return true
}
