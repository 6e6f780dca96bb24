package count

import (
	"cmp"
	"math"
	"slices"

	"xcbench/cover"
)

// An order is a way to arrange the primary items of a problem.
type order func(p *cover.Problem) []int32

func inputOrder(p *cover.Problem) []int32 {
	all := make([]int32, p.Primary())
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// orderWork bounds the elementary steps of finding an order: a few ten milliseconds. Finding an
// order is not worth more, and a problem that needs more is too dense for any order.
const orderWork = 1 << 24

// neighbours returns for each primary item the primary items that share an option with it. It
// returns nil if there are too many.
func neighbours(p *cover.Problem) [][]int32 {
	if work := p.Primary() * p.Primary(); work > orderWork {
		return nil
	}
	work := 0
	for o := range p.Options() {
		work += len(p.Option(o)) * len(p.Option(o))
	}
	if work > 4*orderWork {
		return nil
	}
	next := make([][]int32, p.Primary())
	seen := make([]bool, p.Primary()*p.Primary())
	left := p.Primary() * (p.Primary() - 1) // pairs that were not seen yet
	for o := 0; o < p.Options() && left > 0; o++ {
		for _, a := range p.Option(o) {
			for _, b := range p.Option(o) {
				if a == b || int(a) >= p.Primary() || int(b) >= p.Primary() {
					continue
				}
				if k := int(a)*p.Primary() + int(b); !seen[k] {
					seen[k] = true
					left--
					next[a] = append(next[a], b)
				}
			}
		}
	}
	for _, list := range next {
		slices.Sort(list)
	}
	return next
}

// breadthOrder is the order of Cuthill and McKee (1969): breadth first from a peripheral item, and
// among the neighbours of an item those with few neighbours first. The peripheral item is the last
// one of a search from the last one of a search, and so on.
func breadthOrder(p *cover.Problem) []int32 {
	next := neighbours(p)
	if next == nil {
		return inputOrder(p)
	}
	for _, list := range next {
		slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(len(next[a]), len(next[b])) })
	}
	all := inputOrder(p)
	for range 5 {
		if len(all) > 0 {
			all = breadthFrom(next, all[len(all)-1])
		}
	}
	return all
}

func breadthFrom(next [][]int32, start int32) []int32 {
	seen := make([]bool, len(next))
	var all []int32
	from := func(start int32) {
		seen[start] = true
		all = append(all, start)
		for k := len(all) - 1; k < len(all); k++ {
			for _, i := range next[all[k]] {
				if !seen[i] {
					seen[i] = true
					all = append(all, i)
				}
			}
		}
	}
	from(start)
	for i := range next {
		if !seen[i] {
			from(int32(i))
		}
	}
	return all
}

// greedyStarts is from how many items greedyOrder starts at most.
const greedyStarts = 48

// greedyOrder takes the item next that leaves the fewest items on the frontier. It starts from
// several items, and returns the order with the least sum of 2^width, where width is the number of
// items on the frontier.
func greedyOrder(p *cover.Problem) []int32 {
	next := neighbours(p)
	if next == nil {
		return inputOrder(p)
	}
	work := 0
	best, least := inputOrder(p), math.Inf(1)
	step := max(1, p.Primary()/greedyStarts)
	for start := 0; start < p.Primary() && work < orderWork; start += step {
		if all, cost := greedyFrom(next, int32(start), least, &work); cost < least {
			best, least = all, cost
		}
	}
	return best
}

// greedyFrom returns the greedy order from one item and its cost. It gives up when the cost is at
// least the given one. It adds its elementary steps to work.
func greedyFrom(next [][]int32, start int32, least float64, work *int) (all []int32, cost float64) {
	done, front := make([]bool, len(next)), make([]bool, len(next))
	outside := make([]int, len(next)) // by item, its neighbours that are neither done nor on the frontier
	inside := make([]int, len(next))  // by item, its neighbours that are done
	for i, list := range next {
		outside[i] = len(list)
	}
	join := func(i int32) { // item i is no longer outside
		for _, j := range next[i] {
			outside[j]--
		}
		*work += len(next[i])
	}
	var frontier []int32
	for item := start; ; {
		if k := slices.Index(frontier, item); k >= 0 {
			frontier = slices.Delete(frontier, k, k+1)
		} else {
			join(item)
		}
		done[item] = true
		all = append(all, item)
		for _, j := range next[item] {
			inside[j]++
			if !done[j] && !front[j] {
				front[j] = true
				frontier = append(frontier, j)
				join(j)
			}
		}
		if cost += math.Ldexp(1, len(frontier)); len(all) == len(next) || cost >= least {
			return all, cost
		}
		if len(frontier) == 0 { // the next component
			item = int32(slices.Index(done, false))
			continue
		}
		*work += len(frontier)
		item = slices.MinFunc(frontier, func(a, b int32) int {
			return cmp.Or(cmp.Compare(outside[a], outside[b]), cmp.Compare(inside[b], inside[a]), cmp.Compare(a, b))
		})
	}
}
