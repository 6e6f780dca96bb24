package bitset

import (
	"context"
	"math/bits"

	"xcbench/cover"
)

// filter keeps the live options as a list of masks, one or two words each: a bit for
// each item, primary ones lowest, and the option's number in the highest bits. Lists lie one
// after another on a stack, one a level, in input order. Choosing the option with mask c
// copies those masks m of the level's list that have no item in common with it,
// m AND c = 0, to a new list on top; to undo is to forget that list:
//
//	list 0                              list 1            list 2
//	1:c e  2:a d g  3:b c f  5:b g ...  | 1:c e  3:b c f  | 3:b c f | free
//	       '- chosen on level 0           '- on level 1
//
// The two words of a mask lie in two stacks, low and high, at the same place. With one word
// there is no low.
//
// The sizes of all items are counted at once, while the new list is made, in bit-sliced
// counters: bit i of the words of plane j is bit j of the size of item i. There are 4
// planes and a fifth for sizes of 16 or more. Where no item is smaller than that, which is
// near the root, the list is counted again with as many planes as it takes.
type filter struct {
	p      *cover.Problem
	first  bool // the rule is cover.First
	wide   bool // masks have two words
	number uint // the option's number begins at this bit of the high word

	low, high []uint64
	items     pair // the bits of items in a mask
	planes    planes
	more      []pair // the planes of countAll
	at        []atFilter
	chose     []int // the option chosen on each level
	cover.Meter
}

// pair is a mask, or a plane of counters.
type pair struct{ low, high uint64 }

// planes are the sizes of all items modulo 16, the lowest bits first, and the items whose
// size is 16 or more.
type planes [5]pair

// atFilter is a node on the path from the root.
type atFilter struct {
	active pair     // the primary items that still have to be covered
	begin  int      // where the list begins; a multiple of 8
	n      int      // its length
	picked []uint64 // the options of the item branched on, as bits over the list
	word   int      // the word of picked that is being worked off
	left   uint64   // its options still to be tried
}

// slack is how many words behind a list of the stack may be written to: a list ends with
// up to 32 masks of zero, so that blocks of 8 and groups of 4 blocks are whole.
const slack = 48

// numberBits returns the bits that an option's number takes.
func numberBits(p *cover.Problem) int { return bits.Len(uint(p.Options())) }

// fitsFilter says whether masks with the items and the number of an option fit two words.
func fitsFilter(p *cover.Problem) bool { return p.Items()+numberBits(p) <= 128 }

func prepareFilter(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	depth := p.MaxDepth()
	if !fitsFilter(p) {
		return nil, cover.Unsupportedf("%d items and %d bits for an option's number are more than the 128 bits of a mask", p.Items(), numberBits(p))
	}
	if size := int64(p.Options()+slack) * int64(depth+1) * 17; size > maxBytes { // 16 bytes a mask, and the bits of picked
		return nil, cover.Unsupportedf("the lists may take %d MB, more than the %d MB allowed", size>>20, maxBytes>>20)
	}
	x := &filter{
		p: p, first: rule == cover.First,
		wide:   p.Items()+numberBits(p) > 64,
		number: uint(64 - numberBits(p)),
		more:   make([]pair, numberBits(p)+1),
		at:     make([]atFilter, depth+1),
		chose:  make([]int, depth),
	}
	x.reserve(2 * (p.Options() + slack))
	picked := table(depth+1, words(p.Options())+1)
	for k := range x.at {
		x.at[k].picked = picked[k]
	}
	root := &x.at[0]
	root.n = p.Options()
	for i := range p.Items() {
		x.items = x.items.or(x.bit(i))
		if i < p.Primary() {
			root.active = x.items
		}
	}
	for o := range p.Options() {
		mask := pair{high: uint64(o) << x.number}
		for _, i := range p.Option(o) {
			mask = mask.or(x.bit(int(i)))
		}
		x.high[o] = mask.high
		if x.wide {
			x.low[o] = mask.low
		}
	}
	return x, nil
}

// bit returns the mask of item i.
func (x *filter) bit(i int) pair {
	if x.wide && i < 64 {
		return pair{low: 1 << i}
	}
	return pair{high: 1 << (i % 64)}
}

func (a pair) or(b pair) pair      { return pair{a.low | b.low, a.high | b.high} }
func (a pair) and(b pair) pair     { return pair{a.low & b.low, a.high & b.high} }
func (a pair) without(b pair) pair { return pair{a.low &^ b.low, a.high &^ b.high} }
func (a pair) xor(b pair) pair     { return pair{a.low ^ b.low, a.high ^ b.high} }
func (a pair) zero() bool          { return a.low|a.high == 0 }

