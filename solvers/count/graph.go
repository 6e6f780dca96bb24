package count

import (
	"cmp"
	"math"
	"slices"

	"xcbench/cover"
)

// A graph has what a search for an order needs of a problem. Two primary items are neighbours if an
// option contains both, or if options with a common secondary item contain them.
type graph struct {
	p       *cover.Problem
	next    [][]int32 // by primary item, its neighbours; nil if there are too many pairs
	options [][]int32 // by primary item
	weight  []int     // by primary item, the logarithm of the number of its options
	bits    []int     // by item, of a key, as a logarithm
	total   []int32   // by item, the number of its options
	seen    []int32   // by primary item, the last mark of breadth
	work    int       // steps so far, each about 1 ns
}

// unit is 1 in logarithms to base 2. They are integers, so that all machines find the same order.
const unit = 16

// power returns 2^(log/unit).
func power(log int) float64 { return math.Ldexp(powers[log%unit], log/unit) }

var powers = func() (all [unit]float64) {
	for k := range all {
		all[k] = math.Round(math.Exp2(float64(k)/unit)*1024) / 1024
	}
	return all
}()

// tooManyPairs bounds the work of finding all neighbours: some ten milliseconds.
const tooManyPairs = 1 << 24

func newGraph(p *cover.Problem, c *codes) *graph {
	g := &graph{p: p, options: make([][]int32, p.Primary()), weight: make([]int, p.Primary()), seen: make([]int32, p.Primary()),
		bits: make([]int, p.Items()), total: make([]int32, p.Items())}
	members, pairs := make([][]int32, p.Items()), 0 // by secondary item, the primary items that it joins
	for i := range g.bits {
		g.bits[i] = unit * c.bits(i)
	}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			if g.total[i]++; int(i) < p.Primary() {
				g.options[i] = append(g.options[i], int32(o))
			}
		}
	}
	for i, options := range g.options {
		g.weight[i] = int(math.Round(unit * math.Log2(float64(max(1, len(options))))))
		for _, o := range options {
			for _, x := range p.Option(int(o)) {
				if m := members[x]; int(x) >= p.Primary() && g.bits[x] > 0 && (m == nil || m[len(m)-1] != int32(i)) {
					members[x] = append(m, int32(i))
					pairs += 2 * len(members[x])
				}
			}
			pairs += len(p.Option(int(o)))
		}
	}
	if pairs <= tooManyPairs {
		g.next = make([][]int32, p.Primary())
		g.join(members)
	}
	return g
}

// join finds the neighbours of each primary item, in ascending order.
func (g *graph) join(members [][]int32) {
	seen := make([]int32, g.p.Items())
	for i, options := range g.options {
		mark := int32(i + 1)
		seen[i] = mark
		add := func(j int32) {
			if seen[j] != mark {
				seen[j] = mark
				g.next[i] = append(g.next[i], j)
			}
		}
		for _, o := range options {
			for _, x := range g.p.Option(int(o)) {
				switch {
				case int(x) < g.p.Primary():
					add(x)
				case seen[x] != mark:
					seen[x] = mark
					for _, j := range members[x] {
						add(j)
					}
				}
			}
		}
		slices.Sort(g.next[i])
	}
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
