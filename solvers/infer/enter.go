package infer

import (
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// minOptions bounds the live options from below: with fewer, no list of two words takes over from
// rows. Golfers 4x4x6 have 38 on average when their items fit, and there lists double the time.
const minOptions = 64

// successor returns the list that takes over from rows at a node with free uncovered items and n
// live options: l, its narrow list, or nil.
func (l *list) successor(free, n int) *list {
	switch {
	case l == nil:
		return nil
	case l.narrow == nil: // it fits at the root, so it fits everywhere
		return l
	case l.narrow.fits(free, n):
		return l.narrow
	case n >= minOptions && l.fits(free, n):
		return l
	}
	return nil
}

// fits reports whether the masks of l have room for free items and the numbers of n options. Masks
// of one word need the numbers only if two options have the same items.
func (l *list) fits(free, n int) bool {
	if l.second != 0 {
		return free+bits.Len(uint(n)) <= 128
	}
	if l.duplicates {
		free += bits.Len(uint(n))
	}
	return free <= 64
}

// newList returns a list for the problem, with masks of two words if one is not enough at the root.
func newList(x *search, depth int, kernels *[2]listKernel) *list {
	n := x.p.Options()
	l := list{x: x, kernel: kernels[0], levels: cover.Padded[listLevel](depth + 1), bit: make([]mask, x.p.Items())}
	l.stride = (bitrow.Words(n) + 7) &^ 7
	l.first = (n + slack) &^ 7
	l.compatible = make([]uint64, (maxLook+1)*l.stride)
	for k, own := range bitrow.Table(len(l.levels), l.stride) {
		l.levels[k].own = own
	}
	l.path = cover.Padded[mask](depth)
	l.duplicates = hasDuplicates(x.p)
	l.room = l.first + 2*(n+slack)
	one := l
	one.masks = make([]uint64, l.room)
	if one.fits(x.p.Items(), n) {
		return &one
	}
	l.kernel, l.narrow = kernels[1], &one // the two share levels, path and compatible
	l.masks, l.second = make([]uint64, 2*l.room), l.room
	return &l
}

// hasDuplicates reports whether two options of p have the same items. It compares hashes, so it may
// also say so of options that differ.
func hasDuplicates(p *cover.Problem) bool {
	seen := make(map[uint64]bool, p.Options())
	for o := range p.Options() {
		hash := uint64(0)
		for _, i := range p.Option(o) {
			mixed := (uint64(i) + 1) * 0x9e3779b97f4a7c15
			mixed ^= mixed >> 29
			hash += mixed // a sum, since the order of the items must not matter
		}
		if seen[hash] {
			return true
		}
		seen[hash] = true
	}
	return false
}

// startFromRows makes the list of level k from the live options of rows. The first options of
// chose, as many as taken says, are taken.
func (l *list) startFromRows(k int, live []uint64, taken int) {
	p := l.x.p
	for i := range l.bit {
		l.bit[i] = mask{lo: 1}
	}
	for _, o := range l.x.chose[:taken] {
		for _, i := range p.Option(o) {
			l.bit[i] = mask{}
		}
	}
	free, primary, bit := 0, 0, mask{lo: 1}
	for i := range l.bit {
		if l.bit[i].lo != 0 {
			l.bit[i] = bit
			bit = mask{bit.lo << 1, bit.hi<<1 | bit.lo>>63}
			if free++; i < p.Primary() {
				primary = free
			}
		}
	}
	v := l.start(k, lowest(free), primary, taken)
	l.options = l.options[:0]
	masks := l.masks[l.first:]
	for w, word := range live {
		for ; word != 0; word &= word - 1 {
			o := w*64 + bits.TrailingZeros64(word)
			var m mask
			for _, i := range p.Option(o) {
				m = m.or(l.bit[i])
			}
			if m == (mask{}) { // option o is taken
				continue
			}
			if l.second != 0 {
				masks[l.second+v.n] = m.hi | uint64(v.n)<<(l.number-64)
			} else {
				m.lo |= uint64(v.n) << l.number
			}
			masks[v.n] = m.lo
			l.options = append(l.options, int32(o))
			v.n++
		}
	}
	l.finish(v)
}

// startFromWide makes the list of level k from the list of two words of that level.
func (l *list) startFromWide(two *list, k int) {
	from := two.levels[k]
	two.solution(from.taken)
	v := l.start(k, lowest(from.free.count()), from.free.and(two.primary).count(), from.taken)
	v.n = from.n
	l.kernel.squeeze(l, v, two, from.begin, from.free, 1<<l.number)
	if l.options = l.options[:0]; l.x.show {
		for _, word := range two.masks[two.second+from.begin:][:v.n] {
			l.options = append(l.options, two.options[word>>(two.number-64)])
		}
	}
	l.finish(v)
}

// start begins the list of level k without any masks. The lowest bits of free, as many as primary
// says, are the primary items.
func (l *list) start(k int, free mask, primary, taken int) *listLevel {
	v := &l.levels[k]
	v.free, v.begin, v.n, v.taken = free, l.first, 0, taken
	l.items, l.primary, l.above = free, lowest(primary), taken
	l.number = uint(free.count())
	if l.second != 0 {
		l.number = max(l.number, 64) // the number is in the second word
	}
	return v
}

// finish completes the list of v with masks of zeros and counts it.
func (l *list) finish(v *listLevel) {
	masks := l.masks[v.begin:]
	clear(masks[v.n:][:slack])
	if l.second != 0 {
		clear(masks[l.second+v.n:][:slack])
	} else if l.x.show {
		l.all = append(l.all[:0], masks[:v.n]...)
	}
	l.kernel.sift(l, v, v.begin, mask{})
}

// solution returns the options taken. They are valid only if the caller wants to see solutions.
func (l *list) solution(taken int) []int {
	x := l.x
	for k := l.above; x.show && k < taken; k++ {
		x.chose[k] = l.option(l.path[k])
	}
	return x.chose[:taken]
}

// option returns the option that a mask stands for.
func (l *list) option(m mask) int {
	if l.second != 0 {
		return int(l.options[m.hi>>(l.number-64)])
	}
	at := int(m.lo >> l.number)
	for l.all[at] != m.lo {
		at += 1 << (64 - l.number)
	}
	return int(l.options[at])
}
