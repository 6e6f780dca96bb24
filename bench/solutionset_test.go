package bench

import "testing"

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
	another := *a
	another.Sums[1]++
	for what, c := range map[string]struct {
		b           *solutionSet
		same, order bool
	}{
		"itself":              {set([]int{3, 1, 2}, []int{5, 4}, nil), true, true},
		"another order":       {set([]int{5, 4}, nil, []int{3, 1, 2}), true, false},
		"a solution less":     {set([]int{1, 2, 3}, []int{4, 5}), false, false},
		"an option moved":     {set([]int{1, 2}, []int{3, 4, 5}, nil), false, false},
		"another second hash": {&another, false, false},
	} {
		if same, order := a.contents == c.b.contents, a.sameOrder(c.b); same != c.same || order != c.order {
			t.Errorf("%s: got equal %v, in the same order %v, want %v, %v", what, same, order, c.same, c.order)
		}
	}
}
