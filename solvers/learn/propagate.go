package learn

// propagate draws the consequences of all literals on the trail. It returns a conflict, or none. If
// the run is over, the state is in disorder, and the result means nothing.
func (x *search) propagate() (conflict cause) {
	from := x.head
	for x.head < len(x.trail) && conflict == none && !x.Stopped() {
		l := x.trail[x.head]
		x.head++
		if l&1 == 0 {
			x.cover(l >> 1)
			conflict = x.include(l)
		} else {
			conflict = x.exclude(l ^ 1)
			x.spend(int(x.start[l] - x.start[l-1]))
		}
		if conflict == none {
			conflict = x.visit(l ^ 1)
		}
	}
	x.Add(0, int64(x.head-from))
	return conflict
}

// include makes all options false that share an item with the option of literal l, which became true.
func (x *search) include(l literal) (conflict cause) {
	why, depth := rival.of(l>>1), x.depth()
	for _, i := range x.itemsOf(l >> 1) {
		options := x.optionsOf(i)
		for _, other := range options {
			if v := x.value[other]; v == 0 {
				x.assign(other^1, why, depth)
			} else if v > 0 && other != l {
				x.pair[1] = other ^ 1
				return why
			}
		}
		if x.spend(len(options)) {
			break
		}
	}
	return none
}

// visit looks for another literal to watch in every clause that watches l, which became false. A
// clause that has none makes its other watched literal true, or is a conflict.
//
// A watch has a literal of its clause, the blocker. If it is true, the clause is not looked up.
func (x *search) visit(l literal) (conflict cause) {
	watching, kept, steps := x.watches[l], 0, 0
	for k, w := range watching {
		if x.value[w.blocker] > 0 {
			watching[kept] = w
			kept++
			continue
		}
		c := x.literals(w.clause)
		if c[0] == l {
			c[0], c[1] = c[1], c[0]
		}
		w.blocker = c[0]
		other := x.value[c[0]]
		if other <= 0 {
			next := 2
			for next < len(c) && x.value[c[next]] < 0 {
				next++
			}
			if steps += next; steps > patience && x.spend(steps) {
				return none
			}
			if next < len(c) {
				c[1], c[next] = c[next], c[1]
				x.watches[c[1]] = append(x.watches[c[1]], w)
				continue
			}
		}
		watching[kept] = w
		kept++
		if other == 0 {
			x.assign(c[0], known.of(w.clause), x.depth())
		} else if other < 0 {
			conflict = known.of(w.clause)
			kept += copy(watching[kept:], watching[k+1:])
			break
		}
	}
	x.watches[l] = watching[:kept]
	x.spend(steps%patience + len(watching))
	return conflict
}
