package infer

import "math/bits"

// take chooses option o at l: it covers the items of o and removes its conflicts. For a forced
// option this is the case k = 1 of the rule in the package comment. Every solution below this node
// must cover the item of o by o, so it contains o and none of its conflicts.
func (x *search) take(l *level, o int) {
	x.chose[l.taken] = o
	l.taken++
	l.free -= len(x.p.Option(o))
	items, row := x.items[x.start[o]:x.start[o+1]], x.row(o)
	live := l.live[:len(row)]
	if x.plan.dense {
		for _, i := range items {
			l.active[i/64] &^= 1 << (i % 64)
		}
		n := 0
		for w, conflict := range row {
			gone := live[w] & conflict
			n += bits.OnesCount64(gone)
			live[w] ^= gone
		}
		l.options -= n
		return
	}
	for _, i := range items {
		l.count[i] = taken
	}
	for w, conflict := range row {
		if gone := live[w] & conflict; gone != 0 {
			x.remove(l, w, gone)
		}
	}
}

// remove removes the options gone of word w. All of them must be live.
func (x *search) remove(l *level, w int, gone uint64) {
	l.live[w] ^= gone
	l.options -= bits.OnesCount64(gone)
	if !x.plan.dense {
		x.discount(l, w, gone)
	}
}

// maxLook is the largest number of options of an item that lookAhead works on. It was measured by
// the nodes of two problems:
//
//   - With 9, pentominoes 3x20 take 40% more nodes than with 16.
//   - With 40, they take as many as with 16, and Scott's pentominoes take 1% fewer.
const (
	maxLook    = 1 << maxLookLog
	maxLookLog = 5
)

// lookAhead computes what choosing each live option of item i would leave, and removes the options
// that none of these choices leaves. It reports whether it removed any. This is the rule with k >
// 1, which the package comment proves.
//
// Looking at all items with 2 or 3 options, not just at the branching item, was tried on Scott's
// pentominoes. It saves 18% of the nodes and 11% of the options taken. But it makes 86% more looks,
// and each look costs as much as taking an option.
func (x *search) lookAhead(l *level, i int) bool {
	n, s, kept := 0, x.within[i], &x.kept
	clear(kept.live)
	alive := 0
	var only int
	for w, word := range s.Words {
		for left := l.live[s.At+w] & word; left != 0; left &= left - 1 {
			if n++; n > maxLook {
				return false
			}
			o := (s.At+w)*64 + bits.TrailingZeros64(left)
			if !x.empties(l, o) {
				alive, only = alive+1, o
				for w, word := range x.next.live {
					kept.live[w] |= word
				}
			}
		}
	}
	if alive == 1 && n > 1 {
		x.take(l, only)
		return true
	}
	found := false
	for w, word := range kept.live {
		if gone := l.live[w] &^ word; gone != 0 {
			found = true
			x.remove(l, w, gone)
		}
	}
	return found
}

// empties reports whether choosing option o at l leaves an active item without options. It sets
// next to what the choice leaves.
func (x *search) empties(l *level, o int) bool {
	next, live := &x.next, l.live
	for w, conflict := range x.row(o) {
		next.live[w] = live[w] &^ conflict
	}
	next.active = l.active // the items of o have option o left
	if x.wide != nil {
		_, least := x.wide.smallest(next)
		return least == 0
	}
	for w, word := range next.active {
		for ; word != 0; word &= word - 1 {
			if !x.within[w*64+bits.TrailingZeros64(word)].Meets(next.live) {
				return true
			}
		}
	}
	return false
}

// settle applies the rules to l until they find nothing more. It returns the item to branch on, or
// solution or deadEnd.
func (x *search) settle(l *level) int {
	i := x.takeForced(l)
	for x.plan.dense && i >= 0 && l.options-l.taken >= minLook && x.lookAhead(l, i) {
		i = x.takeForced(l)
	}
	return i
}

// takeForced takes forced options until none is left. It returns the item to branch on, or solution
// or deadEnd.
func (x *search) takeForced(l *level) int {
	if x.plan.dense {
		return x.forcedByScan(l)
	}
	return x.forcedByCounts(l)
}
