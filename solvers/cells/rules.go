package cells

import (
	"math"
	"slices"

	"xcbench/cover"
)

// The rules of Knuth's programs of the same names. Both look ahead, and both depend on the order
// that earlier work has left the lists in. The package comment describes them.
const (
	SSXC1 cover.Rule = "ssxc1"
	SSXCC cover.Rule = "ssxcc"
)

// A rule is what makes the solvers different.
type rule struct {
	next   func(x *search) int // the item to branch on, or -1 if no primary item is active
	hide   func(x *search, r, stop int) (updates int, ok bool)
	watch  uint32 // look ahead at items that would be left with fewer options than this; 0 for no look-ahead
	sorted bool   // options are tried in input order
}

var rules = map[cover.Rule]rule{
	cover.MRV:   {next: (*search).smallest, hide: (*search).hide, sorted: true},
	cover.First: {next: (*search).leftmost, hide: (*search).hide, sorted: true},
	SSXC1:       {next: (*search).firstSmallest, hide: (*search).squeeze, watch: 1},
	SSXCC:       {next: (*search).forcedFirst, hide: (*search).squeeze, watch: 2},
}

// size returns the number of live options of item i.
func (x *search) size(i int) int { return int(x.items.at(i).end) - int(*x.base.at(i)) }

// smallest returns the item with the fewest options. Among several it returns the first in the
// input.
func (x *search) smallest() int {
	best := int64(math.MaxInt64) // size and number in one word, so that min needs no branch
	primary := x.primary
	for k := range x.active {
		if i := int(*x.order.at(k)); i < primary {
			best = min(best, int64(x.size(i))<<32|int64(i))
		}
	}
	return itemOf(best)
}

// itemOf returns the number of the item in best, or -1 if there was no item.
func itemOf(best int64) int {
	if best == math.MaxInt64 {
		return -1
	}
	return int(best & math.MaxUint32)
}

// leftmost returns the active primary item that comes first in the input.
func (x *search) leftmost() int {
	best := x.primary
	for k := range x.active {
		best = min(best, int(*x.order.at(k)))
	}
	if best == x.primary {
		return -1
	}
	return best
}

// firstSmallest returns the item with the fewest options. Among several it returns the first in
// order.
func (x *search) firstSmallest() int {
	if x.empty >= 0 {
		return x.empty
	}
	best, least := -1, math.MaxInt
	order, items, base := x.order, x.items, x.base
	active, primary := x.active, x.primary
	for k := 0; k < active; k++ {
		if i := int(*order.at(k)); i < primary {
			if size := int(items.at(i).end) - int(*base.at(i)); size < least {
				best, least = i, size
				if size == 1 { // the look-ahead leaves no item without options
					break
				}
			}
		}
	}
	return best
}

// forcedFirst pops items from the stack of forced items and returns the first one that is active.
// If there is none, it pushes all items with a single option and pops one. If there is still none,
// it returns the smallest item.
func (x *search) forcedFirst() int {
	if x.empty >= 0 {
		return x.empty
	}
	for x.forced > 0 {
		x.forced--
		if i := int(*x.force.at(x.forced)); int(*x.pos.at(i)) < x.active {
			return i
		}
	}
	best := int64(math.MaxInt64)
	primary := x.primary
	for k := range x.active {
		if i := int(*x.order.at(k)); i < primary {
			if size := x.size(i); size > 1 {
				best = min(best, int64(size)<<32|int64(i))
			} else {
				*x.force.at(x.forced) = uint32(i)
				x.forced++
			}
		}
	}
	if x.forced > 0 {
		x.forced--
		return int(*x.force.at(x.forced))
	}
	return itemOf(best)
}

// sort puts the options in set[r:stop] in input order. The order of their nodes is the same.
func (x *search) sort(r, stop int) {
	options := x.set[r:stop]
	slices.Sort(options)
	for k, q := range options {
		x.nodes[q].loc = uint32(r + k)
	}
}
