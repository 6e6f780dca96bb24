package count

import "slices"

// reduced makes the diagram of a builder that is done: it removes the states without solutions,
// numbers the others by their places, and counts from below. It works in place. The diagram is not
// complete if the clock stops.
func (b *builder) reduced() *Diagram {
	d := &Diagram{p: b.p, memory: b.memory, limbs: 1}
	if b.hopeless || b.full(b.first.add(b.memory, uint32(b.edges.n))) {
		return d
	}
	states := b.first.n - 1
	numbers, ok := slice[uint32](b.memory, states)
	if b.full(ok) {
		return d
	}
	b.mark(numbers)
	lives := uint32(0)
	for place, n := range numbers {
		if n != dead {
			numbers[place] = lives
			lives++
		}
	}
	for s := range b.found.n {
		place := b.found.at(s)
		*place = numbers[*place]
	}
	if !b.clock.stopped && (lives > 0 || states == 0) {
		b.renumber(numbers, lives)
		d.first, d.edges = b.first, b.edges
		b.first, b.edges = list[uint32]{}, list[edge]{}
	}
	b.release()
	drop(b.memory, &numbers)
	if !d.none() {
		d.countBelow(b)
	}
	return d
}

// mark marks the places of states without solutions as dead, from the last one to the first.
func (b *builder) mark(numbers []uint32) {
	for place := range slices.Backward(numbers) {
		numbers[place] = dead
		from, to := int(*b.first.at(place)), int(*b.first.at(place + 1))
		for k := from; k < to; k++ {
			if s := b.edges.at(k).to; s == end || numbers[*b.found.at(int(s))] != dead {
				numbers[place] = 0
				break
			}
		}
		if b.clock.spent(1 + to - from) {
			return
		}
	}
}

// renumber moves the living states, and the transitions between them, to the front. The end gets the
// number after the last state.
func (b *builder) renumber(numbers []uint32, lives uint32) {
	kept := 0
	for place, n := range numbers {
		from, to := int(*b.first.at(place)), int(*b.first.at(place + 1))
		if n == dead {
			continue
		}
		*b.first.at(int(n)) = uint32(kept)
		for k := from; k < to; k++ {
			e := *b.edges.at(k)
			if e.to == end {
				e.to = lives
			} else if e.to = *b.found.at(int(e.to)); e.to == dead {
				continue
			}
			*b.edges.at(kept) = e
			kept++
		}
	}
	*b.first.at(int(lives)) = uint32(kept)
	b.first.cut(b.memory, int(lives)+1)
	b.edges.cut(b.memory, kept)
}

// countBelow counts the solutions of each state, from the end to the first one.
func (d *Diagram) countBelow(b *builder) {
	states := d.States()
	var ok bool
	if d.below, ok = slice[uint64](b.memory, states+1); b.full(ok) {
		return
	}
	d.below[states] = 1
	for s := states - 1; s >= 0; s-- {
		from, to := d.out(s)
		for k := from; k < to; k++ {
			if addLimbs(d.solutions(s), d.solutions(int(d.edges.at(k).to))) == 0 {
				continue
			}
			if b.full(d.widen(s + 1)) {
				return
			}
			k = from - 1 // once more
		}
		if b.clock.spent(1 + to - from) {
			return
		}
	}
}

// widen makes all numbers a limb longer. Those of states before from are not counted yet.
func (d *Diagram) widen(from int) bool {
	wider, ok := slice[uint64](d.memory, (d.States()+1)*(d.limbs+1))
	if !ok {
		return false
	}
	for s := from; s <= d.States(); s++ {
		copy(wider[s*(d.limbs+1):], d.solutions(s))
	}
	drop(d.memory, &d.below)
	d.below = wider
	d.limbs++
	return true
}
