package lanes

import "math/bits"

// kernel has the innermost loops of a search. They exist in plain Go and in assembly.
type kernel struct {
	name string
	// settle takes an option in the state from, or none if option is the number of options, and
	// makes the state to. Then it applies the rules of the package comment until they find nothing
	// more. It writes the forced options to path, behind its first taken elements. It returns the
	// item to branch on, or solved or dead, and the new length of path.
	settle func(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int)
	// take takes all the options in the state from and makes the state to.
	take   func(ws *workspace, from, to []uint64, options []int32)
	planes *kernel // a faster kernel for problems whose states can be planes, or nil
}

// of returns the kernel for some tables.
func (k kernel) of(t *tables) kernel {
	if t.planes {
		return *k.planes
	}
	return k
}

// settle returns an item, or one of these outcomes.
const (
	solved = -1 // no item is open
	dead   = -2 // an open item has no option
)

var plain = kernel{name: "plain", settle: settlePlain, take: takePlain}

const (
	ones = 0x0001_0001_0001_0001 // the lowest bit of each lane
	tops = 0x8000_8000_8000_8000 // the highest bit of each lane
)

// lane returns the lane of an item.
func lane(state []uint64, item int) uint16 { return uint16(state[item/4] >> (item % 4 * 16)) }

// fewer clears the lowest bit that is set in each lane of a word.
func fewer(x uint64) uint64 { return x & ((x | tops) - ones) }

// block returns the words of the lanes from block b on. A block has 64 items.
func block(lanes []uint64, b int) []uint64 { return lanes[b*16:] }

// empty returns which of the 4 lanes of a word are empty, as 4 bits.
func empty(x uint64) uint64 {
	filled := (x&^tops + (tops - ones)) | x // the highest bit of each lane says so
	return (^filled >> 15 & ones) * (1<<48 | 1<<33 | 1<<18 | 1<<3) >> 48 & 15
}

// quads returns the lowest bit of each group of 4 bits of a set of items that has a bit: the words
// of the lanes of these items.
func quads(items uint64) uint64 {
	items |= items >> 2
	return (items | items>>1) & 0x1111_1111_1111_1111
}

func takePlain(ws *workspace, from, to []uint64, options []int32) {
	copy(to[:ws.width], from)
	for _, o := range options {
		and(to[:ws.width], to, ws.row(int(o)))
	}
}

// and sets dst = a & b.
func and(dst, a, b []uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for w := range dst {
		dst[w] = a[w] & b[w]
	}
}

func settlePlain(ws *workspace, from, to []uint64, option int, path []int, taken int) (item, after int) {
	and(to[:ws.width], from, ws.row(option))
	copy(to[ws.width:], from[ws.width:])
	lanes, open := to[:ws.open], to[ws.open:ws.width]
	clear(ws.due)
	for {
		none, some, waits := uint64(0), uint64(0), uint64(ws.secondary)
		for b := range ws.due {
			var no, few uint64
			words := block(lanes, b)
			for some := quads(open[b] | ws.due[b]); some != 0; some &= some - 1 {
				bit := bits.TrailingZeros64(some)
				word := words[bit/4]
				no |= empty(word) << bit
				few |= empty(fewer(word)) << bit
			}
			none |= no & (open[b] | ws.due[b]) // a due item without options: two due options clash
			ws.due[b] = few & open[b]
			some |= ws.due[b]
			waits |= open[b] &^ few
		}
		switch {
		case none != 0:
			ws.blame(lanes)
			return dead, taken
		case some == 0:
			if ws.claim(lanes, open, to[ws.width:]) {
				continue
			}
			if ws.blamed != 0 {
				return ws.heaviest(lanes, open[:len(ws.due)]), taken
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
		if waits == 0 {
			// Every option left is the only one of all its items, so no two of them clash.
			for _, o := range path[begin:taken] {
				ws.seen[o] = 0
			}
			return solved, taken
		}
		for _, o := range path[begin:taken] {
			ws.seen[o] = 0
			and(to[:ws.width], to, ws.row(o))
		}
	}
}

// claim applies the claims that hold and reports whether they removed an option. Each claim is
// applied once on a path from the root: fresh has the claims that have not been applied so far.
func (ws *workspace) claim(lanes, open, fresh []uint64) (some bool) {
	for c := range ws.claims {
		b := int(ws.block[c] / 8)
		ws.hits[c] = 0
		left := fresh[c] & open[b]
		if left == 0 {
			continue
		}
		outside, within := &ws.claims[c].outside, uint64(0)
		words := block(lanes, b)
		for some := quads(left); some != 0; some &= some - 1 {
			bit := bits.TrailingZeros64(some)
			within |= empty(words[bit/4]&outside[bit/4]) << bit
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

// smallest returns the open item with the fewest options, the first of equals, or solved if no item
// is open. Every open item must have two options or more.
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
			few, words := uint64(0), block(lanes, b)
			for some := quads(word); some != 0; some &= some - 1 {
				bit := bits.TrailingZeros64(some)
				word := words[bit/4]
				for range size {
					word = fewer(word)
				}
				few |= empty(word) << bit
			}
			if few &= word; few != 0 {
				return b*64 + bits.TrailingZeros64(few)
			}
		}
	}
}

// blame adds 1 to the weight of every item without options.
func (ws *workspace) blame(lanes []uint64) {
	for i := range ws.keys {
		if ws.blamed = 1; lane(lanes, i) == 0 {
			ws.keys[i] -= min(1, ws.keys[i])
		}
	}
}

// heaviest is smallest, except that it returns the item with the most weight among equals, and the
// first of these.
func (ws *workspace) heaviest(lanes, open []uint64) int {
	item, lowest := solved, maxOptions<<16|noWeight+1
	for b, word := range open {
		for ; word != 0; word &= word - 1 {
			i := b*64 + bits.TrailingZeros64(word)
			if key := bits.OnesCount16(lane(lanes, i))<<16 | int(ws.keys[i]); key < lowest {
				item, lowest = i, key
			}
		}
	}
	return item
}
