package learn

import "slices"

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
//
// The options of an item are listed without a branch for each: a processor would often predict it
// wrongly. Quasigroups take 7% less time.
func (x *search) include(l literal) (conflict cause) {
	value, why, depth := x.value, rival.of(l>>1), x.depth()
	value[l] = -1 // it is no option to be made false, and no other that is chosen
	for _, i := range x.itemsOf(l >> 1) {
		options, from, chosen := x.optionsOf(i), len(x.trail), 0
		end, trail := from, x.trail[:cap(x.trail)]
		for _, other := range options {
			v := int(value[other])
			trail[end] = other ^ 1
			end += 1 - v*v           // if v is 0
			chosen += (v + v*v) >> 1 // if v is +1
		}
		if chosen > 0 { // only the options before the first one that is chosen become false
			k := slices.IndexFunc(options, func(other literal) bool { return value[other] > 0 })
			before, _ := slices.BinarySearch(trail[from:end], options[k])
			end, conflict, x.pair[1] = from+before, why, options[k]^1
		}
		x.trail = trail[:end]
		for _, other := range x.trail[from:] {
			value[other], value[other^1] = +1, -1
			x.why[other>>1], x.level[other>>1] = why, depth
		}
		if conflict != none || x.spend(len(options)) {
			break
		}
	}
	value[l] = +1
	return conflict
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
