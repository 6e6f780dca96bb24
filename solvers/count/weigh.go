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

// pass is one way through a diagram that takes time and memory.
type pass struct {
	clock  clock
	memory *budget
	before int64 // of the memory in use
}

func (d *Diagram) pass(ctx context.Context) *pass {
	p := &pass{memory: d.memory, before: d.memory.used}
	p.clock.start(ctx, cover.Limits{})
	return p
}

// full stops the pass if something did not fit. It reports whether the pass has stopped.
func (p *pass) full(ok bool) bool {
	if !ok {
		p.clock.stopAt(cover.Memout)
	}
	return p.clock.stopped
}

// stopped reports whether the pass has to end, after some work.
func (p *pass) stopped(work int, ok bool) bool { return p.full(ok) || p.clock.spent(work) }

// end gives back the memory of the pass. It returns a [Stop] if the pass had to stop.
func (p *pass) end() error {
	p.memory.used = p.before
	if p.clock.stopped {
		return &Stop{p.clock.status}
	}
	return nil
}

// sizes has the number of paths from the first state to a state, by their length.
type sizes struct {
	least int      // the shortest length
	paths []uint64 // numbers
}

// BySize returns how many solutions have k options, for every k up to the largest solution. It is
// empty if there is no solution. The error is a [Stop].
func (d *Diagram) BySize(ctx context.Context) (bySize []*big.Int, err error) {
	if d.none() {
		return nil, nil
	}
	pass := d.pass(ctx)
	all, ok := slice[sizes](pass.memory, d.States()+1)
	if pass.full(ok) {
		return nil, pass.end()
	}
	one := make([]uint64, d.limbs) // a path takes as many limbs as a solution: each is part of one
	one[0] = 1
	all[0].paths = one
	for s := range d.States() {
		from, to := d.out(s)
		for k := from; k < to; k++ {
			next := &all[d.edges.at(k).to]
			if ok := next.add(pass.memory, all[s], d.limbs); pass.stopped(1+len(all[s].paths), ok) {
				return nil, pass.end()
			}
		}
		pass.memory.give(8 * int64(cap(all[s].paths)))
		all[s].paths = nil
	}
	last := all[d.States()]
	for range last.least {
		bySize = append(bySize, new(big.Int))
	}
	for k := 0; k < len(last.paths); k += d.limbs {
		bySize = append(bySize, integer(last.paths[k:k+d.limbs]))
	}
	return bySize, pass.end()
}

// add adds paths that are one transition longer.
func (z *sizes) add(b *budget, from sizes, limbs int) bool {
	least := from.least + 1
	most := least + len(from.paths)/limbs
	if z.paths != nil {
		least, most = min(least, z.least), max(most, z.least+len(z.paths)/limbs)
	}
	if n := (most - least) * limbs; n > len(z.paths) {
		wider, ok := slice[uint64](b, n)
		if !ok {
			return false
		}
		copy(wider[max(0, z.least-least)*limbs:], z.paths)
		drop(b, &z.paths)
		z.paths, z.least = wider, least
	}
	shift := (from.least + 1 - z.least) * limbs
	for k := 0; k < len(from.paths); k += limbs {
		addLimbs(z.paths[shift+k:shift+k+limbs], from.paths[k:k+limbs])
	}
	return true
}

// Frequencies returns for each option of the problem how many solutions have it. The error is a
// [Stop].
func (d *Diagram) Frequencies(ctx context.Context) ([]*big.Int, error) {
	pass, limbs := d.pass(ctx), d.limbs
	sums, ok := slice[uint64](pass.memory, d.p.Options()*limbs)
	if pass.full(ok) {
		return nil, pass.end()
	}
	above, ok := slice[uint64](pass.memory, d.first.n*limbs) // by state, the paths to it
	if pass.full(ok) {
		return nil, pass.end()
	}
	product := make([]uint64, limbs)
	if !d.none() {
		above[0] = 1
	}
	for s := range d.States() {
		paths := above[s*limbs:][:limbs]
		from, to := d.out(s)
		for k := from; k < to; k++ {
			e := d.edges.at(k)
			addLimbs(above[int(e.to)*limbs:][:limbs], paths)
			multiply(product, paths, d.solutions(int(e.to)))
			addLimbs(sums[int(e.option)*limbs:][:limbs], product)
		}
		if pass.stopped(1+(to-from)*limbs*limbs, true) {
			return nil, pass.end()
		}
	}
	all := make([]*big.Int, d.p.Options())
	for o := range all {
		all[o] = integer(sums[o*limbs:][:limbs])
	}
	return all, pass.end()
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
