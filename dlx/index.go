package dlx

import (
	"context"
	"slices"

	"xcbench/cover"
)

// Index returns the dancing links solver on flat slices of int32 links, after
// Knuth's program DLX1.
func Index(rule cover.Rule) cover.Solver { return indexSolver{rule} }

type indexSolver struct{ rule cover.Rule }

// index is a search. Items are numbered from 1 and 0 is the root of the item
// list; node i is the header of item i's vertical list, and behind the headers
// the nodes of each option lie side by side with a spacer before, between and
// after:
//
//	node      0    1..items  s    s+1  s+2  s+3  s'   s'+1 ...
//	holds     -    headers   ▯    a    d    g    ▯    b    ...
//	top       -    -         ≤ 0  1    4    7    ≤ 0  2    ...
//	up, down       item's list    item's list
//
// A spacer has no item, so its top is not positive: it is minus the number of
// the option before it. Its up is the first node of that option and its down
// the last node of the option that follows, so that an option can be walked
// round in both directions:
//
//	→  q+1, or from a spacer nodes[q].up
//	←  q-1, or from a spacer nodes[q].down
type index struct {
	p     *cover.Problem
	first bool // the rule is cover.First
	items itemList
	nodes nodeList
	path  []int32 // the node chosen on each level; its top is the item branched on
	chose []int   // the options of path
	clean bool    // all links are as built
	cover.Meter
}

// item is an element of the list of items to be covered. Secondary items are
// linked to themselves.
type item struct{ left, right, size int32 }

// node is an element of a vertical list, or a spacer.
type node struct{ up, down, top int32 }

// itemList and nodeList are the two tables; at(i) is a pointer to their element i.
type (
	itemList []item
	nodeList []node
)

const root = 0

// linkSteps is what following a link can cost, for the meter, in ns: in a wide
// problem the next item is seldom in the cache.
const linkSteps = 5

// patience is how many options of one item are hidden or shown between two looks
// at the clock: in a wide problem that alone can take longer than a search may
// take to stop.
const patience = 1 << 10

func (s indexSolver) Prepare(p *cover.Problem) (cover.Search, error) {
	x := &index{first: s.rule == cover.First}
	return x, x.Reset(p)
}

// Reset uses the memory of the problem before.
func (x *index) Reset(p *cover.Problem) error {
	x.p = p
	x.items = room(x.items, p.Items()+1)
	x.nodes = room(x.nodes, 1+p.Items()+1+p.Entries()+p.Options())
	x.path = room(x.path, p.MaxDepth())
	x.chose = room(x.chose, p.MaxDepth())
	x.build()
	return nil
}

// room returns n elements, those of s if it has as many.
func room[S ~[]E, E any](s S, n int) S { return slices.Grow(s[:0], n)[:n] }

// build sets all links, and does so again after a run that stopped on its way.
func (x *index) build() {
	for i := range x.items {
		k := int32(i)
		x.items[i] = item{left: k, right: k}
		x.nodes[i] = node{up: k, down: k}
	}
	for i := int32(1); i <= int32(x.p.Primary()); i++ { // link i in between the last item and the root
		last := x.items[root].left
		x.items[i].left, x.items[i].right = last, root
		x.items[last].right, x.items[root].left = i, i
	}
	q := int32(len(x.items)) // the first spacer
	x.nodes[q] = node{}
	for o := range x.p.Options() {
		spacer := q
		for _, i := range x.p.Option(o) {
			q++
			top := i + 1
			last := x.nodes[top].up
			x.nodes[q] = node{up: last, down: top, top: top}
			x.nodes[last].down, x.nodes[top].up = q, q
			x.items[top].size++
		}
		x.nodes[spacer].down = q
		q++
		x.nodes[q] = node{up: spacer + 1, top: -int32(o + 1)}
	}
	x.clean = true
}

