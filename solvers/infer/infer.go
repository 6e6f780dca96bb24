// Package infer solves exact cover problems by drawing conclusions before it branches. At each node
// it takes the options that every solution below must contain. It also removes options that no
// solution below can contain, as far as a few rules find them.
//
// # Sets of options
//
// A set of options is a row of bits, 64 to a word. Each primary item has a row of its options. Each
// option has a row of its conflicts: the other options that share an item with it, primary or
// secondary, without giving it the same colour. Take the items a to g and the options 1: c e, 2: a d g, 3: b c f, 4: a d f, 5: b g, 6:
// d e g:
//
//	             654321
//	conflict[1]  100100
//	conflict[2]  111000
//	conflict[3]  011001
//	conflict[4]  100110      within[a]  001010
//	conflict[5]  100110      within[f]  001100
//	conflict[6]  011011
//
// # The rule
//
// All inference follows from one rule. Let o1, ..., ok be the live options of an active primary
// item A. Call one of them, o, hopeless if choosing it would leave an active item without options:
// an item that o does not contain, and whose live options are all in conflict[o]. Let p1, ..., pm
// be the options of A that are not hopeless. Then only these options stay live:
//
//	live AND (NOT conflict[p1] OR ... OR NOT conflict[pm])
//
// Proof. A solution below this node contains exactly one of o1, ..., ok. Call it o. The solution
// has no option of conflict[o]. If o were hopeless, the solution would cover some item by a live
// option other than o that is not in conflict[o]. There is no such option. So o is one of p1, ...,
// pm, and all options of the solution are in NOT conflict[o].
//
// The rule has three cases:
//
//   - k = 0 is a dead end: nothing stays live.
//   - k = 1 is a forced option. Taking it removes its conflicts. The search does not check whether
//     it is hopeless, since that shows soon enough.
//   - k > 1 is looking ahead. An option is removed if choosing it would leave A, or another item,
//     without options. Whether it would empty another item is checked for the options of A only.
//
// Looking ahead includes the elimination of subsets, which sudoku solvers call locked candidates.
// If all live options of A contain an item B too, the other options of B conflict with all of them
// and are removed. A must be primary; B may be secondary, without colours.
//
// Suppose that the search looks ahead at item a of the example, though so few options are live. Its
// options 2 and 4 both conflict with option 6, so 6 is removed: all options of a contain d, and 6
// is the other option of d. Now e has only option 1, which removes 3. Then f has only option 4,
// which removes 2, and b has only option 5. The solution is found at the root.
//
// # The tree
//
// A node of the search goes through these steps:
//
//  1. Take forced options until there are none. In dense problems the leftmost item comes first,
//     otherwise the item that was found forced last.
//  2. Choose the branching item: the item with the fewest live options, the leftmost of equals.
//  3. Look ahead at the branching item. If one of its options is left, take it. If anything was
//     removed, go back to step 1.
//  4. Try the options of the branching item in input order. Each of them makes a child node. Forced
//     options make no nodes.
//
// The search looks ahead in dense problems (see choosePlan), at items of at most maxLook options,
// and while at least minLook options are live. These bounds were measured, and the choice rule
// includes them.
//
// # Representations
//
// The search has three representations of the live options. It begins with the rows above. On dense
// problems it changes to lists of item masks as soon as the uncovered items fit into two words, and
// to masks of one word once they fit into one (list.go). A list gets shorter with every option
// removed. All representations search the same tree with the same updates, so a processor without
// AVX2 can do without lists.
//
// If no item has more than 16 options, package lanes does the search, on any processor. It finds
// forced options and subsets at all items at once, and does not look ahead. The catalogue has 398
// instances of this kind. On them, package lanes
//
//   - takes 0.36 of the time of rows and lists, in geometric mean;
//   - is slower on 6 instances, by a factor of at most 1.7.
//
// # Updates
//
// One update is one option taken: the option that a node tries, counted at that node, or an option
// that is forced there. At a dead end the count depends on which items were examined first.
//
// # Files
//
// Start reading at prepare.go, which chooses between package lanes and the search of this package.
// The search is in infer.go, and its rules are in rules.go. The files counts.go and scan.go are two
// ways to find the items with few options. The lower part of the tree is searched in list.go, and
// enter.go leads there.
package infer

import (
	"context"

	"xcbench/cover"
	"xcbench/internal/bitrow"
)

