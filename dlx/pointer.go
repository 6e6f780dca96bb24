package dlx

import (
	"context"

	"xcbench/cover"
)

// Pointer returns the dancing links solver on node objects with four pointers,
// as in D. E. Knuth, "Dancing Links" (2000), arXiv:cs/0011047.
func Pointer(rule cover.Rule) cover.Solver { return pointerSolver{rule} }

type pointerSolver struct{ rule cover.Rule }

func (pointerSolver) Capabilities() cover.Capabilities { return cover.Capabilities{Secondary: true} }

// object is the paper's data object. The objects of an option form a circle
// through left and right, those of an item one through up and down, which the
// item's header is part of:
//
//	          ⇅              ⇅
//	      ┌────────┐     ┌────────┐
//	⇄     │ header │  ⇄  │ header │     ⇄   the item list, with the root
//	      └────────┘     └────────┘
//	          ⇅              ⇅
//	      ┌────────┐     ┌────────┐
//	⇄     │ object │  ⇄  │ object │     ⇄   an option
//	      └────────┘     └────────┘
//	          ⇅              ⇅
//
// The headers of secondary items are on no item list: their left and right are
// themselves.
type object struct {
	left, right, up, down *object
	top                   *header
	option                int
}

// header is an item, the paper's column object.
type header struct {
	object
	size int
}

type pointer struct {
	p       *cover.Problem
	first   bool // the rule is cover.First
	root    object
	headers []header
	objects []object
	path    []*object // the object chosen on each level, in the list of the item branched on
	chose   []int     // the options of path
	clean   bool      // all links are as built
	cover.Meter
}

func (s pointerSolver) Prepare(p *cover.Problem) (cover.Search, error) {
	x := &pointer{
		p:       p,
		first:   s.rule == cover.First,
		headers: cover.Padded[header](p.Items()),
		objects: cover.Padded[object](p.Entries()),
		path:    cover.Padded[*object](p.MaxDepth()),
		chose:   cover.Padded[int](p.MaxDepth()),
	}
	x.build()
	return x, nil
}

// build sets all links, and does so again after a run that stopped on its way.
func (x *pointer) build() {
	x.root.left, x.root.right = &x.root, &x.root
	for i := range x.headers {
		h := &x.headers[i]
		h.size = 0
		h.top = h
		h.up, h.down = &h.object, &h.object
		h.left, h.right = &h.object, &h.object
		if i < x.p.Primary() {
			h.left, h.right = x.root.left, &x.root
			h.left.right, h.right.left = &h.object, &h.object
		}
	}
	next := 0
	for o := range x.p.Options() {
		items := x.p.Option(o)
		row := x.objects[next : next+len(items)]
		next += len(items)
		for k, i := range items {
			n, h := &row[k], &x.headers[i]
			n.top, n.option = h, o
			n.left, n.right = &row[(k+len(row)-1)%len(row)], &row[(k+1)%len(row)]
			n.up, n.down = h.up, &h.object
			n.up.down, n.down.up = n, n
			h.size++
		}
	}
	x.clean = true
}

// cover takes item h off the item list and hides its options. It returns the
// number of updates.
func (x *pointer) cover(h *header) int64 {
	h.right.left, h.left.right = h.left, h.right
	updates := int64(1)
	for i, hidden := h.down, 1; i != &h.object; i, hidden = i.down, hidden+1 {
		for j := i.right; j != i; j = j.right {
			j.down.up, j.up.down = j.up, j.down
			j.top.size--
			updates++
		}
		if hidden%patience == 0 && x.Expired() {
			break
		}
	}
	return updates
}

// uncover undoes cover(h).
func (x *pointer) uncover(h *header) {
	for i, shown := h.up, 1; i != &h.object; i, shown = i.up, shown+1 {
		for j := i.left; j != i; j = j.left {
			j.top.size++
			j.down.up, j.up.down = j, j
		}
		if shown%patience == 0 && x.Expired() {
			return
		}
	}
	h.right.left, h.left.right = &h.object, &h.object
}

// choose covers all other items of n's option, and notes the option.
func (x *pointer) choose(level int, n *object) (updates int64) {
	x.path[level], x.chose[level] = n, n.option
	for j := n.right; j != n && !x.Stopped(); j = j.right {
		updates += x.cover(j.top)
	}
	return updates
}

// unchoose undoes choose(n).
func (x *pointer) unchoose(n *object) {
	for j := n.left; j != n && !x.Stopped(); j = j.left {
		x.uncover(j.top)
	}
}

// branch returns the item to branch on; there has to be an active one.
func (x *pointer) branch() *header {
	best := x.root.right.top
	if x.first {
		return best
	}
	for j := best.right; j != &x.root && best.size > 0; j = j.right {
		if j.top.size < best.size {
			best = j.top
		}
	}
	return best
}

func (x *pointer) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
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
func (x *pointer) search() bool {
	level := 0
	for {
		var n *object // the option to try next, in the list of the item branched on
		if enter := x.Node(level); enter && x.root.right != &x.root {
			h := x.branch()
			x.Add(level, x.cover(h))
			n = h.down
		} else {
			if x.Stopped() || enter && !x.Solution(x.chose[:level]) {
				return false
			}
			if level == 0 {
				return true
			}
			level--
			n = x.retract(level)
		}
		for n == &n.top.object && !x.Stopped() { // the header: its item has no option left
			x.uncover(n.top)
			if level == 0 {
				return !x.Stopped()
			}
			level--
			n = x.retract(level)
		}
		if x.Stopped() {
			return false
		}
		x.Add(level, x.choose(level, n))
		level++
	}
}

// retract takes back the option chosen on a level and returns the next one.
func (x *pointer) retract(level int) *object {
	n := x.path[level]
	x.unchoose(n)
	return n.down
}