// cover takes item i off the item list and hides its options. It returns the
// number of updates.
func (x *index) cover(i int32) int64 {
	items, nodes := x.items, x.nodes
	l, r := items.at(i).left, items.at(i).right
	items.at(l).right, items.at(r).left = r, l
	updates := int64(1)
	for p, hidden := nodes.at(i).down, 1; p != i; p, hidden = nodes.at(p).down, hidden+1 {
		for q := p + 1; q != p; q++ {
			n := nodes.at(q)
			if n.top <= 0 {
				q = n.up - 1
				continue
			}
			nodes.at(n.up).down, nodes.at(n.down).up = n.down, n.up
			items.at(n.top).size--
			updates++
		}
		if hidden%patience == 0 && x.Expired() {
			break
		}
	}
	return updates
}

// uncover undoes cover(i).
func (x *index) uncover(i int32) {
	items, nodes := x.items, x.nodes
	for p, shown := nodes.at(i).up, 1; p != i; p, shown = nodes.at(p).up, shown+1 {
		for q := p - 1; q != p; q-- {
			n := nodes.at(q)
			if n.top <= 0 {
				q = n.down + 1
				continue
			}
			nodes.at(n.up).down, nodes.at(n.down).up = q, q
			items.at(n.top).size++
		}
		if shown%patience == 0 && x.Expired() {
			return
		}
	}
	l, r := items.at(i).left, items.at(i).right
	items.at(l).right, items.at(r).left = i, i
}

// choose covers all other items of the option that node p is in, and notes the
// option, whose number is in the spacer passed on the way.
func (x *index) choose(level int, p int32) (updates int64) {
	x.path[level] = p
	nodes := x.nodes
	for q := p + 1; q != p && !x.Stopped(); q++ {
		if n := nodes.at(q); n.top > 0 {
			updates += x.cover(n.top)
		} else {
			x.chose[level] = int(-n.top) - 1
			q = n.up - 1
		}
	}
	return updates
}

// unchoose undoes choose(p).
func (x *index) unchoose(p int32) {
	nodes := x.nodes
	for q := p - 1; q != p && !x.Stopped(); q-- {
		if n := nodes.at(q); n.top > 0 {
			x.uncover(n.top)
		} else {
			q = n.down + 1
		}
	}
}

// branch returns the item to branch on; there has to be an active one.
func (x *index) branch() int32 {
	items := x.items
	best := items.at(root).right
	if x.first {
		return best
	}
	least := items.at(best).size
	for i := items.at(best).right; i != root && least > 0; i = items.at(i).right {
		if items.at(i).size < least {
			best, least = i, items.at(i).size
		}
	}
	return best
}

func (x *index) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	x.Start(ctx, x.p, limits, visit, linkSteps*x.p.Primary())
	if !x.clean {
		x.build()
	}
	x.clean = false
	x.clean = x.search()
	return x.Stats()
}

// search walks the tree and says whether it came back to the root, with every
// link as it was. Where the context ends in the middle of a cover or uncover,
// the links are left in disorder, to be built anew.
func (x *index) search() bool {
	level := 0
	for {
		var p int32 // the option to try next, by its node in the list of the item branched on
		if enter := x.Node(level); enter && x.items.at(root).right != root {
			i := x.branch()
			x.Add(level, x.cover(i))
			p = x.nodes.at(i).down
		} else {
			if x.Stopped() || enter && !x.Solution(x.chose[:level]) {
				return false
			}
			if level == 0 {
				return true
			}
			level--
			p = x.retract(level)
		}
		for int(p) < len(x.items) && !x.Stopped() { // the header: no option of item p is left
			x.uncover(p)
			if level == 0 {
				return !x.Stopped()
			}
			level--
			p = x.retract(level)
		}
		if x.Stopped() {
			return false
		}
		x.Add(level, x.choose(level, p))
		level++
	}
}

// retract takes back the option chosen on a level and returns the next one.
func (x *index) retract(level int) int32 {
	p := x.path[level]
	x.unchoose(p)
	return x.nodes.at(p).down
}
