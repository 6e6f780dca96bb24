package lanes

import "math/bits"

// kernel is what a search does most. It exists in plain Go and in assembly.
type kernel struct {
	name string
	// settle takes the option (or nothing, if it is the number of options) in the state from and leaves
	// the outcome in the state to; then it takes every option that is forced. It
	// adds these to path behind the first taken elements and returns the item to branch on, or solved or
	// dead, and the length of the path.
	settle func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int)
	// take takes all the options in the state from and leaves the outcome in the state to.
	take func(ws *workspace, from, to []uint64, options []int32)
}

// What settle returns instead of an item.
const (
	solved = -1 // no item is open
	dead   = -2 // an open item has no options
)

var plain = kernel{"plain", settlePlain, takePlain}

const (
	ones = 0x0001_0001_0001_0001 // the lowest bit of each lane
	tops = 0x8000_8000_8000_8000 // the highest
)

// lane returns the lane of an item.
func lane(state []uint64, item int) uint16 { return uint16(state[item/4] >> (item % 4 * 16)) }

// fewer takes the lowest bit out of every lane of a word that has one.
func fewer(x uint64) uint64 { return x & ((x | tops) - ones) }

// empty returns which of the 4 lanes of a word are empty, as 4 bits.
func empty(x uint64) uint64 {
	filled := (x&^tops + (tops - ones)) | x // in the highest bit of each lane
	return (^filled & tops >> 15) * (1<<48 | 1<<33 | 1<<18 | 1<<3) >> 48 & 15
}

func takePlain(ws *workspace, from, to []uint64, options []int32) {
	copy(to[:ws.width], from)
	for _, o := range options {
		both(to[:ws.width], to, ws.row(int(o)))
	}
}

// both sets to to a AND b.
func both(to, a, b []uint64) {
	a, b = a[:len(to)], b[:len(to)]
	for w := range to {
		to[w] = a[w] & b[w]
	}
}

func settlePlain(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
	both(to[:ws.width], from, ws.row(option))
	copy(to[ws.width:], from[ws.width:])
	lanes, open := to[:ws.open], to[ws.open:ws.width]
	clear(ws.due)
	for {
		none, some := uint64(0), uint64(0)
		for b := range ws.due {
			var no, few uint64
			for w, word := range lanes[b*16 : min(b*16+16, len(lanes))] {
				no |= empty(word) << (4 * w)
				few |= empty(fewer(word)) << (4 * w)
			}
			none |= no & (open[b] | ws.due[b]) // two options that were due may have clashed
			ws.due[b] = few & open[b]
			some |= ws.due[b]
		}
		switch {
		case none != 0:
			return dead, taken
		case some == 0:
			if ws.claim(lanes, open, to[ws.width:]) {
				continue
			}
			return smallest(lanes, open[:len(ws.due)]), taken
		}
		begin := taken
		for b, due := range ws.due {
			for ; due != 0; due &= due - 1 {
				i := b*64 + bits.TrailingZeros64(due)
				o := int(ws.options[i*maxOptions+bits.TrailingZeros16(lane(lanes, i))])
				path[taken] = o
				taken += int(1 - ws.seen[o])
				ws.seen[o] = 1
			}
		}
		for _, o := range path[begin:taken] {
			ws.seen[o] = 0
			both(to[:ws.width], to, ws.row(o))
		}
	}
}

// claim takes away what the claims that hold leave no room for, and says whether there was
// anything. Claims are worked off once: fresh has those that were not, and
// holds for all of the subtree.
func (ws *workspace) claim(lanes, open, fresh []uint64) (some bool) {
	for c := range ws.claims {
		b := int(ws.block[c] / 8)
		ws.hits[c] = 0
		left := fresh[c] & open[b]
		if left == 0 {
			continue
		}
		outside, within := &ws.claims[c].outside, uint64(0)
		for w, word := range lanes[b*16 : min(b*16+16, len(lanes))] {
			within |= empty(word&outside[w]) << (4 * w)
		}
		ws.hits[c] = within & left
		fresh[c] &^= ws.hits[c]
	}
	for c, hit := range ws.hits {
		for ; hit != 0; hit &= hit - 1 {
			claim := ws.claims[c].of[bits.TrailingZeros64(hit)]
			for rest := lane(lanes, int(claim.b)) & claim.rest; rest != 0; rest &= rest - 1 {
				some = true
				at := ws.cutAt[int(claim.b)*maxOptions+bits.TrailingZeros16(rest)]
				for ; ws.cuts[at] != lastCut; at++ {
					c := ws.cuts[at]
					lanes[c.item/4] &^= uint64(^c.stay) << (c.item % 4 * 16)
				}
			}
		}
	}
	return some
}

// smallest returns the open item with the fewest options, of equals the first, or solved. No open
// lane has fewer than 2.
func smallest(lanes, open []uint64) int {
	some := uint64(0)
	for _, word := range open {
		some |= word
	}
	if some == 0 {
		return solved
	}
	for size := 2; ; size++ {
		for b, word := range open {
			few := uint64(0)
			for w, word := range lanes[b*16 : min(b*16+16, len(lanes))] {
				for range size {
					word = fewer(word)
				}
				few |= empty(word) << (4 * w)
			}
			if few &= word; few != 0 {
				return b*64 + bits.TrailingZeros64(few)
			}
		}
	}
}
