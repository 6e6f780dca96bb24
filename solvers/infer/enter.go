package infer

import (
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// minOptions is from how many options on lists of two words begin below rows. Of golfers/4x4x6, which has 38 there in the mean, they
// double the time.
const minOptions = 64

// begins returns what rows go over to where some items are free and n options live: l, its narrow list, or nil.
func (l *list) begins(free, n int) *list {
	switch {
	case l == nil:
		return nil
	case l.narrow == nil:
		if l.fits(free, n) {
			return l
		}
	case l.narrow.fits(free, n):
		return l.narrow
	case n >= minOptions && l.fits(free, n):
		return l
	}
	return nil
}

// fits says whether a list can begin where some items are free and n options live. One word has a number only if it takes that to
// tell two options apart.
func (l *list) fits(free, n int) bool {
	if l.second > 0 {
		return free+bits.Len(uint(n)) <= 128
	}
	if l.twins {
		free += bits.Len(uint(n))
	}
	return free <= 64
}

// newList makes a list of as many words as suit the problem, at most two.
func newList(x *search, depth int, kernels *[2]listKernel) *list {
	n := x.p.Options()
	l := list{x: x, kernel: kernels[0], levels: cover.Padded[listLevel](depth + 2), bit: make([]mask, x.p.Items())}
	l.stride = (bitrow.Words(n) + 7) &^ 7
	l.first = (n + slack) &^ 7
	l.beside = make([]uint64, (maxLook+1)*l.stride)
	for k, own := range bitrow.Table(len(l.levels), l.stride) {
		l.levels[k].own = own
	}
	l.path = cover.Padded[mask](depth)
	seen := make(map[uint64]bool, n)
	for o := range n {
		hash := uint64(0)
		for _, i := range x.p.Option(o) {
			mixed := (uint64(i) + 1) * 0x9e3779b97f4a7c15
			mixed ^= mixed >> 29
			hash += mixed * 0xbf58476d1ce4e5b9 // a sum: the order of the items is nothing
		}
		l.twins = l.twins || seen[hash]
		seen[hash] = true
	}
	l.room = l.first + 2*(n+slack)
	one := l
	one.masks = make([]uint64, l.room)
	if one.fits(x.p.Items(), n) {
		return &one
	}
	l.kernel, l.narrow = kernels[1], &one // both have levels, path and beside
	l.masks, l.second = make([]uint64, 2*l.room), l.room
	return &l
}

// enter makes the list of level k out of the live options of a problem in which some are taken.
func (l *list) enter(k int, live []uint64, taken int) {
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
	v := l.begin(k, lowest(free), primary, taken)
	l.options = l.options[:0]
	masks := l.masks[l.first:]
	for w, word := range live {
		for ; word != 0; word &= word - 1 {
			o := w*64 + bits.TrailingZeros64(word)
			var m mask
			for _, i := range p.Option(o) {
				m = m.or(l.bit[i])
			}
			if m == (mask{}) { // it is taken
				continue
			}
			if l.second > 0 {
				masks[l.second+v.n] = m.hi | uint64(v.n)<<(l.number-64)
			} else {
				m.lo |= uint64(v.n) << l.number
			}
			masks[v.n] = m.lo
			l.options = append(l.options, int32(o))
			v.n++
		}
	}
	l.count(v)
}

// follow makes the list of level k out of the one of two words that is there.
func (l *list) follow(two *list, k int) {
	from := two.levels[k]
	two.solution(from.taken)
	v := l.begin(k, lowest(from.free.count()), from.free.and(two.primary).count(), from.taken)
	v.n = from.n
	l.kernel.squeeze(l, v, two, from.begin, from.free, 1<<l.number)
	if l.options = l.options[:0]; l.x.show {
		for _, word := range two.masks[two.second+from.begin:][:v.n] {
			l.options = append(l.options, two.options[word>>(two.number-64)])
		}
	}
	l.count(v)
}

// begin begins the list of level k. So many of the free items are primary.
func (l *list) begin(k int, free mask, primary, taken int) *listLevel {
	v := &l.levels[k]
	v.free, v.begin, v.n, v.taken = free, l.first, 0, taken
	l.items, l.primary, l.above = free, lowest(primary), taken
	l.number = uint(free.count())
	if l.second > 0 {
		l.number = max(l.number, 64) // it is not in the first word
	}
	return v
}

// count ends the list of v, which was begun, and counts it.
func (l *list) count(v *listLevel) {
	masks := l.masks[v.begin:]
	clear(masks[v.n:][:slack])
	if l.second > 0 {
		clear(masks[l.second+v.n:][:slack])
	} else if l.x.show {
		l.all = append(l.all[:0], masks[:v.n]...)
	}
	l.kernel.sift(l, v, v.begin, mask{})
}

// solution returns the options taken, if they are to be shown.
func (l *list) solution(taken int) []int {
	x := l.x
	for k := l.above; x.show && k < taken; k++ {
		x.chose[k] = l.option(l.path[k])
	}
	return x.chose[:taken]
}

// option returns the option of a mask.
func (l *list) option(m mask) int {
	if l.second > 0 {
		return int(l.options[m.hi>>(l.number-64)])
	}
	at := 0
	if l.number < 64 {
		at = int(m.lo >> l.number)
	}
	for l.all[at] != m.lo {
		at += 1 << (64 - l.number)
	}
	return int(l.options[at])
}
