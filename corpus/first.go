package corpus

import (
	"slices"

	"xcbench/cover"
)

// firstSolution returns the first solution of p that Algorithm X finds, or nil if it finds none
// within the given number of nodes. 0 nodes means no bound. The algorithm branches on the item with
// the fewest options, the leftmost of several, and tries its options in input order.
//
// Instances are made from this solution, so the search must never change. It is the corpus's own
// and shares no code with the solvers that the corpus tests. Speed does not matter: a board is
// given up after 10,000 nodes.
func firstSolution(p *cover.Problem, nodes int) []int {
	entered, chosen := 0, []int{}
	size, covered := make([]int, p.Items()), make([]bool, p.Items())
	left := upTo(p.Options())          // the options that each node has, from the root down
	var solve func(options []int) bool // with the options of the node
	solve = func(options []int) bool {
		if nodes > 0 && entered == nodes {
			return false
		}
		entered++
		clear(size)
		for _, o := range options {
			for _, i := range p.Option(o) {
				size[i]++
			}
		}
		best := -1
		for i := range p.Primary() {
			if !covered[i] && (best < 0 || size[i] < size[best]) {
				best = i
			}
		}
		if best < 0 {
			return true
		}
		for _, o := range options {
			if !slices.Contains(p.Option(o), int32(best)) {
				continue
			}
			cover := func(now bool) {
				for _, i := range p.Option(o) {
					covered[i] = now
				}
			}
			cover(true)
			chosen = append(chosen, o)
			before := len(left)
			for _, other := range options {
				if !slices.ContainsFunc(p.Option(other), func(i int32) bool { return covered[i] }) {
					left = append(left, other)
				}
			}
			if solve(left[before:]) {
				return true
			}
			left, chosen = left[:before], chosen[:len(chosen)-1]
			cover(false)
		}
		return false
	}
	if !solve(left) {
		return nil
	}
	return chosen
}
