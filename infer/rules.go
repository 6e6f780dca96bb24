package infer

import "math/bits"

// take chooses option o at l: it covers its items, and its conflicts are removed. For a
// forced option that is the rule with k = 1 (see the package comment): in every solution below
// this node its item is covered by o, so o is in it and nothing that conflicts with o is.
func (x *search) take(l *level, o int) {
	x.chose[l.taken] = o
	l.taken++
	items, row := x.items[x.start[o]:x.start[o+1]], x.row(o)
	live := l.live[:len(row)]
	if x.plan.scan {
		for _, i := range items {
			l.active[i/64] &^= 1 << (i % 64)
		}
		n := 0
		for w, conflict := range row {
			gone := live[w] & conflict
			n += bits.OnesCount64(gone)
			live[w] ^= gone
		}
		x.removed += int64(n)
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

// remove removes the options gone, all live, of word w.
func (x *search) remove(l *level, w int, gone uint64) {
	l.live[w] ^= gone
	x.removed += int64(bits.OnesCount64(gone))
	if !x.plan.scan {
		x.discount(l, w, gone)
	}
}

// maxLook is the most options of an item that lookAhead works on. With 9 pentominoes in 3x20 take 40%
// more nodes than with 16; with 40 they take as many, and Scott's 1% less.
const maxLook = 32

// lookAhead removes what conflicts with every live option of item i and says
// whether there was any: the rule with k > 1, whose proof is in the package comment.
//
// To look at all items with 2 or 3 options, not just at the one to branch on, takes another 14% off the
// nodes of Scott's pentominoes and 17% off those of hard sudokus, but adds 10% and 70% to the time.
func (x *search) lookAhead(l *level, i int) bool {
	var rows [maxLook]int // where the rows of its options start
	n, s := 0, x.within[i]
	for w, word := range s.words {
		for left := l.live[s.at+w] & word; left != 0; left &= left - 1 {
			if n == maxLook {
				return false
			}
			rows[n] = ((s.at+w)*64 + bits.TrailingZeros64(left)) * x.width
			n++
		}
	}
	if x.wide != nil {
		return x.wide.lookAhead(x, l, rows[:n])
	}
	found := false
	for w, gone := range l.live {
		for _, at := range rows[:n] {
			if gone &= x.conflict[at+w]; gone == 0 {
				break
			}
		}
		if gone != 0 {
			found = true
			x.remove(l, w, gone)
		}
	}
	return found
}

// settle takes forced options until there is none. It returns the item to branch on, or that
// there is a solution or a dead end.
func (x *search) settle(l *level) int {
	if x.plan.scan {
		return x.settleByScan(l)
	}
	return x.settleByCounts(l)
}
