package infer

import "math/bits"

// forcedByScan is takeForced for dense problems. It searches for the smallest item again and again.
func (x *search) forcedByScan(l *level) int {
	for {
		i, least := x.smallest(l)
		switch least {
		case 0:
			return deadEnd
		case 1:
			x.take(l, x.within[i].First(l.live))
		default:
			return i
		}
	}
}

// smallest returns the active item with the fewest live options, the leftmost of equals, and how
// many options it has. If no item is active, it returns solution and more than any number of
// options.
func (x *search) smallest(l *level) (item, least int) {
	if x.wide != nil {
		return x.wide.smallest(l)
	}
	item, least = solution, maxCount+1
	for w, word := range l.active {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			if n := x.within[i].Count(l.live, least); n < least {
				if item, least = i, n; n == 0 {
					return item, least
				}
			}
		}
	}
	return item, least
}