type search struct {
	p *cover.Problem
	tables
	plan plan
	wide *wide // the tables for AVX-512; nil if it is missing or does not pay
	list *list // searches the lower part of the tree; nil if AVX2 is missing or does not pay

	given      level // the state before any inference
	next, kept level // used by lookAhead: what choosing one option leaves, what choosing any leaves
	levels     []level
	chose      []int // the options taken, in order, forced options included

	forced  counts // used by counts.go: a stack of items that were found with one option left
	pending int    // the height of the stack
	dead    bool   // an item was found without options

	show bool // the caller wants to see solutions
	cover.Meter
}

// level is the state of a node on the path from the root to the current node. Which of count and
// active it has depends on the plan.
type level struct {
	live    []uint64 // the options not removed, among them those taken
	count   counts   // not dense: by primary item, how many options are live, or at least covered
	active  []uint64 // dense: the primary items that are not covered
	taken   int      // how many elements of chose belong to the node
	free    int      // how many items are not covered, primary and secondary
	options int      // how many options are in live

	untried bitrow.Walk // the options of the branching item that are still to be tried
}

// settle returns an item to branch on, or one of these outcomes.
const (
	solution = -1
	deadEnd  = -2
	branch   = 0 // returned by a list, which keeps the options of the branching item itself
)

// prepare returns a search of p. Its plan is what choose returns for its tables.
func prepare(p *cover.Problem, choose func(*tables) plan) (*search, error) {
	x := &search{p: p}
	if err := x.tables.build(p); err != nil {
		return nil, err
	}
	x.plan = choose(&x.tables)
	if x.plan.dense {
		x.wide = newWide(&x.tables)
		if lists := listKernels(); len(lists) > 0 && p.Colours() == 0 { // masks of items do not tell colours apart
			x.list = newList(x, p.MaxDepth(), lists[0])
		}
	}
	x.chose = cover.Padded[int](p.MaxDepth())
	x.forced = make(counts, p.Primary())
	x.levels = x.newLevels(p.MaxDepth() + 4)
	x.given, x.next, x.kept, x.levels = x.levels[0], x.levels[1], x.levels[2], x.levels[3:]
	x.given.free, x.given.options = p.Items(), p.Options()
	bitrow.Fill(x.given.live, p.Options())
	bitrow.Fill(x.given.active, p.Primary())
	if !x.plan.dense {
		for _, i := range x.items {
			x.given.count[i]++
		}
	}
	return x, nil
}

// newLevels returns n levels that share two pieces of memory.
func (x *search) newLevels(n int) []level {
	var items int
	if x.plan.dense {
		items = bitrow.Words(len(x.within))
	}
	all := make([]uint64, n*(x.width+items))
	var count counts
	if !x.plan.dense {
		count = make(counts, n*len(x.within))
	}
	levels := cover.Padded[level](n)
	for k := range levels {
		l := &levels[k]
		l.live, all = all[:x.width:x.width], all[x.width:]
		l.active, all = all[:items:items], all[items:]
		if !x.plan.dense {
			l.count, count = count[:len(x.within):len(x.within)], count[len(x.within):]
		}
	}
	return levels
}

func (l *level) copy(from *level) {
	copy(l.live, from.live)
	copy(l.count, from.count)
	copy(l.active, from.active)
	l.taken, l.free, l.options = from.taken, from.free, from.options
}

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	steps := len(x.within) + 2*len(x.items) // at worst, to remove every option
	if x.plan.dense {
		steps = 2 * maxLook * len(x.within) * x.width // at worst, to scan items, mostly to look ahead
	}
	x.Start(ctx, x.p, limits, visit, steps)
	x.show = visit != nil
	x.search()
	return x.Stats()
}

func (x *search) search() {
	var o int         // the option being tried, unless k is the root
	k, before := 0, 0 // before says how many options were taken at the nodes above
	for {
		l := &x.levels[k]
		i := deadEnd
		if x.Node(k) {
			if k == 0 {
				l.copy(&x.given)
				x.pushForced(l)
			} else {
				l.copy(&x.levels[k-1])
				x.take(l, o)
			}
			if list := x.list.successor(l.free, l.options-l.taken); list != nil {
				list.startFromRows(k, l.live, l.taken)
				if !list.search(k, before) {
					return
				}
			} else {
				i = x.settle(l)
				x.Add(k, int64(l.taken-before))
			}
		} else if x.Stopped() {
			return
		}
		if i >= 0 {
			l.untried.Start(x.within[i])
		} else {
			if i == solution && !x.Solution(x.chose[:l.taken]) {
				return
			}
			l.untried.Start(bitrow.Span{})
		}
		for !l.untried.More(l.live) {
			if k == 0 {
				return
			}
			k--
			l = &x.levels[k]
		}
		before = l.taken
		o = l.untried.Take()
		k++
	}
}
