package bitset

import (
	"context"
	"math/bits"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

// filter keeps the live options as a list of masks: a bit for each item, primary ones lowest,
// and the option's number in the highest bits. Lists lie one after another on a stack, one a
// level, in input order. Choosing the option with mask c copies those masks m of the level's
// list that have no item in common with it, m AND c = 0, to a new list on top; to undo
// is to forget that list:
//
//	list 0                              list 1            list 2
//	1:c e  2:a d g  3:b c f  5:b g ...  | 1:c e  3:b c f  | 3:b c f | free
//	       '- chosen on level 0           '- on level 1
//
// A mask of several words has each in a stack of its own, at the same place: to look at 4 or 8
// masks at once is to load 4 or 8 words that lie side by side.
//
// It is done in two steps. probe only looks: which masks are to be copied, and what items these
// have. If an active item is not among them, the child is a dead end, and that was all; 2 of 3
// nodes of the pentominoes are. Otherwise compact copies the masks, and counts the sizes of all
// items at once in bit-sliced counters: bit i of plane j is bit j of the size of
// item i. There are 4 planes and a fifth for sizes of 16 or more. Where no item is smaller
// than that, which is near the root, the list is counted again with as many planes as it
// takes.
type filter struct {
	p      *cover.Problem
	first  bool // the rule is cover.First
	words  int  // of a mask
	number uint // the option's number begins at this bit of the last word

	stack  []uint64 // word w of the mask at place k is stack[w*room+k]
	room   int      // a multiple of 8
	items  mask     // the bits of items in a mask
	keep   []uint64 // what probe tells compact
	planes planes   // of the last node
	at     []atFilter
	chose  []int // the option chosen on each level
	cover.Meter
}

// mask has room for the widest ones.
type mask [8]uint64

// planes are, by word, the sizes of the items modulo 16, the lowest bits first, and the items
// whose size is 16 or more.
type planes [len(mask{})][5]uint64

// atFilter is a node on the path from the root.
type atFilter struct {
	active  mask        // the primary items that still have to be covered
	solved  bool        // there are none
	dead    bool        // one of them, or the one that is to be branched on, has no options
	begin   int         // where the list begins; a multiple of 8
	n       int         // its length. It is not there if the node is dead or solved
	picked  []uint64    // the options of the item branched on, as bits over the list
	untried bitrow.Ones // those of picked that were not tried yet
}

// slack is how many words behind a list of the stack may be written to: a list ends with
// up to 32 masks of zero, so that blocks of 8 and groups of 4 blocks are whole.
const slack = 48

// numberBits returns the bits that an option's number takes.
func numberBits(p *cover.Problem) int { return bits.Len(uint(p.Options())) }

// filterWords returns the number of words of a mask with the items and the number of an
// option.
func filterWords(p *cover.Problem) int { return max(1, bitrow.Words(p.Items()+numberBits(p))) }

// fitsFilter says whether masks have few enough words, and lists the memory allowed.
func fitsFilter(p *cover.Problem) bool {
	wide := filterWords(p)
	size := int64(p.Options()+slack) * int64(p.MaxDepth()+1) * int64(8*wide+1) // and the bits of picked
	return wide <= len(mask{}) && size <= maxBytes
}

func prepareFilter(p *cover.Problem, rule cover.Rule) (cover.Search, error) {
	if !fitsFilter(p) {
		return nil, cover.Unsupportedf("expected at most %d items with the %d bits for an option's number, and lists of at most %d MB", 64*len(mask{})-numberBits(p), numberBits(p), maxBytes>>20)
	}
	depth := p.MaxDepth()
	x := &filter{
		p: p, first: rule == cover.First,
		words:  filterWords(p),
		number: uint(64 - numberBits(p)),
		keep:   cover.Padded[uint64](p.Options()/32 + 2), // a byte for 4 options
		at:     cover.Padded[atFilter](depth + 1),
		chose:  cover.Padded[int](depth),
	}
	x.reserve(2 * (p.Options() + slack))
	picked := bitrow.Table(depth+1, bitrow.Words(p.Options())+1)
	for k := range x.at {
		x.at[k].picked = picked[k]
	}
	root := &x.at[0]
	root.n = p.Options()
	root.solved = p.Primary() == 0
	for i := range p.Items() {
		bitrow.Set(x.items[:], i)
		if i < p.Primary() {
			bitrow.Set(root.active[:], i)
		}
	}
	last := x.stack[(x.words-1)*x.room:]
	for o := range p.Options() {
		last[o] = uint64(o) << x.number
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
	// Not a multiple of 4 KB: words at the same place would share a set of the cache.
	room := (n+n/2)&^511 + 512 + 8
	stack := bitrow.Aligned(room * x.words)
	for w := range x.words {
		copy(stack[w*room:], x.stack[w*x.room:(w+1)*x.room])
	}
	x.stack, x.room = stack, room
}

func (x *filter) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, 2*(x.words+1)*x.p.Options())
	x.search()
	return x.Stats()
}

func (x *filter) search() {
	x.sift(&x.at[0], &x.at[0], &mask{}) // keeps all, and counts
	k := 0
	for {
		l := &x.at[k]
		l.untried.End()
		if enter := x.Node(k); !enter || l.solved {
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
		x.chose[k] = int(x.stack[(x.words-1)*x.room+at] >> x.number)
		child := &x.at[k+1]
		x.choose(child, l, at)
		x.Add(k, int64(l.n-child.n))
		k++
	}
}

// choose makes the child of a node by the option at the given place of the stack.
func (x *filter) choose(child, l *atFilter, at int) {
	var chosen mask
	rest := uint64(0)
	for w := range x.words {
		chosen[w] = x.stack[w*x.room+at] & x.items[w]
		child.active[w] = l.active[w] &^ chosen[w]
		rest |= child.active[w]
	}
	child.solved = rest == 0
	if child.solved { // every option has a primary item
		child.n = 0
		return
	}
	child.begin = l.begin + (l.n+slack)&^7
	x.reserve(child.begin + l.n + slack)
	x.sift(child, l, &chosen)
}

// sift makes the list of the child from that of the parent without the options that share an
// item with the chosen one, and counts it; or finds that the child is a dead end.
func (x *filter) sift(child, parent *atFilter, chosen *mask) {
	need := &child.active
	if x.first {
		need = child.leftmost(x.words)
	}
	n, alive := sift(x.stack[child.begin:], x.stack[parent.begin:], x.room, x.words, parent.n, chosen, need, x.keep, &x.planes)
	child.n, child.dead = n, !alive
}

// siftWords is sift in two steps.
func siftWords(to, from []uint64, room, words, n int, chosen, need *mask, keep []uint64, c *planes) (kept int, alive bool) {
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
func (l *atFilter) leftmost(words int) *mask {
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
func (x *filter) branch(l *atFilter) int {
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
	if least < 16 || x.first {
		return item
	}
	return x.countAll(l)
}

// countAll returns the item with the fewest options, however many those are.
func (x *filter) countAll(l *atFilter) int {
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
