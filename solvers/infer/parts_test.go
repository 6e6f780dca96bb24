package infer

import (
	"slices"
	"testing"
)

// A list that needs more room keeps the masks that it has.
func TestAListMakesRoom(t *testing.T) {
	for n, want := range map[int]int{2: 2, 3: 6} {
		one, two := &list{masks: []uint64{1, 2}, room: 2}, &list{masks: []uint64{1, 2, 3, 4}, room: 2, second: 2}
		one.reserve(n)
		two.reserve(n)
		if one.room != want || len(one.masks) != want || one.mask(1) != (mask{lo: 2}) {
			t.Errorf("%d masks of one word: got room for %d in %d words", n, one.room, len(one.masks))
		}
		if two.room != want || len(two.masks) != 2*want || two.second != want ||
			!slices.Equal(two.masks[two.second:][:2], []uint64{3, 4}) || two.mask(1) != (mask{2, 4}) {
			t.Errorf("%d masks of two words: got room for %d, %v", n, two.room, two.masks)
		}
	}
}

// A node with an item without options has no item to branch on.
func TestTheSmallestItem(t *testing.T) {
	const a, b, c = 1, 2, 4
	for _, test := range []struct {
		sizes [2]planes
		n     int
		want  mask
	}{
		{[2]planes{{a | b | c}}, 3, mask{lo: a}},
		{[2]planes{{a, b, b | c}}, 9, mask{lo: a}},
		{[2]planes{{b, a | c}}, 9, mask{lo: b}},
		{[2]planes{{a, c}}, 9, mask{}},
		{[2]planes{{a | b | c}}, 0, mask{}},
	} {
		l := &list{primary: mask{lo: a | b | c}, sizes: test.sizes}
		if got := l.smallest(&listLevel{free: mask{lo: a | b | c | 8}, n: test.n}); got != test.want {
			t.Errorf("%+v: got %+v", test, got)
		}
	}
}