// lowest returns the mask of the first item in a, which must not be empty.
func (a pair) lowest() pair {
	if a.low != 0 {
		return pair{low: a.low & -a.low}
	}
	return pair{high: a.high & -a.high}
}

// reserve makes room for n masks on the stack.
func (x *filter) reserve(n int) {
	if n <= len(x.high) {
		return
	}
	n += n / 2
	high := aligned(n)
	copy(high, x.high)
	x.high = high
	if x.wide {
		low := aligned(n)
		copy(low, x.low)
		x.low = low
	}
}

func (x *filter) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, 4*x.p.Options())
	x.search()
	return x.Stats()
}

func (x *filter) search() {
	x.sift(&x.at[0], &x.at[0], pair{}) // keeps all, and counts
	k := 0
	for {
		l := &x.at[k]
		if enter := x.Node(k); !enter || l.active.zero() {
			if x.Stopped() || enter && !x.Solution(x.chose[:k]) {
				return
			}
			l.word, l.left = len(l.picked), 0
		} else if l.n == 0 {
			l.word, l.left = len(l.picked), 0
		} else if item := x.branch(l); item.zero() {
			l.word, l.left = len(l.picked), 0
		} else {
			x.pick(l, item)
			l.word, l.left = 0, l.picked[0]
		}
		for !l.next() {
			if k == 0 {
				return
			}
			k--
			l = &x.at[k]
		}
		at := l.begin + l.word*64 + bits.TrailingZeros64(l.left)
		l.left &= l.left - 1
		chosen := pair{high: x.high[at]}
		if x.wide {
			chosen.low = x.low[at]
		}
		x.chose[k] = int(chosen.high >> x.number)
		chosen = chosen.and(x.items)
		child := &x.at[k+1]
		child.begin = l.begin + (l.n+slack)&^7
		child.active = l.active.without(chosen)
		x.reserve(child.begin + l.n + slack)
		x.sift(child, l, chosen)
		x.Add(k, int64(l.n-child.n))
		k++
	}
}

// next finds the next option to try at l; it is the lowest bit of left.
func (l *atFilter) next() bool {
	for l.left == 0 {
		if l.word++; l.word*64 >= l.n {
			return false
		}
		l.left = l.picked[l.word]
	}
	return true
}

// branch returns the item to branch on, or none if that has no options.
func (x *filter) branch(l *atFilter) pair {
	if x.first {
		return l.active.lowest()
	}
	c := &x.planes
	some := c[0].or(c[1]).or(c[2]).or(c[3]).or(c[4])
	if !l.active.without(some).zero() {
		return pair{}
	}
	least := l.active.without(c[4])
	if least.zero() {
		return x.countAll(l).lowest()
	}
	for j := 3; j >= 0; j-- {
		if smaller := least.without(c[j]); !smaller.zero() {
			least = smaller
		}
	}
	return least.lowest()
}

// countAll returns the items with the fewest options, however many those are.
func (x *filter) countAll(l *atFilter) pair {
	clear(x.more)
	for at := l.begin; at < l.begin+l.n; at++ {
		carry := pair{high: x.high[at]}
		if x.wide {
			carry.low = x.low[at]
		}
		carry = carry.and(l.active)
		for j := 0; !carry.zero(); j++ {
			x.more[j], carry = x.more[j].xor(carry), x.more[j].and(carry)
		}
	}
	least := l.active
	for j := len(x.more) - 1; j >= 0; j-- {
		if smaller := least.without(x.more[j]); !smaller.zero() {
			least = smaller
		}
	}
	return least
}

// sift makes the list of the child from that of the parent without the options that share an
// item with the chosen one, and counts it.
func (x *filter) sift(child, parent *atFilter, chosen pair) {
	switch {
	case child.active.zero(): // every option has a primary item
		child.n = 0
	case x.wide:
		child.n = sift2(x.low[child.begin:], x.high[child.begin:], x.low[parent.begin:], x.high[parent.begin:], parent.n, chosen.low, chosen.high, &x.planes)
	default:
		child.n = sift1(x.high[child.begin:], x.high[parent.begin:], parent.n, chosen.high, &x.planes)
	}
}

// pick notes which options of the list of l contain the item.
func (x *filter) pick(l *atFilter, item pair) {
	if item.low != 0 {
		pick(l.picked, x.low[l.begin:], l.n, item.low)
	} else {
		pick(l.picked, x.high[l.begin:], l.n, item.high)
	}
}
