package infer

import "math/bits"

// fits says whether lists can begin where some items are free and n options live.
func (l *list) fits(free, n int) bool {
	if l.twins { // only the number tells them apart
		free += bits.Len(uint(n))
	}
	return free <= 64
}

func newList(x *search, depth int) *list {
	l := &list{x: x, kernel: lists, levels: make([]listLevel, depth+2), bit: make([]uint8, x.p.Items())}
	n := x.p.Options()
	l.stride = (words(n) + 7) &^ 7
	l.candidates = make([]uint64, n+8)
	l.beside = make([]uint64, (maxLook+1)*l.stride)
	own := make([]uint64, len(l.levels)*l.stride)
	for k := range l.levels {
		l.levels[k].own, own = own[:l.stride:l.stride], own[l.stride:]
	}
	l.masks = make([]uint64, 2*(n+slack))
	l.path = make([]uint64, depth)
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
	return l
}

// enter makes the list of level k out of the live options of a problem in which some are taken.
func (l *list) enter(k int, live []uint64, taken int) {
	p := l.x.p
	for i := range l.bit {
		l.bit[i] = 0
	}
	for _, o := range l.x.chose[:taken] {
		for _, i := range p.Option(o) {
			l.bit[i] = 64
		}
	}
	free, active := 0, uint64(0)
	for i := range l.bit {
		if l.bit[i] == 0 {
			l.bit[i] = uint8(free)
			if free++; i < p.Primary() {
				active = 1<<free - 1
			}
		}
	}
	v := &l.levels[k]
	v.active, v.begin, v.taken, l.above = active, 0, taken, taken
	l.number = uint(free)
	l.items = 1<<free - 1
	l.all, l.options = l.all[:0], l.options[:0]
	for w, word := range live {
		for ; word != 0; word &= word - 1 {
			o := w*64 + bits.TrailingZeros64(word)
			mask := uint64(0)
			for _, i := range p.Option(o) {
				mask |= 1 << l.bit[i]
			}
			if mask != 0 { // it is not taken
				l.all = append(l.all, mask|uint64(len(l.all))<<free)
				l.options = append(l.options, int32(o))
			}
		}
	}
	v.n = copy(l.masks, l.all)
	clear(l.masks[v.n:][:slack])
	v.n = l.kernel.sift(l.masks, l.masks, v.n, 0, &l.sizes)
}

// solution returns the options taken, if they are to be shown.
func (l *list) solution(taken int) []int {
	x := l.x
	for k := l.above; x.show && k < taken; k++ {
		at := 0
		if l.number < 64 {
			at = int(l.path[k] >> l.number)
		}
		for l.all[at] != l.path[k] {
			at += 1 << (64 - l.number)
		}
		x.chose[k] = int(l.options[at])
	}
	return x.chose[:taken]
}
