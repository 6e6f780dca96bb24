package cells

import (
	"context"

	"xcbench/cover"
)

// A search that hides options looks at the context at every position of set that is a multiple of
// patience. The meter looks only at nodes, and an option that is given up makes none.
const patience = 1 << 10

// giveUps is the number of options that are given up between two looks at the context. If there are
// many items, restoring their sizes takes long.
const giveUps = 32

// none stands for no node.
const none = -1

// remove removes item i from the active items.
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

// hide removes the options in set[r:stop], which all belong to one item, from the sets of their
// other items. It returns the number of updates, and true.
//
// A search spends most of its time in hide and squeeze. The tables stay in registers as long as the
// loops do nothing else. So squeeze calls the function tight, which is seldom needed, instead of
// having its few lines in the loop.
func (x *search) hide(r, stop int) (updates int, ok bool) {
	set, items, nodes := x.set, x.items, x.nodes
	updates = r - stop // the nodes of the item itself stay in its set
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
			} else { // a spacer: go on at the first node of the option
				updates += q - int(loc)
				q = int(loc)
			}
		}
	}
	return updates, true
}

// squeeze is hide with look-ahead. It stops and returns false before the set of an active primary
// item gets empty. For SSXCC it also pushes items that are left with a single option on the stack.
// hide remains a function of its own because half of all options are hidden without look-ahead.
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

// tight is called when an active primary item i with few options is about to lose one. It returns
// true if this is its last option. Otherwise it pushes the item on the stack of forced items.
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

// choose removes all other items of the option of node p from the active items, and then hides
// their options. It returns false if the option is given up and makes no node.
func (x *search) choose(level, p int) bool {
	if x.colour != nil {
		return x.chooseColoured(level, p)
	}
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
		// Often r equals stop, because all of these options were hidden with another item.
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

// giveUp forgets the forced items of an option that is given up.
func (x *search) giveUp() {
	x.forced = 0
	if x.failed++; x.failed%giveUps == 0 {
		x.Expired()
	}
}

// pause returns where the search hiding set[r:stop] looks at the context: at the next multiple of
// patience, or at stop.
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
	x.shown = visit != nil
	x.search()
	return x.Stats()
}

// search walks the tree. It does not restore the sizes after the last option of an item, because
// the next branch of the path restores all of them.
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

// branch removes item i from the active items and hides its options. It returns the node of the
// first option, or none, and adds a branch with the other options to the path.
func (x *search) branch(level, i int) int {
	x.remove(i)
	first, stop := int(*x.base.at(i)), int(x.items.at(i).end)
	updates := 1
	for r := first; r < stop; {
		next := pause(r, stop)
		n := 0
		if x.colour == nil {
			n, _ = x.hide(r, next)
		} else {
			n, _ = x.purge(r, next, 0, x.active, false)
		}
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
	if stop-first > 1 { // nothing to come back for after a single option
		x.path[x.open] = branch{at: first + 1, end: stop, active: x.active, level: level}
		x.frames = append(x.frames[:x.open*len(x.items)], x.items...)
		x.open++
	}
	return int(*x.set.at(first))
}

// retract goes back to the deepest branch of the path. It returns the level of the branch, and the
// node of its next option.
func (x *search) retract() (level, p int) {
	top := x.open - 1
	b := &x.path[top]
	x.active = b.active
	copy(x.items, x.frames[top*len(x.items):])
	p = int(*x.set.at(b.at))
	if b.at++; b.at == b.end {
		x.open = top
	}
	return b.level, p
}

// solution returns the options chosen on the first levels. It looks them up only if there is a
// visitor.
func (x *search) solution(levels int) []int {
	options := x.options[:levels]
	if !x.shown {
		return options
	}
	for l := range options {
		q := x.chose[l]
		for int32(x.nodes[q].item) >= 0 { // the spacer has the number of the option
			q++
		}
		options[l] = int(^x.nodes[q].item)
	}
	return options
}
