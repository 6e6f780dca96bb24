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
		for k, options := range solutions {
			earlier := slices.ContainsFunc(solutions[:k], func(o []int) bool {
				return slices.Equal(slices.Sorted(slices.Values(o)), slices.Sorted(slices.Values(options)))
			})
			if s.add(options) == earlier {
				t.Errorf("%v: got solution %d taken for an earlier one: %v", solutions, k, !earlier)
			}
		}
		return s
	}
	first := [][]int{{1, 2, 3}, {4, 5}, {}}
	a := set(first...)
	changed := func(change func(*solutionSet)) *solutionSet { b := *a; change(&b); return &b }
	many := func(k, n int) (all [][]int) { // 200 solutions follow
		for i := range 200 {
			all = append(all, []int{100 + i})
		}
		return slices.Concat([][]int{first[k], first[n]}, all)
	}
	for what, c := range map[string]struct {
		a, b        *solutionSet
		same, order bool
	}{
		"itself":                   {a, set([]int{3, 1, 2}, []int{5, 4}, nil), true, true},
		"another order":            {a, set([]int{5, 4}, nil, []int{3, 1, 2}), true, false},
		"another order long ago":   {set(many(0, 1)...), set(many(1, 0)...), true, false},
		"a solution less":          {a, set([]int{1, 2, 3}, []int{4, 5}), false, false},
		"one twice":                {a, set([]int{1, 2, 3}, []int{1, 2, 3}, nil), false, false},
		"an option moved":          {a, set([]int{1, 2}, []int{3, 4, 5}, nil), false, false},
		"another size":             {a, changed(func(s *solutionSet) { s.size++ }), false, false},
		"another first hash":       {a, changed(func(s *solutionSet) { s.sums[0]++ }), false, false},
		"another second hash":      {a, changed(func(s *solutionSet) { s.sums[1]++ }), false, false},
		"the same hash twice":      {a, changed(func(s *solutionSet) { s.sums[1] = s.sums[0] }), false, false},
		"another hash of an order": {a, changed(func(s *solutionSet) { s.ordered++ }), true, false},
	} {
		if same, order := c.a.same(c.b), c.a.sameOrder(c.b); same != c.same || order != c.order {
			t.Errorf("%s: got equal %v, in the same order %v, want %v, %v", what, same, order, c.same, c.order)
		}
	}
	if _, ok := set(first[0]).seen[set(first[0]).sums]; !ok {
		t.Error("got a solution that is not remembered by both of its hashes")
	}
}
