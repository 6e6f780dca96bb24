package infer

import "math/bits"

// counts are numbers of options, or, in forced, items. Not to check the index of each
// was tried, and takes at most 3% off the time.
type counts []uint16

// An item that is covered has a count of at least covered: taken, less the options
// removed since.
const (
	covered = 1 << 15
	taken   = covered + maxCount
)

// begin puts the items that are forced from the start on the stack.
func (x *search) begin(l *level) {
	for i, c := range l.count {
		if c == 1 {
			x.forced[x.pending] = uint16(i)
			x.pending++
		}
		x.dead = x.dead || c == 0
	}
}

// discount counts down the items of the options gone, of word w, and puts those with
// one option left on the stack. An item has that once on a path, so the stack is
// high enough. To write first and see afterwards whether it was right saves a branch that
// nobody can foretell.
func (x *search) discount(l *level, w int, gone uint64) {
	top, none := x.pending, uint32(0)
	count, forced := l.count, x.forced
	for ; gone != 0; gone &= gone - 1 {
		o := w*64 + bits.TrailingZeros64(gone)
		for _, i := range x.items[x.start[o]:x.start[o+1]] {
			n := uint32(count[i]) - 1
			count[i] = uint16(n)
			forced[top] = i
			top += int((n ^ 1 - 1) >> 31) // 1 if n is 1
			none |= n - 1                 // negative if n is 0
		}
	}
	x.pending = top
	x.dead = x.dead || int32(none) < 0
}

// forcedByCounts is takeForced by the stack of forced items.
func (x *search) forcedByCounts(l *level) int {
	for !x.dead && x.pending > 0 {
		x.pending--
		if i := x.forced[x.pending]; l.count[i] == 1 { // or it is covered by now
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
			if c == 2 { // nothing less is left
				break
			}
		}
	}
	return best
}
