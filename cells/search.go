package cells

import (
	"context"
	"slices"

	"xcbench/cover"
)

// patience: each 1024th place of set, but not the first, is a look at the clock when the option there is hidden. An
// option that is given up makes no node, where the meter would look.
const patience = 1 << 10

// giveUps is how many options are given up between two looks at the clock. To restore the
// sizes takes long where there are many items.
const giveUps = 32

// remove takes item i off the active ones.
func (x *search) remove(i int) {
	x.active--
	last := x.active
	k, j := x.pos.get(i), x.order.get(last)
	x.order.put(last, i)
	x.order.put(k, j)
	x.pos.put(j, k)
	x.pos.put(i, last)
}

// hide takes the options of item c out of the sets of their other items. It returns
// the number of updates.
func (x *search) hide(c int) (updates int) {
	set, items, nodes := x.set, x.items, x.nodes
	end := int(items.at(c).end)
	for r := x.base.get(c); r < end; r++ {
		p := set.get(r)
		for q := p + 1; q != p; q++ {
			i, loc := nodes.at(q).item, int(nodes.at(q).loc)
			if int32(i) < 0 { // the spacer: go on at the first node
				updates += q - loc
				q = loc - 1
				continue
			}
			last := items.at(int(i)).end - 1
			items.at(int(i)).end = last
			m := set.get(int(last))
			set.put(int(last), q)
			set.put(loc, m)
			nodes.at(q).loc = last
			nodes.at(m).loc = uint32(loc)
		}
		updates-- // p itself
		if (r+1)%patience == 0 && x.Expired() {
			break
		}
	}
	return updates
}

// squeeze is hide with look-ahead: it stops and returns false before the set of an active primary
// item gets empty, and notes items that are left with one option for SSXCC. It is a function
// of its own since half of all options are hidden without look-ahead.
func (x *search) squeeze(c int) (updates int, ok bool) {
	set, items, nodes := x.set, x.items, x.nodes
	end := int(items.at(c).end)
	for r := x.base.get(c); r < end; r++ {
		p := set.get(r)
		for q := p + 1; q != p; q++ {
			i, loc := nodes.at(q).item, int(nodes.at(q).loc)
			if int32(i) < 0 {
				updates += q - loc
				q = loc - 1
				continue
			}
			last := items.at(int(i)).end - 1
			if last < items.at(int(i)).low && x.pos.get(int(i)) < x.active {
				if int(last) == x.base.get(int(i)) {
					return updates + q - p - 1, false
				}
				x.force.put(x.forced, int(i))
				x.forced++
			}
			items.at(int(i)).end = last
			m := set.get(int(last))
			set.put(int(last), q)
			set.put(loc, m)
			nodes.at(q).loc = last
			nodes.at(m).loc = uint32(loc)
		}
		updates--
		if (r+1)%patience == 0 && x.Expired() {
			return updates, false
		}
	}
	return updates, true
}

// choose takes all other items of the option of node p off the active ones, and then hides
// their options. It returns false if the option was given up.
func (x *search) choose(level, p int) (updates int, ok bool) {
	before := x.active
	nodes := x.nodes
	for q := p + 1; q != p; q++ {
		if i := nodes.at(q).item; int32(i) >= 0 {
			x.remove(int(i))
		} else {
			x.chose[level] = int(^i)
			q = int(nodes.at(q).loc) - 1
		}
	}
	updates, ok = before-x.active, true
	for q := p + 1; q != p && ok; q++ {
		i := nodes.at(q).item
		if int32(i) < 0 {
			q = int(nodes.at(q).loc) - 1
			continue
		}
		hidden := 0
		switch c := int(i); {
		case x.size(c) == 0: // often: its options were hidden with another item
		case x.rule.watch == 0:
			hidden = x.hide(c)
		default:
			hidden, ok = x.squeeze(c)
		}
		updates += hidden
	}
	return updates, ok
}

// save copies the table of items to a frame. Knuth copies the active ones only, but one
// by one; to copy all takes less time.
func (x *search) save(frame int) {
	n := len(x.items)
	if short := (frame+1)*n - len(x.saved); short > 0 {
		x.saved = slices.Grow(x.saved, short)
		x.saved = x.saved[:cap(x.saved)]
	}
	copy(x.saved[frame*n:], x.items)
}

// restore undoes all that was hidden since save.
func (x *search) restore(frame int) {
	copy(x.items, x.saved[frame*len(x.items):])
}

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, 2*x.p.Items())
	switch {
	case x.clean:
	case x.rule.sorted:
		x.reset()
	default:
		x.build()
	}
	x.clean = false
	x.forced, x.failed = 0, 0
	x.search()
	return x.Stats()
}

// search walks the tree. Sizes are not restored after the last option of an
// item: the next level up that has another option restores them all.
func (x *search) search() {
	level, frame := 0, 0
	for {
		enter := x.Node(level)
		i := -1
		if enter {
			i = x.rule.next(x)
		}
		if i >= 0 {
			x.remove(i)
			x.Add(level, 1+int64(x.hide(i)))
			b := &x.path[level]
			*b = branch{x.base.get(i), int(x.items.at(i).end), x.active, frame}
			if x.rule.sorted {
				x.sort(b)
			}
			if b.end-b.at > 1 { // a single option is never taken back to try another one
				x.save(frame)
				frame++
			}
			if b.at < b.end && !x.Stopped() && x.try(level, b) {
				level++
				continue
			}
		} else if x.Stopped() || enter && !x.Solution(x.chose[:level]) {
			return
		} else {
			level--
		}
		if level, frame = x.retract(level); level < 0 {
			return
		}
	}
}

// try chooses the option that b is at, and says whether that makes a node.
func (x *search) try(level int, b *branch) bool {
	updates, ok := x.choose(level, x.set.get(b.at))
	x.Add(level, int64(updates))
	if !ok {
		x.forced = 0
		if x.failed++; x.failed%giveUps == 0 {
			x.Expired()
		}
	}
	return ok
}

// retract goes back to the deepest branch, from level upwards, that has another option that makes a node. It
// returns the level of that node and the next frame, or -1 if there is none or the run has to stop.
func (x *search) retract(level int) (int, int) {
	for level >= 0 && !x.Stopped() {
		b := &x.path[level]
		if b.at++; b.at >= b.end {
			level--
			continue
		}
		x.active = b.active
		x.restore(b.frame)
		if x.try(level, b) {
			return level + 1, b.frame + 1
		}
	}
	return -1, 0
}
