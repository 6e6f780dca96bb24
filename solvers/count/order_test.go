package count_test

import (
	"cmp"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/solvers/count"
)

// orders has the order of the primary items for each rule, by definition.
var orders = map[cover.Rule]func(p *cover.Problem) []int32{
	count.Input:   inputOrder,
	count.Breadth: breadthOrder,
	count.Greedy:  greedyOrder,
}

func inputOrder(p *cover.Problem) (all []int32) {
	for i := range p.Primary() {
		all = append(all, int32(i))
	}
	return all
}

// graph returns for each primary item the primary items that share an option with it.
func graph(p *cover.Problem) [][]int32 {
	next := make([][]int32, p.Primary())
	for a := range next {
		for o := range p.Options() {
			if items := p.Option(o); slices.Contains(items, int32(a)) {
				next[a] = append(next[a], items...)
			}
		}
		next[a] = slices.DeleteFunc(next[a], func(b int32) bool { return int(b) == a || int(b) >= len(next) })
		slices.Sort(next[a])
		next[a] = slices.Compact(next[a])
	}
	return next
}

// greedyOrder takes the item next that leaves the fewest items on the frontier. It tries at least 48
// starts, if there are as many, and returns the order with the least sum of 2^width.
func greedyOrder(p *cover.Problem) (best []int32) {
	next, least := graph(p), math.Inf(1)
	for start := 0; start < len(next); start += max(1, len(next)/48) {
		if all, cost := greedily(next, int32(start)); cost < least {
			best, least = all, cost
		}
	}
	return best
}

// greedily returns the greedy order from one item, and its cost.
func greedily(next [][]int32, start int32) (all []int32, cost float64) {
	const outside, front, done = 0, 1, 2
	place := make([]int, len(next))
	count := func(i int32, where int) (n int) {
		for _, j := range next[i] {
			if place[j] == where {
				n++
			}
		}
		return n
	}
	var frontier []int32
	for len(all) < len(next) {
		if len(all) > 0 && len(frontier) > 0 {
			start = slices.MinFunc(frontier, func(a, b int32) int {
				return cmp.Or(count(a, outside)-count(b, outside), count(b, done)-count(a, done), int(a-b))
			})
		} else if len(all) > 0 {
			start = int32(slices.Index(place, outside))
		}
		frontier = slices.DeleteFunc(frontier, func(i int32) bool { return i == start })
		all, place[start] = append(all, start), done
		for _, j := range next[start] {
			if place[j] == outside {
				frontier, place[j] = append(frontier, j), front
			}
		}
		cost += math.Ldexp(1, len(frontier))
	}
	return all, cost
}

// breadthOrder goes by distance, then by the place of the parent, then by the number of neighbours,
// from an item far out.
func breadthOrder(p *cover.Problem) (all []int32) {
	next := graph(p)
	start := int32(len(next) - 1)
	for range 5 {
		all = nil
		for first := start; len(all) < len(next); first++ {
			if len(all) > 0 {
				for first = 0; slices.Contains(all, first); first++ {
				}
			}
			all = append(all, first)
			for k := len(all) - 1; k < len(all); k++ {
				children := slices.Clone(next[all[k]])
				slices.SortFunc(children, func(a, b int32) int { return cmp.Or(len(next[a])-len(next[b]), int(a-b)) })
				for _, j := range children {
					if !slices.Contains(all, j) {
						all = append(all, j)
					}
				}
			}
		}
		if len(all) > 0 {
			start = all[len(all)-1]
		}
	}
	return all
}
