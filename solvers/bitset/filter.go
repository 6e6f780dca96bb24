//go:build amd64 && !purego

package bitset

import (
	"context"
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// filter keeps the live options of a node as a list of masks. A mask has a bit for each item of the
// option, primary items lowest, and the number of the option in its highest bits. The lists of all
// levels lie one after another on a stack, each in input order. Choosing the option with mask c
// copies the masks m with m AND c = 0, which share no item with it, to a new list on top. Undoing
// the choice forgets that list:
//
//	list 0                              list 1            list 2
//	1:c e  2:a d g  3:b c f  5:b g ...  | 1:c e  3:b c f  | 3:b c f | free
//	       '- chosen on level 0           '- chosen on level 1
//
// If a mask takes several words, each word has a stack of its own and the same index on all of
// them. So 4 or 8 masks are loaded at once, from words that lie side by side.
//
// A list is made in two steps:
//
//  1. probe notes which masks to copy, and computes their union. If an active item is not in the
//     union, the child is a dead end, and its list is not needed. This is so at 2 of 3 nodes of the
//     pentominoes.
//  2. compact copies the masks and counts the sizes of all items at once. The counts are
//     bit-sliced: bit i of plane j is bit j of the size of item i. There are 4 planes, and a fifth
//     for the items of size 16 or more.
//
// Near the root every active item may have 16 options or more. There the list is counted again with
// as many planes as it takes.
type filter struct {
	p      *cover.Problem
	first  bool    // the rule is cover.First
	leaves *leaves // nil until a run in any order
	words  int     // how many a mask takes
	number uint    // the bit of the last word where the number of the option begins

	stack  []uint64 // word w of mask k is stack[w*room+k]
	room   int      // how many masks the stack can hold; a multiple of 8
	items  mask     // the bits of a mask that stand for items
	keep   []uint64 // the masks to copy, as noted by probe
	planes planes   // the sizes counted last
	at     []filterLevel
	chose  []int // the option chosen on each level
	cover.Meter
}

// mask is the mask of an option, or a set of items. It has as many words as the widest masks need.
type mask [8]uint64

// planes are the sizes of all items, bit-sliced, for each word of a mask. The first 4 planes are
// the sizes modulo 16, the lowest bits first. The fifth has the items of size 16 or more.
type planes [len(mask{})][5]uint64

// filterLevel is a node on the path from the root to the current node.
type filterLevel struct {
	active  mask        // the primary items that are not covered
	solved  bool        // active is empty
	dead    bool        // an active item has no options; under cover.First, the branching item
	begin   int         // the index of the list's first mask; a multiple of 8
	n       int         // the length of the list, which is missing if the node is dead or solved
	picked  []uint64    // the options of the branching item, as bits over the list
	untried bitrow.Ones // the options of picked that are still to be tried
}

// slack is how many words behind a list may be overwritten. Up to 32 masks of zeros follow a list,
// so that the last block of 8 masks and the last group of 4 blocks are complete.
const slack = 48

// numberBits returns how many bits the number of an option takes.
func numberBits(p *cover.Problem) int { return bits.Len(uint(p.Options())) }

// filterWords returns how many words a mask takes, the number of the option included.
func filterWords(p *cover.Problem) int {
	return max(1, bitrow.Words(p.Items()+numberBits(p)))
}

// fitsFilter reports whether masks have few enough words and the lists fit into maxBytes.
func fitsFilter(p *cover.Problem) bool {
	wide := filterWords(p)
	size := int64(p.Options()+slack) * int64(p.MaxDepth()+1) * int64(8*wide+1) // with the bits of picked
	return wide <= len(mask{}) && size <= maxBytes
}

func prepareFilter(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	if !fitsFilter(p) {
		return nil, cover.Unsupportedf("%d items and %d options; with so many options a mask holds at most %d items, "+
			"and the lists may take at most %d MB", p.Items(), p.Options(), 64*len(mask{})-numberBits(p), maxBytes>>20)
	}
	depth := p.MaxDepth()
	x := &filter{
		p: p, first: rule == cover.First,
		words:  filterWords(p),
		number: uint(64 - numberBits(p)),
		keep:   cover.Padded[uint64](p.Options()/32 + 2), // a byte for each 4 options
		at:     cover.Padded[filterLevel](depth + 1),
		chose:  cover.Padded[int](depth),
	}
	x.reserve(2 * (p.Options() + slack))
	picked := bitrow.Table(depth+1, bitrow.Words(p.Options()))
	for k := range x.at {
		x.at[k].picked = picked[k]
	}
	root := &x.at[0]
	root.n = p.Options()
	root.solved = p.Primary() == 0
	for i := range p.Primary() {
		bitrow.Set(root.active[:], i)
	}
	last := x.stack[(x.words-1)*x.room:]
	for o := range p.Options() {
		last[o] = uint64(o) << x.number
	}
	bitrow.Fill(x.items[:], p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			x.stack[int(i)/64*x.room+o] |= 1 << (i % 64)
		}
	}
	return x, nil
}

// reserve makes room for n masks on the stack.
func (x *filter) reserve(n int) {
	if n <= x.room {
		return
	}
	// Not a multiple of 4 KB: the words of one mask would then share a set of the cache.
	room := (n+n/2)&^511 + 512 + 8
	stack := bitrow.Aligned(room * x.words)
	for w := range x.words {
		copy(stack[w*room:], x.stack[w*x.room:(w+1)*x.room])
	}
	x.stack, x.room = stack, room
}

