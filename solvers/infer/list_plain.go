package infer

import (
	"math/bits"

	"xcbench/internal/bitrow"
)

// listsPlain is the kernel of lists in plain Go, for masks of one word and of two. Like the
// assembly, it completes the last group of a list with masks of zeros.
var listsPlain = listKernel{siftPlain, pickPlain, lookPlain, shrinkPlain, squeezePlain}

// group is how many masks are counted together.
const group = 32

// put sets the mask with index k.
func (l *list) put(k int, m mask) {
	if l.masks[k] = m.lo; l.second != 0 {
		l.masks[l.second+k] = m.hi
	}
}

func siftPlain(l *list, v *listLevel, from int, chosen mask) {
	kept := 0
	for k := range v.n {
		m := l.mask(from + k)
		l.put(v.begin+kept, m)
		if !m.meets(chosen) {
			kept++
		}
	}
	v.n = kept
	l.countPlain(v)
}

// countPlain counts the masks of v and completes its list with zeros.
func (l *list) countPlain(v *listLevel) {
	l.sizes[0].count(l.masks[v.begin:], v.n)
	if l.second != 0 {
		l.sizes[1].count(l.masks[l.second+v.begin:], v.n)
	}
}

func (c *planes) count(masks []uint64, n int) {
	*c = planes{}
	for _, m := range masks[:n] {
		for j := range 4 {
			c[j], m = c[j]^m, c[j]&m
		}
		c[4] |= m
	}
	clear(masks[n : n+group])
}

func pickPlain(l *list, v *listLevel, item mask) int {
	picked := 0
	clear(v.own[:bitrow.Words(v.n)])
	for k := range v.n {
		if m := l.mask(v.begin + k); m.meets(item) {
			v.own[k/64] |= 1 << (k % 64)
			l.put(picked, m)
			picked++
		}
	}
	return picked
}

func lookPlain(l *list, v *listLevel, k int, active mask) (alive uint64) {
	for j := range k {
		o := l.mask(j).and(l.items)
		some, row := o, l.compatible[j*l.stride:][:bitrow.Words(v.n)]
		clear(row)
		for b := range v.n {
			if m := l.mask(v.begin + b); !m.meets(o) {
				some = some.or(m)
				row[b/64] |= 1 << (b % 64)
			}
		}
		if active.without(some) == (mask{}) {
			alive |= 1 << j
		}
	}
	return alive
}

func shrinkPlain(l *list, v *listLevel, alive uint64) bool {
	n, kept := v.n, 0
	for w := range bitrow.Words(n) {
		keep := v.own[w]
		for left := alive; left != 0; left &= left - 1 {
			keep |= l.compatible[bits.TrailingZeros64(left)*l.stride+w]
		}
		for k := w * 64; k < min(n, w*64+64); k++ {
			l.put(v.begin+kept, l.mask(v.begin+k))
			kept += int(keep >> (k % 64) & 1)
		}
	}
	if v.n = kept; kept < n {
		l.countPlain(v)
	}
	return kept < n
}

func squeezePlain(l *list, v *listLevel, two *list, from int, free mask, step uint64) {
	for k := range v.n {
		squeezed, bit := uint64(k)*step, 0
		m := two.mask(from + k)
		for _, w := range [2]struct{ word, free uint64 }{{m.lo, free.lo}, {m.hi, free.hi}} {
			for left := w.free; left != 0; left &= left - 1 {
				squeezed |= w.word >> bits.TrailingZeros64(left) & 1 << bit
				bit++
			}
		}
		l.masks[v.begin+k] = squeezed
	}
}
