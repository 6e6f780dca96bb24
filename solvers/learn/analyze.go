package learn

import "slices"

// analyze returns the clause of the first unique implication point of a conflict. Its first literal
// is the one of the last level, which the others make true. If there are others, the second is one
// of their highest level, which analyze returns too, or else 0. The clause is valid until the next
// call. The result means nothing if the run is over.
func (x *search) analyze(conflict cause) (clause []literal, level int32) {
	c, depth := append(x.clause[:0], 0), x.depth()
	at, open := len(x.trail), 0 // open literals of the last level are in the clause
	for l := literal(-1); ; conflict = x.why[l>>1] {
		x.usedBy(conflict)
		reason := x.reason(conflict, l)
		if x.spend(len(reason)) {
			break
		}
		for _, q := range reason {
			o := q >> 1
			if q == l || x.level[o] == 0 || x.seen[o] {
				continue
			}
			x.see(o)
			x.byOption.raise(o)
			if x.level[o] == depth {
				open++
			} else {
				c = append(c, q)
			}
		}
		for at--; !x.seen[x.trail[at]>>1]; at-- {
		}
		l = x.trail[at]
		if open--; open == 0 {
			c[0] = l ^ 1
			break
		}
	}
	x.clause = c
	c = x.shorten(c)
	for _, o := range x.seenList {
		x.seen[o] = false
	}
	x.seenList = x.seenList[:0]
	if len(c) > 1 {
		highest := 1
		for k := 2; k < len(c); k++ {
			if x.level[c[k]>>1] > x.level[c[highest]>>1] {
				highest = k
			}
		}
		c[1], c[highest] = c[highest], c[1]
		level = x.level[c[1]>>1]
	}
	return c, level
}

func (x *search) see(o int32) {
	x.seen[o] = true
	x.seenList = append(x.seenList, o)
}

// reason returns the clause that made l true, or the conflict if l is negative. All literals of it but
// l are false. Of a pair of options, only the literal that is not l is returned.
func (x *search) reason(c cause, l literal) []literal {
	switch n := c.number(); c.kind() {
	case rival:
		x.pair[0] = 2*n + 1
		if l < 0 {
			return x.pair[:]
		}
		return x.pair[:1]
	case last:
		return x.optionsOf(n)
	default:
		return x.literals(n)
	}
}

// shorten drops literals that do not matter: first those that are implied, and then every option that
// shares an item with one whose opposite is still in the clause. At most one of the two is chosen, so
// the clause without the first one follows. Where there are colours, only primary items tell rivals.
// In one pass, an option and the opposite of its rival could drop each other.
func (x *search) shorten(c []literal) []literal {
	rest := slices.DeleteFunc(c[1:], x.implied)
	x.mark++
	for _, l := range c[:1+len(rest)] {
		if l&1 == 1 {
			for _, i := range x.exclusive(l >> 1) {
				x.itemMark[i] = x.mark
			}
		}
	}
	rest = slices.DeleteFunc(rest, func(l literal) bool { return l&1 == 0 && x.marked(l>>1) })
	return c[:1+len(rest)]
}

// implied reports whether the clause that made l false has only literals that are in the learned
// clause, too, or false at level 0: then l goes by resolution.
func (x *search) implied(l literal) bool {
	if x.why[l>>1] == none {
		return false
	}
	reason := x.reason(x.why[l>>1], l^1)
	k := slices.IndexFunc(reason, func(q literal) bool { return q != l^1 && !x.seen[q>>1] && x.level[q>>1] > 0 })
	if k < 0 {
		x.spend(len(reason))
	}
	return k < 0
}

// exclusive returns items of option o that no other option of a solution contains.
func (x *search) exclusive(o int32) []int32 {
	if x.p.Colours() > 0 {
		return x.primaryOf(o)
	}
	return x.itemsOf(o)
}

func (x *search) marked(o int32) bool {
	for _, i := range x.exclusive(o) {
		if x.itemMark[i] == x.mark {
			return true
		}
	}
	return false
}

// distance returns how many levels the literals of a clause are spread over, level 0 apart.
func (x *search) distance(c []literal) (levels int32) {
	x.mark++
	for _, l := range c {
		if at := x.level[l>>1]; at > 0 && x.levelMark[at] != x.mark {
			x.levelMark[at] = x.mark
			levels++
		}
	}
	return levels
}
