package count

import (
	"cmp"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
)

func (p *problem) inputOrder() []int32 {
	all := make([]int32, p.Primary())
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// A quest looks for an order of the primary items in which a sweep has few states. A finished item
// with unfinished neighbours is on the boundary, and the number of items there is the vertex separation
// of the order (Kinnersley 1992). The choices at the boundary determine a state, and so do the bits of
// the open items. So a layer has at most as many states as the smaller of both allows. The forecast of
// an order is the steps of so many states.
//
// A component of the graph ends before the next begins: then a single state lies between them, and
// their counts are multiplied. The order of a component is the best of the input order, a
// breadth-first order, and randomised greedy orders. Seeds are fixed.
type quest struct {
	*graph
	parts []*part

	// A walk through the items of a component in some order, which forecasts the steps of a sweep.
	cost  float64 // the steps so far
	order []int32
	done  []bool  // by primary item
	tried []bool  // by option, whether one of its items is done
	left  []int   // by item, its options that are not tried
	todo  []int32 // by primary item, its neighbours that are not done
	open  int     // the bits of the open items
	heavy int     // the weight of the boundary

	front  []int32 // of a greedy walk: neighbours of done items that are not done
	joined []bool  // by primary item, whether it is or was in front
}

// A part is a component and its best order so far.
type part struct {
	items, options []int32
	order          []int32
	least          float64 // the forecast of the order
	bound          float64 // what the forecast of another order has to be below
	narrow         bool    // the next greedy order: see [quest.greedy]
	dice           *rand.Rand
	work           int // steps so far
}

// clearly is the part of the logarithm of a forecast that another order may have. The larger a
// forecast, the less of it is left over, above all in the input order, whose frontier is not ragged.
const clearly = 0.95

func newQuest(p *problem) *quest {
	n, mark := p.Primary(), int32(1)
	q := &quest{graph: newGraph(p), done: make([]bool, n), tried: make([]bool, p.Options()), left: make([]int, p.Items()),
		todo: make([]int32, n), joined: make([]bool, n)}
	for i := range q.next {
		if q.seen[i] != 0 {
			continue
		}
		t := &part{items: q.breadth(int32(i), 1), dice: rand.New(rand.NewPCG(53, 0)), bound: math.Inf(1)}
		slices.Sort(t.items)
		for _, i := range t.items {
			t.options = append(t.options, q.options[i]...)
		}
		slices.Sort(t.options)
		t.options = slices.Compact(t.options)
		// Cuthill and McKee (1969) begin at the last item of such an order, which is far from the first.
		breadth := t.items
		for range 5 {
			mark++
			breadth = q.breadth(breadth[len(breadth)-1], mark)
		}
		for _, start := range [][]int32{t.items, breadth} {
			q.try(t, slices.Values(start))
			t.bound = math.Pow(t.least, clearly)
		}
		q.parts = append(q.parts, t)
	}
	return q
}

// improve tries greedy orders of the component with the largest forecast, for about the given number
// of steps. It ends when the tries have taken a tenth of the steps that a sweep would take.
func (q *quest) improve(steps int) {
	if len(q.parts) == 0 {
		return
	}
	for end := q.work + steps; q.work < end; {
		t := slices.MaxFunc(q.parts, func(a, b *part) int { return cmp.Compare(a.least, b.least) })
		if float64(t.work) >= t.least/10 {
			return
		}
		before := q.work
		q.try(t, q.greedy(t))
		t.narrow = !t.narrow
		q.work += len(q.parts)
		t.work += q.work - before
	}
}

// best returns the best order so far and its forecast. It is the input order if there are too many pairs.
func (q *quest) best() (order []int32, all float64) {
	if q.next == nil {
		return q.inputOrder(), math.Inf(1)
	}
	for _, t := range q.parts {
		order = append(order, t.order...)
		all += t.least
	}
	return order, all
}

// start begins a walk through a component.
func (q *quest) start(t *part) {
	q.cost, q.open, q.heavy, q.order, q.front = 0, 0, 0, q.order[:0], q.front[:0]
	for _, i := range t.items {
		q.done[i], q.joined[i], q.todo[i] = false, false, int32(len(q.next[i]))
	}
	for _, o := range t.options {
		q.tried[o] = false
		for _, x := range q.Option(int(o)) {
			q.left[x] = len(q.options[x])
		}
		q.work += len(q.Option(int(o)))
	}
}

// try follows an order of a component, and keeps it if its forecast is below the bound.
func (q *quest) try(t *part, order iter.Seq[int32]) {
	q.start(t)
	for i := range order {
		if q.finish(i); q.cost >= t.bound {
			return
		}
	}
	t.order, t.least, t.bound = slices.Clone(q.order), q.cost, q.cost
}

// greedy returns an order that begins at a random item. It goes where the boundary becomes light, or
// else, if narrow, where the fewest items join the front, with some noise.
func (q *quest) greedy(t *part) iter.Seq[int32] {
	return func(finish func(int32) bool) {
		q.join(t.items[t.dice.IntN(len(t.items))])
		for len(q.front) > 0 {
			best, least := 0, math.MaxInt
			for k, i := range q.front {
				if cost := t.dice.IntN(unit/2) + q.price(i, t.narrow); cost < least {
					best, least = k, cost
				}
			}
			item := q.front[best]
			q.front = slices.Delete(q.front, best, best+1)
			if !finish(item) {
				return
			}
			for _, j := range q.next[item] {
				q.join(j)
			}
		}
	}
}

// price returns what the next item of a greedy walk costs, in bits of unit.
func (q *quest) price(i int32, narrow bool) int {
	far, cost := 0, 0
	for _, j := range q.next[i] {
		if !q.joined[j] {
			far++
		} else if q.todo[j] == 1 && q.done[j] {
			cost -= q.weight[j]
		}
	}
	q.work += 4 + len(q.next[i])
	switch {
	case narrow:
		return unit*far + int(q.todo[i]) - len(q.next[i])
	case q.todo[i] > 0:
		cost += q.weight[i]
	}
	return cost
}

// join takes an item into the front, unless it was there.
func (q *quest) join(i int32) {
	if !q.joined[i] {
		q.joined[i] = true
		q.front = append(q.front, i)
	}
}

// finish does an item: its options are tried.
func (q *quest) finish(item int32) {
	states := q.open
	if q.left[item] < len(q.options[item]) {
		states -= q.width[item] // it is not covered here
	}
	states = min(states, q.heavy)
	options := 0
	for _, o := range q.options[item] {
		if q.tried[o] {
			continue
		}
		q.tried[o] = true
		options++
		for _, x := range q.Option(int(o)) {
			if q.left[x] == len(q.options[x]) {
				q.open += q.width[x]
			}
			if q.left[x]--; q.left[x] == 0 {
				q.open -= q.width[x]
			}
		}
		q.work += 2 * len(q.Option(int(o)))
	}
	if options > 0 {
		words := 1 + states/(64*unit)
		q.cost += float64(power(states) * float64(stateSteps+words*options*(optionSteps+updateSteps)))
	}
	q.order = append(q.order, item)
	q.done[item] = true
	q.heavy += q.weight[item]
	q.leave(item)
	for _, j := range q.next[item] {
		q.todo[j]--
		q.leave(j)
	}
	q.work += len(q.options[item]) + len(q.next[item])
}

// leave takes an item off the boundary if it is done, and so are its neighbours.
func (q *quest) leave(i int32) {
	if q.done[i] && q.todo[i] == 0 {
		q.heavy -= q.weight[i]
	}
}
