package cells

// A problem with colours has methods of its own here, because the sets of settled items need a test
// of each node. An item is settled once a chosen option has given it a colour. It is not active then,
// and its set keeps all nodes. So in contrast to a problem without colours, a live option may contain
// items that are not active.

// chooseColoured is choose for a problem with colours. Under SSXC1 and SSXCC all items of the option
// leave the active items first, as in SSXCC. Otherwise each item leaves them when its turn comes: an
// item settled a moment ago keeps its nodes too, and is no update, as in DLX2.
func (x *search) chooseColoured(level, p int) bool {
	*x.chose.at(level) = uint32(p)
	settled := x.active // items from this position on were settled before
	updates := 0
	if !x.rule.sorted {
		x.eachOther(p, func(q, i int) bool {
			if int(x.pos[i]) < x.active {
				x.remove(i)
				updates++
			}
			return true
		})
	}
	ok := x.eachOther(p, func(q, i int) bool {
		if int(x.pos[i]) >= settled {
			return true
		}
		colour := x.colour[q]
		if x.rule.sorted {
			x.remove(i)
			settled = x.active
			if colour == 0 {
				updates++
			}
		}
		for r, stop := int(x.base[i]), int(x.items[i].end); r < stop; {
			next := pause(r, stop)
			n, ok := x.purge(r, next, colour, settled, x.rule.watch > 0)
			updates += n
			if r = next; !ok || r%patience == 0 && x.Expired() {
				return false
			}
		}
		return true
	})
	x.Add(level, int64(updates))
	if !ok {
		x.giveUp()
	}
	return ok
}

// eachOther calls f for each other node of the option of node p, and its item, in cyclic order, until
// f returns false.
func (x *search) eachOther(p int, f func(q, i int) bool) bool {
	for q := p + 1; q != p; q++ {
		i := int(x.nodes[q].item)
		for int32(i) < 0 { // a spacer: go on at the first node of the option
			if q = int(x.nodes[q].loc); q == p {
				return true
			}
			i = int(x.nodes[q].item)
		}
		if !f(q, i) {
			return false
		}
	}
	return true
}

// purge is hide for a problem with colours, and squeeze if it looks ahead. Options that give the item
// this colour stay, unless it is 0. Items from position settled on keep their nodes.
func (x *search) purge(r, stop int, colour uint32, settled int, ahead bool) (updates int, ok bool) {
	set, items, nodes, pos := x.set, x.items, x.nodes, x.pos
	for ; r < stop; r++ {
		p := int(*set.at(r))
		if colour != 0 && *x.colour.at(p) == colour {
			continue
		}
		for q := p + 1; q != p; {
			i, loc := nodes.at(q).item, nodes.at(q).loc
			if int32(i) < 0 {
				q = int(loc)
				continue
			}
			if int(*pos.at(int(i))) < settled {
				last := items.at(int(i)).end - 1
				if ahead && last < items.at(int(i)).low && x.tight(int(i), int(last)) {
					return updates, false
				}
				items.at(int(i)).end = last
				m := *set.at(int(last))
				*set.at(int(last)) = uint32(q)
				*set.at(int(loc)) = m
				nodes.at(q).loc = last
				nodes.at(int(m)).loc = loc
				updates++
			}
			q++
		}
	}
	return updates, true
}
