package domains

// The lists of supports and of holes are linked lists of cells. A pair moves from one to the other
// and back, so a cell that holds it is never freed.
//
// A list of supports has the pairs that were met last at its front. When an option is removed, leave
// goes through its list. It turns pairs of live options into holes. It sorts the other pairs by the
// age of their options, the latest removal first, and puts a hint before each age:
//
//	pairs of this age   hint, pairs of a smaller age   hint, pairs of a still smaller age   ...
//
// The hint (age, stamp) holds while the stage of the age has this stamp: until the search is back
// there, no option behind the hint becomes live. So leave stops at the hint.

// support returns the first live option of item i that can be with option o, or -1 if there is none.
func (x *search) support(o, i int32) int32 {
	conflict := x.conflict[o]
	live := x.domain(i)
	for k, q := range live {
		if s := x.nodes[q].option; conflict[s/64]>>(s%64)&1 == 0 {
			x.patience -= k
			return s
		}
	}
	x.patience -= len(live)
	return -1
}

// tired reports whether the context has ended, if it is time to look.
func (x *search) tired() bool {
	if x.patience > 0 {
		return false
	}
	x.patience = patience
	return x.Expired()
}

// settle fills all holes. It returns false if this leaves an item without options, or if the context
// has ended.
func (x *search) settle() bool {
	for x.waiting > 0 {
		if x.tired() {
			return false
		}
		o := x.pop()
		at := &x.options[o]
		if at.age != waits { // removed since
			x.giveBack(o)
			continue
		}
		for at.holes != 0 {
			c := at.holes
			pair := &x.cells[c]
			s := x.support(o, int32(pair.item))
			if s < 0 {
				x.giveBack(o)
				if !x.remove(o, x.active) {
					return false
				}
				break
			}
			at.holes = pair.next
			pair.option, pair.next = o, x.options[s].supports
			x.options[s].supports = c
		}
	}
	return true
}

// abandon empties the queue of holes.
func (x *search) abandon() {
	for x.waiting > 0 {
		x.giveBack(x.pop())
	}
}

// pop takes the first option out of the queue.
func (x *search) pop() int32 {
	o := x.queue[x.head]
	if x.head++; x.head == len(x.queue) {
		x.head = 0
	}
	x.waiting--
	return o
}

// giveBack returns the holes of option o to the options that supported it.
func (x *search) giveBack(o int32) {
	for c := x.options[o].holes; c != 0; {
		pair := &x.cells[c]
		next, s := pair.next, &x.options[pair.option]
		pair.option, pair.next = o, s.supports
		s.supports = c
		c = next
	}
	x.options[o].holes = 0
}

// leave makes holes of the pairs of live options that option s, which is no longer live, has
// supported. It sorts the others.
func (x *search) leave(s int32) {
	c, hint := x.options[s].supports, int32(0) // the age of the hint at c, if the loop ends there
	least := x.now + 1
	for c != 0 {
		x.patience--
		pair := &x.cells[c]
		next := pair.next
		if pair.option < 0 {
			if age := -pair.option; age < x.now && pair.item == x.stages[(age+1)/2].stamp {
				hint = age
				break
			}
			x.free(c)
		} else if age := x.asleep(pair); age == waits {
			x.wake(s, c)
		} else {
			if x.heads[age] == 0 {
				x.tails[age] = c
			}
			pair.next, x.heads[age] = x.heads[age], c
			least = min(least, age)
		}
		c = next
	}
	if least == hint { // no two hints for one age
		next := x.cells[c].next
		x.free(c)
		c = next
	}
	for age := least; age <= x.now; age++ {
		if x.heads[age] == 0 {
			continue
		}
		x.cells[x.tails[age]].next = c
		c = x.heads[age]
		x.heads[age] = 0
		if age < x.now {
			h := x.cell()
			x.cells[h] = cell{option: -age, item: x.stages[(age+1)/2].stamp, next: c}
			c = h
		}
	}
	x.options[s].supports = c
}

// asleep returns the age of a pair that needs no support now, or waits if it needs one.
func (x *search) asleep(pair *cell) int32 {
	if age := x.options[pair.option].age; age <= x.now && !x.live(pair.option) {
		return age
	}
	if int(x.items[pair.item].pos) >= x.active {
		return x.now
	}
	return waits
}

// wake makes pair c, which option s has supported, a hole.
func (x *search) wake(s, c int32) {
	pair := &x.cells[c]
	o := pair.option
	at := &x.options[o]
	if at.holes == 0 {
		at.age = waits
		end := x.head + x.waiting
		if end >= len(x.queue) {
			end -= len(x.queue)
		}
		x.queue[end] = o
		x.waiting++
	}
	pair.option, pair.next = s, at.holes
	at.holes = c
}

// cell returns an unused cell.
func (x *search) cell() int32 {
	if c := x.unused; c != 0 {
		x.unused = x.cells[c].next
		return c
	}
	x.cells = append(x.cells, cell{})
	return int32(len(x.cells) - 1)
}

// free makes cell c unused.
func (x *search) free(c int32) { x.cells[c].next, x.unused = x.unused, c }
