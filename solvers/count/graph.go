package count

import (
	"cmp"
	"math"
	"slices"
)

// A graph has what a search for an order needs of a problem. Two primary items are neighbours if an
// option contains both, or if options with a common secondary item contain them.
type graph struct {
	*problem
	next   [][]int32 // by primary item, its neighbours in ascending order; nil if there are too many pairs
	weight []int     // by primary item, the logarithm of the number of its options
	width  []int     // by item, the bits of a key, as a logarithm
	seen   []int32   // by primary item, the last mark of breadth
	work   int       // steps so far, each about 1 ns
}

// unit is 1 in logarithms to base 2. They are integers, so that all machines find the same order.
const unit = 16

// power returns 2^(log/unit), rounded to a 1024th before the whole power.
func power(log int) float64 {
	return math.Ldexp(math.Round(1024*math.Exp2(float64(log%unit)/unit)), log/unit-10)
}

// tooManyPairs bounds the work of finding all neighbours: some ten milliseconds.
const tooManyPairs = 1 << 24

func newGraph(p *problem) *graph {
	g := &graph{problem: p, weight: make([]int, p.Primary()), seen: make([]int32, p.Primary()), width: make([]int, p.Items())}
	for i := range g.width {
		g.width[i] = unit * p.bits(i)
	}
	for i := range g.weight {
		g.weight[i] = int(math.Round(unit * math.Log2(float64(max(1, len(p.options[i]))))))
	}
	g.join()
	return g
}

// join finds the neighbours of all primary items, unless there are too many pairs.
func (g *graph) join() {
	seen, mark, pairs := make([]int, g.Items()), 0, 0
	add := func(to, items []int32) []int32 {
		for _, x := range items {
			if seen[x] != mark {
				seen[x] = mark
				to = append(to, x)
			}
		}
		pairs += len(items)
		return to
	}
	together := make([][]int32, g.Items()) // by item, those that an option contains with it
	for x, options := range g.options {
		mark++
		for _, o := range options {
			together[x] = add(together[x], g.Option(int(o)))
		}
		if pairs > tooManyPairs {
			return
		}
	}
	next := make([][]int32, g.Primary())
	for i := range next {
		mark++
		next[i] = add(nil, together[i])
		for _, x := range together[i] {
			if int(x) >= g.Primary() && g.width[x] > 0 {
				next[i] = add(next[i], together[x])
			}
		}
		next[i] = slices.DeleteFunc(next[i], func(j int32) bool { return int(j) == i || int(j) >= g.Primary() })
		slices.Sort(next[i])
		if pairs > tooManyPairs {
			return
		}
	}
	g.next = next
}

// breadth returns the items that can be reached from a start, breadth first, and marks them as seen.
// Neighbours with few neighbours come first.
func (g *graph) breadth(start, mark int32) []int32 {
	g.seen[start] = mark
	all := []int32{start}
	for k := 0; k < len(all); k++ {
		begin := len(all)
		for _, i := range g.next[all[k]] {
			if g.seen[i] != mark {
				g.seen[i] = mark
				all = append(all, i)
			}
		}
		slices.SortStableFunc(all[begin:], func(a, b int32) int { return cmp.Compare(len(g.next[a]), len(g.next[b])) })
		g.work += len(g.next[all[k]])
	}
	return all
}
