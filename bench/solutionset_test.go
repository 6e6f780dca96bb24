package bench

import (
	"slices"
	"testing"
)

// Neither the order of the options nor that of the solutions matters to a set of solutions. Every
// part of its fingerprint does: two hashes make it improbable that two sets share one.
func TestSetsOfSolutionsAreComparedByTheirFingerprints(t *testing.T) {
	set := func(solutions ...[]int) *solutionSet {
		s := &solutionSet{}
		for _, options := range solutions {
			s.add(options)
		}
		return s
	}
	a := set([]int{1, 2, 3}, []int{4, 5}, nil)
	if a.add([]int{2, 3, 1}) || !a.add([]int{1, 2}) || !a.has([]int{5, 4}) || a.has([]int{4}) {
		t.Error("got a solution that is not known by its options")
	}
	a = set([]int{1, 2, 3}, []int{4, 5}, nil)
	changed := func(change func(*solutionSet)) *solutionSet { b := *a; change(&b); return &b }
	var many [][]int // an order long ago counts
	for i := range 200 {
		many = append(many, []int{100 + i})
	}
	for what, c := range map[string]struct {
		a, b        *solutionSet
		same, order bool
	}{
		"itself":              {a, set([]int{3, 1, 2}, []int{5, 4}, nil), true, true},
		"another order":       {a, set([]int{5, 4}, nil, []int{3, 1, 2}), true, false},
		"long ago":            {set(slices.Concat([][]int{{1}, {2}}, many)...), set(slices.Concat([][]int{{2}, {1}}, many)...), true, false},
		"a solution less":     {a, set([]int{1, 2, 3}, []int{4, 5}), false, false},
		"an option moved":     {a, set([]int{1, 2}, []int{3, 4, 5}, nil), false, false},
		"another size":        {a, changed(func(s *solutionSet) { s.size++ }), false, false},
		"another second hash": {a, changed(func(s *solutionSet) { s.sums[1]++ }), false, false},
		"the same hash twice": {a, changed(func(s *solutionSet) { s.sums[1] = s.sums[0] }), false, false},
	} {
		if same, order := c.a.same(c.b), c.a.sameOrder(c.b); same != c.same || order != c.order {
			t.Errorf("%s: got equal %v, in the same order %v, want %v, %v", what, same, order, c.same, c.order)
		}
	}
}
