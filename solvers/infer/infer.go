// Package infer has a solver that thinks before it branches: at each node it removes
// the options that cannot be in any solution below it, as far as a few rules see,
// and takes those that have to be.
//
// Options are bits of machine words, 64 to a word. For each option there is a row
// of the options that it conflicts with: those that share an item, primary or
// secondary, with it, but not the option itself. For the items a to g and the options 1: c e,
// 2: a d g, 3: b c f, 4: a d f, 5: b g, 6: d e g:
//
//	             654321
//	conflict[1]  100100
//	conflict[2]  111000
//	conflict[3]  011001
//	conflict[4]  100110      within[a]  001010
//	conflict[5]  100110      within[f]  001100
//	conflict[6]  011011
//
// One rule holds all others. Where A is an active primary item and o1, ..., ok are its live
// options, an option o of them is hopeless if some other active item has no live option outside conflict[o],
// unless o contains that item too. What stays live is
//
//	live AND (NOT conflict[p1] OR ... OR NOT conflict[pm])
//
// where p1, ..., pm are those of o1, ..., ok that are not hopeless. Proof: a solution below this node contains exactly one of
// o1, ..., ok, say o, and so none of conflict[o]. The item that makes an o hopeless would have to be
// covered by an option that is live, not in conflict[o] and not o, and there is none; so o is one of p1, ..., pm,
// and every option of the solution is in NOT conflict[o].
//
// Its cases:
//
//   - k = 0, a dead end: nothing stays;
//   - k = 1, a forced option: what conflicts with it goes, which is to take it. Whether it is hopeless
//     shows soon enough;
//   - k > 1, looking ahead: an option goes if to choose it would leave A, or another item, without options. The second
//     is asked of the options of A only.
//
// The last has in it the elimination of subsets, which sudoku solvers call locked candidates: if all
// live options of A contain the item B too, B's other options are in conflict with each of them
// and go. A has to be primary; B may be secondary.
//
// In the example, if so few options were worth a look, a has the options 2 and 4, whose rows have option 6 in common: it goes, for
// all options of a contain d too, and 6 is d's other option. Now e has option 1 only, which takes
// 3 with it; f has 4, which removes 2; b has 5; and the solution is found at the root.
//
// # The tree
//
// Forced options are taken until there are none, the leftmost item first; then it is time to look ahead at the
// item to branch on: the one with the fewest live options, the leftmost of them. If
// a single one of its options stays, that is taken; if anything was removed, all begins anew; if not, its options are tried in
// input order. Each option tried makes a node; one that is forced does not.
//
// Looking ahead is for dense problems (see [choosePlan]), for items of at most [maxLook] options, and where at least
// [minLook] options are live: these are measured, and part of the rule.
//
// # Representations
//
// Rows are the bits above. On dense problems, once the items not covered fit two words, the search goes over to lists
// of masks of items, which grow shorter with the options left, and once they fit one word, to lists of masks of one: list.go.
// All walk the same tree with the same updates, so that a processor without AVX-512 can do without lists.
//
// Where no item has more than 16 options the search is that of package lanes, whatever the processor: it finds forced options and
// subsets at all items at once, and does not look ahead. Of 398 instances of the catalogue like that it was slower than rows and lists
// on 6, by 1.7 at most, and took 0.36 of their time in geometric mean.
//
// # Updates
//
// One update is one option taken: one that a node tries, counted at that node, or one that is forced there. At a dead
// end the count depends on which items were looked at first.
//
// To undo is to go back to the words of the level above, which were not changed.
//
// Start reading at prepare.go, which chooses, and search, then rules.go; counts.go and scan.go are two ways to
// know which item has few options. list.go is the lower part of the tree, enter.go the way there. The package imports cover and lanes and nothing else of
// this module.
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
	wide *wide // what AVX-512 works on; nil where there is none, or no use of it

	list *list // for the lower part of the tree; nil where there is none, or no use of it

	given      level // the state before any inference
	next, kept level // of lookAhead: what choosing an option leaves, what choosing any leaves
	levels     []level
	chose      []int // the options taken, the forced ones too, in that order

	forced  counts // for counts.go: a stack of items met with one option left
	pending int    // the height of the stack
	dead    bool   // an item was met with none

	show bool // solutions are asked for
	cover.Meter
}

// level is the state of one node on the path from the root.
type level struct {
	live    []uint64 // the options not removed
	count   counts   // if plan.dense is false: by primary item the number of live options, or at least covered
	active  []uint64 // if it is true: the primary items not covered
	taken   int      // how many of chose
	free    int      // items not covered, primary and secondary
	options int      // not removed

	untried bitrow.Walk // the options of the item branched on that were not tried yet
}

// What settle answers when there is no item to branch on.
const (
	solution = -1
	deadEnd  = -2
	branch   = 0 // on an item that a list knows
)

// prepare makes a search with the plan that choose makes of the tables.
func prepare(p *cover.Problem, choose func(*tables) plan) (*search, error) {
	x := &search{p: p}
	if err := x.tables.build(p); err != nil {
		return nil, err
	}
	x.plan = choose(&x.tables)
	if x.plan.dense {
		x.wide = newWide(&x.tables)
		if hasLists {
			x.list = newList(x, p.MaxDepth(), &lists)
		}
	}
	x.chose = cover.Padded[int](p.MaxDepth())
	x.forced = make(counts, p.Primary()+1)
	x.levels = x.newLevels(p.MaxDepth() + 4)
	x.given, x.next, x.kept, x.levels = x.levels[0], x.levels[1], x.levels[2], x.levels[3:]
	x.given.free, x.given.options = p.Items(), p.Options()
	bitrow.Fill(x.given.live, p.Options())
	bitrow.Fill(x.given.active, p.Primary())
	for i := range x.given.count {
		x.given.count[i] = uint16(x.within[i].Count(x.given.live, p.Options()+1))
	}
	return x, nil
}

// newLevels makes n levels out of two pieces of memory.
func (x *search) newLevels(n int) []level {
	items := 0
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
	steps := len(x.within) + 2*len(x.items) // every option is removed
	if x.plan.dense {
		steps = 2 * maxLook * len(x.within) * x.width // scans, most of them to look ahead
	}
	x.Start(ctx, x.p, limits, visit, steps)
	x.show = visit != nil
	x.search()
	return x.Stats()
}

func (x *search) search() {
	k, o := 0, 0 // o is the option to try, at level k > 0
	before := 0  // options taken at the nodes above
	for {
		l := &x.levels[k]
		i := deadEnd
		if x.Node(k) {
			if k == 0 {
				l.copy(&x.given)
				x.begin(l)
			} else {
				l.copy(&x.levels[k-1])
				x.take(l, o)
			}
			if list := x.list.begins(l.free, l.options-l.taken); list != nil {
				list.enter(k, l.live, l.taken)
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