// choose makes the child of a node by choosing the option whose mask has index at.
func (x *filter) choose(child, l *filterLevel, at int) {
	var chosen mask
	rest := uint64(0)
	for w := range x.words {
		chosen[w] = x.stack[w*x.room+at] & x.items[w]
		child.active[w] = l.active[w] &^ chosen[w]
		rest |= child.active[w]
	}
	child.solved = rest == 0
	if child.solved { // no option is left, since every option has a primary item
		child.n = 0
		return
	}
	child.begin = l.begin + (l.n+slack)&^7
	x.reserve(child.begin + l.n + slack)
	x.sift(child, l, &chosen)
}

// option returns the option whose mask has index at.
func (x *filter) option(at int) int { return int(x.stack[(x.words-1)*x.room+at] >> x.number) }

// sift makes the list of the child from the list of its parent, without the options that share an
// item with the chosen one. It marks the child as dead instead if the child is a dead end.
func (x *filter) sift(child, parent *filterLevel, chosen *mask) {
	if parent.n == 0 { // the root of a problem without options
		child.dead = !child.solved
		return
	}
	need := &child.active
	if x.first {
		need = child.leftmost(x.words)
	}
	to, from := x.stack[child.begin:], x.stack[parent.begin:]
	n, alive := sift(to, from, x.room, x.words, parent.n, chosen, need, x.keep, &x.planes)
	child.n, child.dead = n, !alive
}

// siftWords is sift in two steps, for masks of any number of words.
func siftWords(to, from []uint64, room, words, n int, chosen, need *mask, keep []uint64,
	c *planes) (kept int, alive bool) {
	var union mask
	kept = probe(from, room, words, n, chosen, keep, &union)
	for w := range words {
		if need[w]&^union[w] != 0 {
			return kept, false
		}
	}
	compact(to, from, room, words, n, keep, c)
	return kept, true
}

// leftmost returns the mask of the first active item.
func (l *filterLevel) leftmost(words int) *mask {
	var m mask
	for w := range words {
		if active := l.active[w]; active != 0 {
			m[w] = active & -active
			break
		}
	}
	return &m
}

// branch returns the item to branch on.
func (x *filter) branch(l *filterLevel) int {
	least, item := 16, 0
	for w := range x.words {
		active, c := l.active[w], &x.planes[w]
		if x.first && active != 0 {
			return w*64 + bits.TrailingZeros64(active)
		}
		if active &^= c[4]; active == 0 {
			continue
		}
		size := 0
		for j := 3; j >= 0; j-- {
			if smaller := active &^ c[j]; smaller != 0 {
				active = smaller
			} else {
				size |= 1 << j
			}
		}
		if size < least {
			least, item = size, w*64+bits.TrailingZeros64(active)
		}
	}
	if least < 16 {
		return item
	}
	return x.countAll(l)
}

// countAll returns the active item with the fewest options, however many it has.
func (x *filter) countAll(l *filterLevel) int {
	least, item := x.p.Options()+1, 0
	for w := range x.words {
		active := l.active[w]
		if active == 0 {
			continue
		}
		var sizes [64]uint64
		at := w*x.room + l.begin
		top := bitrow.CountColumns(&sizes, x.stack[at:at+l.n], active)
		size := 0
		for j := top - 1; j >= 0; j-- {
			if smaller := active &^ sizes[j]; smaller != 0 {
				active = smaller
			} else {
				size |= 1 << j
			}
		}
		if size < least {
			least, item = size, w*64+bits.TrailingZeros64(active)
		}
	}
	return item
}

func (x *filter) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, 2*(x.words+1)*x.p.Options())
	x.search()
	return x.Stats()
}

func (x *filter) search() {
	leaves := x.AnyOrder(0) && suitsLeaves(x.p)
	if leaves && x.leaves == nil {
		x.leaves = newLeaves(x.p, x.first)
	}
	x.walk(leaves)
	if leaves {
		x.leaves.search(&x.Meter)
		x.leaves.profile(&x.Meter)
	}
}

// walk enters the nodes. Leaves are left to the walkers if leaves is true.
func (x *filter) walk(leaves bool) {
	x.sift(&x.at[0], &x.at[0], &mask{}) // keeps all options and counts them
	k := 0
	for {
		l := &x.at[k]
		l.untried.End()
		if leaves && x.leaves.takes(l) {
			x.leaves.add(x, l, k)
		} else if enter := x.Node(k); !enter || l.solved {
			if x.Stopped() || enter && !x.Solution(x.chose[:k]) {
				return
			}
		} else if !l.dead {
			item := x.branch(l)
			pick(l.picked, x.stack[item/64*x.room+l.begin:], l.n, item)
			l.untried.Start(l.picked)
		}
		for !l.untried.More(l.picked, l.n) {
			if k == 0 {
				return
			}
			k--
			l = &x.at[k]
		}
		at := l.begin + l.untried.Take()
		x.chose[k] = x.option(at)
		child := &x.at[k+1]
		x.choose(child, l, at)
		x.Add(k, int64(l.n-child.n))
		k++
	}
}
