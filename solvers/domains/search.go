package domains

import (
	"context"

	"xcbench/cover"
)

// patience is how many options and pairs the search goes through between two looks at the context.
const patience = 1 << 14

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, 2*x.p.Items())
	x.build()
	x.search()
	return x.Stats()
}

// search walks the tree. Stages have numbers from 1, and s-1 options are taken in stage s.
func (x *search) search() {
	if !x.Node(0) {
		return
	}
	ok := x.begin()
	if x.flush(0); !ok {
		return
	}
	s := 1
	x.open(s)
	for {
		x.save(s)
		if i := x.smallest(); i >= 0 {
			o := x.nodes[x.domain(i)[0]].option
			x.chose[s-1] = int(o)
			x.now = int32(2*s + 1)
			if x.decided(s, x.take(o) && x.settle()) {
				s++
				x.open(s)
				continue
			}
		} else {
			s--
			if !x.Solution(x.chose[:s]) {
				return
			}
		}
		for ; ; s-- { // back to the last stage that is consistent without its option
			if s == 0 || x.Stopped() {
				return
			}
			x.restore(s)
			x.now = int32(2 * s)
			if x.decided(s, x.remove(int32(x.chose[s-1]), x.active) && x.settle()) {
				break
			}
		}
	}
}

// begin makes the domains consistent for the first time. It returns false if there is an item without
// options.
func (x *search) begin() bool {
	for i := range x.primary {
		if x.items[i].size == 0 {
			return false
		}
	}
	x.now = 1
	for o := range int32(len(x.options)) {
		if x.tired() {
			return false
		}
		for i := range int32(x.primary) {
			if x.entry(o, i) != nil {
				continue
			}
			s := x.support(o, i)
			if s < 0 {
				if !x.remove(o, x.active) {
					return false
				}
				break
			}
			c := x.cell()
			x.cells[c] = cell{option: o, item: int64(i), next: x.options[s].supports}
			x.options[s].supports = c
		}
	}
	return x.settle()
}

// decided ends a decision of stage s. It enters the node that the decision makes, if it succeeded.
func (x *search) decided(s int, ok bool) bool {
	x.flush(s - 1)
	return ok && x.Node(s)
}

// flush adds the updates to the meter.
func (x *search) flush(level int) {
	x.Add(level, x.updates)
	x.updates = 0
}

// open begins stage s.
func (x *search) open(s int) {
	x.stamp++
	x.stages[s].stamp = x.stamp
}

// save keeps the sizes of the active items for restore.
func (x *search) save(s int) {
	x.stages[s].saved, x.stages[s].active = len(x.saved), x.active
	for _, i := range x.order[:x.active] {
		x.saved = append(x.saved, size{i, x.items[i].size})
	}
}

// restore goes back to where stage s was saved last.
func (x *search) restore(s int) {
	at := &x.stages[s]
	x.active = at.active
	for _, s := range x.saved[at.saved:][:at.active] {
		x.items[s.item].size = s.size
	}
	x.saved = x.saved[:at.saved]
}

// smallest returns the active primary item with the fewest options, the first in order, or -1 if
// there is none.
func (x *search) smallest() int32 {
	best, least := int32(-1), int32(len(x.options)+1)
	for _, i := range x.order[:x.active] {
		if int(i) < x.primary && x.items[i].size < least {
			if best, least = i, x.items[i].size; least == 1 {
				break
			}
		}
	}
	return best
}

// take takes option o: its items stop being active, and all options that cannot be with it are
// removed. It returns false if an item would be left without options, or if the context has ended.
func (x *search) take(o int32) bool {
	before := x.active
	for _, n := range x.option(o) {
		if it := &x.items[n.item]; int(it.pos) < before {
			x.active--
			other := x.order[x.active]
			x.order[it.pos], x.order[x.active] = other, n.item
			x.items[other].pos, it.pos = it.pos, int32(x.active)
			x.updates++
		}
	}
	for _, i := range x.order[x.active:before] {
		colour := x.entry(o, i).colour
		live := x.domain(i)
		for k := len(live) - 1; k >= 0; k-- { // a removed option goes to the end
			n := &x.nodes[live[k]]
			if n.option == o || colour != 0 && n.colour == colour {
				continue
			}
			if x.tired() || !x.remove(n.option, before) {
				return false
			}
		}
	}
	for _, i := range x.order[x.active:before] {
		if int(i) < x.primary {
			x.items[i].size = 0
		}
	}
	x.options[o].age = x.now
	return true
}

// entry returns the node of item i in option o, or nil.
func (x *search) entry(o, i int32) *node {
	option := x.option(o)
	for k := range option {
		if option[k].item == i {
			return &option[k]
		}
	}
	return nil
}

// remove removes option o from the sets of its items, except for secondary items from position
// settled on: they have a colour, and keep their sets. It returns false if this would leave a primary
// item without options. Otherwise the options that o supports get holes.
func (x *search) remove(o int32, settled int) bool {
	for q := x.start[o]; q < x.start[o+1]; q++ {
		n := &x.nodes[q]
		it := &x.items[n.item]
		if int(n.item) < x.primary {
			if it.size == 1 {
				x.abandon()
				return false
			}
		} else if int(it.pos) >= settled {
			continue
		}
		it.size--
		last := it.base + it.size
		other := x.set[last]
		x.set[last], x.set[n.loc] = q, other
		x.nodes[other].loc, n.loc = n.loc, last
		x.updates++
	}
	x.options[o].age = x.now
	x.leave(o)
	return true
}
