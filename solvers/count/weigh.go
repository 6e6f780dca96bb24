package count

import (
	"context"
	"math/big"
	"math/bits"

	"xcbench/cover"
)

// A Stop says why numbers of a diagram were not found: the status is [cover.Memout] or
// [cover.Timeout].
type Stop struct{ Status cover.Status }

func (s *Stop) Error() string { return "stopped: " + string(s.Status) }

// pass begins one way through the diagram. The function that ends the pass gives its memory back, and
// returns a [Stop] if the pass had to stop.
func (d *Diagram) pass(ctx context.Context) (end func() error) {
	before := d.used
	d.start(ctx)
	return func() error {
		d.used = before
		if d.stopped {
			return &Stop{d.status}
		}
		return nil
	}
}

// Frequencies returns for each option of the problem how many solutions have it. The error is a
// [Stop].
func (d *Diagram) Frequencies(ctx context.Context) ([]*big.Int, error) {
	all := make([]*big.Int, d.p.Options())
	end := d.pass(ctx)
	limbs := d.limbs
	sums := slice[uint64](d.budget, d.p.Options()*limbs)
	above := slice[uint64](d.budget, (d.end()+1)*limbs) // by state, the paths to it
	if d.stopped {
		return nil, end()
	}
	product := make([]uint64, limbs)
	if !d.none() {
		above[0] = 1
	}
	for s := range d.end() {
		from, to := d.out(s)
		for k := from; k < to; k++ {
			e := d.edges[k]
			behind := d.solutions(int(e.to))
			if !used(behind) {
				continue // more paths may lead there than there are solutions
			}
			paths := above[s*limbs:][:limbs]
			addLimbs(above[int(e.to)*limbs:][:limbs], paths)
			multiply(product, paths, behind)
			addLimbs(sums[int(e.option)*limbs:][:limbs], product)
		}
		if d.spend(int64(1 + (to-from)*limbs*limbs)) {
			return nil, end()
		}
	}
	for o := range all {
		all[o] = integer(sums[o*limbs:][:limbs])
	}
	return all, end()
}

// multiply sets the product of two numbers of as many limbs. The product has no more limbs, because
// it counts solutions.
func multiply(product, a, b []uint64) {
	clear(product)
	for i, x := range a {
		carry := uint64(0)
		for j := range len(product) - i {
			hi, lo := bits.Mul64(x, b[j])
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			product[i+j], c = bits.Add64(product[i+j], lo, 0)
			carry = hi + c
		}
	}
}
