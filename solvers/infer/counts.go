package infer

import "math/bits"

// counts are numbers of options by item, or, in search.forced, items. Leaving out the bounds checks
// was tried and saves at most 3% of the time.
type counts []uint16

// The count of a covered item is at least covered: it is taken, minus the options removed since.
const (
	covered = 1 << 15
	taken   = covered + maxCount
)

// pushForced puts the items of the given problem that have one option on the stack of forced items.
func (x *search) pushForced(l *level) {
	for i, c := range l.count {
		if c == 1 {
			x.forced[x.pending] = uint16(i)
			x.pending++
		}
		x.dead = x.dead || c == 0
	}
}

// discount counts down the items of the options gone of word w. It puts items with one option left
// on the stack. Each item gets there at most once on a path from the root, so the stack is high
// enough. The item is written to the stack before its count is known. This avoids a branch that the
// processor could not predict.
func (x *search) discount(l *level, w int, gone uint64) {
	top := x.pending
	var none uint32
	count, forced := l.count, x.forced
	for ; gone != 0; gone &= gone - 1 {
		o := w*64 + bits.TrailingZeros64(gone)
		for _, i := range x.items[x.start[o]:x.start[o+1]] {
			n := uint32(count[i]) - 1
			count[i] = uint16(n)
			forced[top] = i
			top += int((n ^ 1 - 1) >> 31) // adds 1 if n is 1
			none |= n - 1                 // becomes negative if n is 0
		}
	}
	x.pending = top
	x.dead = x.dead || int32(none) < 0
}

// forcedByCounts is takeForced for other problems. It takes the items from the stack of forced
// items.
func (x *search) forcedByCounts(l *level) int {
	for !x.dead && x.pending > 0 {
		x.pending--
		if i := x.forced[x.pending]; l.count[i] == 1 { // otherwise it has been covered since
			x.take(l, x.within[i].First(l.live))
		}
	}
	if x.dead {
		x.dead, x.pending = false, 0
		return deadEnd
	}
	best, least := solution, uint16(covered)
	for i, c := range l.count {
		if c < least {
			best, least = i, c
			if c == 2 { // no open item has fewer
				break
			}
		}
	}
	return best
}
