package cells

import (
	"context"

	"xcbench/cover"
)

// patience: each 1024th place of set, but not the first, is a look at the clock when the option there is hidden. An
// option that is given up makes no node, where the meter would look.
const patience = 1 << 10

// giveUps is how many options are given up between two looks at the clock. To restore the
// sizes takes long where there are many items.
const giveUps = 32

// none is where there is no node.
const none = -1

// remove takes item i off the active ones.
func (x *search) remove(i int) {
	x.active--
	last := x.active
	k, j := *x.pos.at(i), *x.order.at(last)
	*x.order.at(last) = uint32(i)
	*x.order.at(int(k)) = j
	*x.pos.at(int(j)) = k
	*x.pos.at(i) = uint32(last)
	x.items.at(i).low = 0
}

// hide takes the options in set[r:stop], which are of one item, out of the sets of their other items. It
// returns the number of updates, and true.
//
// hide and squeeze are most of the time of a search. They have their tables in registers as long as nothing else is
// done in them: a call where a loop is seldom, tight, costs less than its few lines in the loop.
func (x *search) hide(r, stop int) (updates int, ok bool) {
	set, items, nodes := x.set, x.items, x.nodes
	updates = r - stop // the options' nodes of the item itself stay
	for ; r < stop; r++ {
		p := int(*set.at(r))
		q := p + 1
		for q != p {
			i, loc := nodes.at(q).item, nodes.at(q).loc
			if int32(i) >= 0 {
				last := items.at(int(i)).end - 1
				items.at(int(i)).end = last
				m := *set.at(int(last))
				*set.at(int(last)) = uint32(q)
				*set.at(int(loc)) = m
				nodes.at(q).loc = last
				nodes.at(int(m)).loc = loc
				q++
			} else { // the spacer: go on at the first node
				updates += q - int(loc)
				q = int(loc)
			}
		}
	}
	return updates, true
}

// squeeze is hide with look-ahead: it stops and returns false before the set of an active primary
// item gets empty, and notes items that are left with one option for SSXCC. It is a function
// of its own since half of all options are hidden without look-ahead.
func (x *search) squeeze(r, stop int) (updates int, ok bool) {
	set, items, nodes := x.set, x.items, x.nodes
	for ; r < stop; r++ {
		p := int(*set.at(r))
		q := p + 1
		for q != p {
			i, loc := nodes.at(q).item, nodes.at(q).loc
			if int32(i) >= 0 {
				last := int(items.at(int(i)).end - 1)
				if last < int(items.at(int(i)).low) && x.tight(int(i), last) {
					return updates + q - p - 1, false
				}
				items.at(int(i)).end = uint32(last)
				m := *set.at(int(last))
				*set.at(int(last)) = uint32(q)
				*set.at(int(loc)) = m
				nodes.at(q).loc = uint32(last)
				nodes.at(int(m)).loc = loc
				q++
			} else {
				updates += q - int(loc)
				q = int(loc)
			}
		}
		updates--
	}
	return updates, true
}

// tight is asked about an active primary item i that is about to lose an option when it has few: it says whether
// this was the only one, and otherwise puts the item on the stack of the forced ones.
//
//go:noinline
func (x *search) tight(i, last int) bool {
	if uint32(last)+x.rule.watch == x.items.at(i).low {
		return true
	}
	*x.force.at(x.forced) = uint32(i)
	x.forced++
	return false
}

// choose takes all other items of the option of node p off the active ones, and then hides
// their options. It returns false if the option was given up, and so makes no node.
func (x *search) choose(level, p int) bool {
	*x.chose.at(level) = uint32(p)
	nodes, items, order, pos := x.nodes, x.items, x.order, x.pos
	active := x.active
	for q := p + 1; q != p; {
		i := int(nodes.at(q).item)
		if int32(i) >= 0 { // remove(i)
			active--
			k, j := int(*pos.at(i)), int(*order.at(active))
			*order.at(active) = uint32(i)
			*order.at(k) = uint32(j)
			*pos.at(j) = uint32(k)
			*pos.at(i) = uint32(active)
			items.at(i).low = 0
			q++
		} else {
			q = int(nodes.at(q).loc)
		}
	}
	updates := x.active - active
	x.active = active
	for q := p + 1; q != p; {
		i := int(x.nodes.at(q).item)
		if int32(i) < 0 {
			q = int(x.nodes.at(q).loc)
			continue
		}
		q++
		// Often r is stop: its options were hidden with another item.
		for r, stop := int(*x.base.at(i)), int(x.items.at(i).end); r < stop; {
			next := pause(r, stop)
			n, ok := x.rule.hide(x, r, next)
			updates += n
			if r = next; !ok || r%patience == 0 && x.Expired() {
				x.Add(level, int64(updates))
				x.giveUp()
				return false
			}
		}
	}
	x.Add(level, int64(updates))
	return true
}

// giveUp drops what was noted for an option.
func (x *search) giveUp() {
	x.forced = 0
	if x.failed++; x.failed%giveUps == 0 {
		x.Expired()
	}
}

// pause returns where hiding set[r:stop] is to stop for a look at the clock, or stop if that comes first.
func pause(r, stop int) int { return min(stop, r|(patience-1)+1) }

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
	x.forced, x.failed, x.open = 0, 0, 0
	x.packed, x.lost = 0, x.lost[:0]
	x.shown = visit != nil
	x.search()
	return x.Stats()
}

// search walks the tree. Sizes are not restored after the last option of an
// item: the next branch of the path restores them all.
func (x *search) search() {
	for level := 0; ; level++ {
		p := none
		if x.Node(level) {
			if i := x.rule.next(x); i >= 0 {
				p = x.branch(level, i)
			} else if !x.Solution(x.solution(level)) {
				return
			}
		}
		for p == none || !x.choose(level, p) {
			if x.open == 0 || x.Stopped() {
				return
			}
			level, p = x.retract()
		}
	}
}

// branch takes item i off the active ones and hides its options. It returns the node of the first one, or
// none, and puts the others on the path.
func (x *search) branch(level, i int) int {
	x.remove(i)
	first, stop := int(*x.base.at(i)), int(x.items.at(i).end)
	updates := 1
	for r := first; r < stop; {
		next := pause(r, stop)
		n, _ := x.hide(r, next)
		updates += n
		if r = next; r%patience == 0 && x.Expired() {
			break
		}
	}
	x.Add(level, int64(updates))
	if first == stop || x.Stopped() {
		return none
	}
	if x.rule.sorted {
		x.sort(first, stop)
	}
	if stop-first > 1 { // a single option is never taken back to try another one
		x.path[x.open] = branch{at: first + 1, end: stop, active: x.active, level: level}
		x.save(x.open)
		x.open++
	}
	return int(*x.set.at(first))
}

// retract goes back to the deepest level that has another option. It returns the level and the
// option's node.
func (x *search) retract() (level, p int) {
	top := x.open - 1
	b := &x.path[top]
	x.active = b.active
	x.restore(top)
	p = int(*x.set.at(b.at))
	if b.at++; b.at == b.end {
		if x.open = top; top == x.packed && top > 0 {
			x.unpack()
		}
	}
	return b.level, p
}

// solution returns the options chosen on the first levels. They are looked up only if there is a visitor.
func (x *search) solution(levels int) []int {
	options := x.options[:levels]
	if !x.shown {
		return options
	}
	for l := range options {
		q := x.chose[l]
		for int32(x.nodes[q].item) >= 0 { // as far as the spacer
			q++
		}
		options[l] = int(^x.nodes[q].item)
	}
	return options
}
