package bitset

import "math/bits"

// This file has the three loops of filter in plain Go: probe, compact and pick. Like the assembly,
// they complete the last group of a list with masks of zeros.

// group is how many masks are counted together.
const group = 32

// probePlain is the plain twin of probe. Bit k of keep stands for mask k. The loops have no branch
// on whether a mask is kept: it would be mispredicted half of the time, 5 ns a mask against 0.8.
func probePlain(from []uint64, room, words, n int, chosen *mask, keep []uint64, union *mask) (kept int) {
	for at := 0; at < n; at += 64 {
		end := min(n, at+64)
		gone := uint64(0)
		for w := range words {
			if c := chosen[w]; c != 0 {
				for k, m := range from[w*room+at : w*room+end] {
					m &= c
					gone |= (m | -m) >> 63 << k
				}
			}
		}
		left := ^gone & (^uint64(0) >> (64 - (end - at)))
		keep[at/64] = left
		kept += bits.OnesCount64(left)
	}
	for w := range words {
		u := uint64(0)
		for at := 0; at < n; at += 64 {
			left := keep[at/64]
			for _, m := range from[w*room+at : w*room+min(n, at+64)] {
				u |= m & -(left & 1)
				left >>= 1
			}
		}
		union[w] = u
	}
	return kept
}

// compactPlain is the plain twin of compact, for the keep of probePlain. The lists to and from may
// be the same.
func compactPlain(to, from []uint64, room, words, n int, keep []uint64, c *planes) {
	for w := range words {
		to, from := to[w*room:], from[w*room:]
		kept := 0
		for at := 0; at < n; at += 64 {
			for left := keep[at/64]; left != 0; left &= left - 1 {
				to[kept] = from[at+bits.TrailingZeros64(left)]
				kept++
			}
		}
		clear(to[kept : kept+group])
		c[w] = countPlain(to[:kept+3])
	}
}

// countPlain counts the items of a list of masks, except the last masks if there are fewer than four.
// It adds four masks at a time with full adders, which turn three bits into a sum and a carry.
func countPlain(list []uint64) (c [5]uint64) {
	for ; len(list) >= 4; list = list[4:] {
		a, x := add(c[0], list[0], list[1])
		b, y := add(a, list[2], list[3])
		c[0] = b
		c[1], x = add(c[1], x, y)
		c[2], x = c[2]^x, c[2]&x
		c[3], x = c[3]^x, c[3]&x
		c[4] |= x
	}
	return c
}

// add is 64 full adders: it returns the sums and the carries of three bits each.
func add(a, b, c uint64) (sum, carry uint64) {
	d := a ^ b
	return d ^ c, a&b | d&c
}

// pickPlain is the plain twin of pick.
func pickPlain(picked, list []uint64, n, item int) {
	for w := 0; w*64 < n; w++ {
		bits := uint64(0)
		for k, m := range list[w*64 : min(n, w*64+64)] {
			bits |= m >> (item & 63) & 1 << k
		}
		picked[w] = bits
	}
}
