package infer

import "testing"

// A list of two words takes over if the items and the numbers of the options fit into 128 bits and
// at least 64 options are live. Its narrow list needs 64 bits.
func TestListsTakeOverAsSoonAsTheyFit(t *testing.T) {
	apart, equal := &list{second: 1, narrow: &list{}}, &list{second: 1, narrow: &list{duplicates: true}}
	one := &list{}
	for _, c := range []struct {
		name    string
		l       *list
		free, n int
		want    *list
	}{
		{"no list", nil, 1, 100, nil},
		{"one word from the root on", one, 64, 1000, one},
		{"64 items", apart, 64, 1000, apart.narrow},
		{"few options", apart, 64, 3, apart.narrow},
		{"65 items", apart, 65, 1000, apart},
		{"65 items, 64 options", apart, 65, 64, apart},
		{"65 items, 63 options", apart, 65, 63, nil},
		{"121 items", apart, 121, 127, apart},
		{"122 items", apart, 122, 127, nil},
		{"121 items, numbers of 8 bits", apart, 121, 128, nil},
		{"120 items, numbers of 8 bits", apart, 120, 128, apart},
		{"equal options, 57 items", equal, 57, 127, equal.narrow},
		{"equal options, numbers of 8 bits", equal, 57, 128, equal},
		{"equal options, 58 items", equal, 58, 127, equal},
		{"equal options, 60 items", equal, 60, 15, equal.narrow},
		{"equal options, 61 items", equal, 61, 15, nil},
	} {
		if got := c.l.successor(c.free, c.n); got != c.want {
			t.Errorf("%s: got %p, want %p of %p", c.name, got, c.want, c.l)
		}
	}
}

func TestOptionsWithTheSameItemsAreDuplicates(t *testing.T) {
	const n = 40
	var different [][]int
	for a := range n {
		different = append(different, []int{a})
		for b := range a {
			different = append(different, []int{a, b})
			for c := range b % 5 {
				different = append(different, []int{a, b, c})
			}
		}
	}
	if hasDuplicates(build(n, 0, different...)) {
		t.Error("got duplicates of options that differ")
	}
	for _, again := range [][]int{{0}, {n - 1}, {3, 9}, {9, 3}, {2, 4, 14}, {14, 2, 4}} {
		if !hasDuplicates(build(n, 0, append(different, again)...)) {
			t.Errorf("option %v occurs again: got no duplicates", again)
		}
	}
}
