package dlx

import (
	"context"

	"xcbench/cover"
)

// Pointer returns the dancing links solver on objects with four pointers, after D. E. Knuth,
// "Dancing Links" (2000), arXiv:cs/0011047. Its rule is [cover.MRV] or [cover.First].
func Pointer(rule cover.Rule) cover.Solver {
	return cover.NewSolver(capabilities, func(p *cover.Problem) (cover.Search, error) {
		return newPointer(p, rule == cover.First), nil
	})
}

// An object is the data object of the paper. The objects of an option form a circle through left
// and right. The header and the objects of an item form a circle through up and down:
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
// While the colour of an item is settled, the objects with this colour are out of the circles of
// their options, so hiding an option passes them. They stay in the circle of their item.
//
// The header of a secondary item is on no item list. Its left and right point to the header itself.
type object struct {
	left, right, up, down *object
	top                   *header
	option, colour        int32 // the colour is 0 for none
}

// A header is an item: the column object of the paper.
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
	path    []*object // by level, the object chosen, in the list of the item branched on
	chose   []int     // by level, the option of that object
	clean   bool      // all links are as build made them
	cover.Meter
}

func newPointer(p *cover.Problem, first bool) *pointer {
	x := &pointer{
		p:       p,
		first:   first,
		headers: cover.Padded[header](p.Items()),
		objects: cover.Padded[object](p.Entries()),
		path:    cover.Padded[*object](p.MaxDepth()),
		chose:   cover.Padded[int](p.MaxDepth()),
	}
	x.build()
	return x
}

// build sets all links. It does so again after a run that stopped before the end of its search.
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
		colours := x.p.Colouring(o)
		for k, i := range items {
			n, h := &row[k], &x.headers[i]
			n.top, n.option = h, int32(o)
			if colours != nil {
				n.colour = colours[k]
			}
			n.left, n.right = &row[(k+len(row)-1)%len(row)], &row[(k+1)%len(row)]
			n.up, n.down = h.up, &h.object
			n.up.down, n.down.up = n, n
			h.size++
		}
	}
	x.clean = true
}

// cover takes item h off the item list and hides its options. If h gets a colour, options with the
// colour stay, and their objects of h leave them: Knuth's purify. Item h is secondary then, so it is
// on no list. It returns the number of updates.
func (x *pointer) cover(h *header, colour int32) int64 {
	h.right.left, h.left.right = h.left, h.right
	updates := int64(1)
	if colour != 0 {
		updates = 0
	}
	for i, hidden := h.down, 1; i != &h.object; i, hidden = i.down, hidden+1 {
		if hidden%patience == 0 && x.Expired() {
			break
		}
		if colour != 0 && i.colour == colour {
			i.right.left, i.left.right = i.left, i.right
			continue
		}
		for j := i.right; j != i; j = j.right {
			j.down.up, j.up.down = j.up, j.down
			j.top.size--
			updates++
		}
	}
	return updates
}

// uncover undoes cover(h, colour).
func (x *pointer) uncover(h *header, colour int32) {
	for i, shown := h.up, 1; i != &h.object; i, shown = i.up, shown+1 {
		if shown%patience == 0 && x.Expired() {
			return
		}
		if colour != 0 && i.colour == colour {
			i.right.left, i.left.right = i, i
			continue
		}
		for j := i.left; j != i; j = j.left {
			j.top.size++
			j.down.up, j.up.down = j, j
		}
	}
	h.right.left, h.left.right = &h.object, &h.object
}

// choose covers the other items of the option of object n, and stores the option in chose.
func (x *pointer) choose(level int, n *object) (updates int64) {
	x.path[level], x.chose[level] = n, int(n.option)
	for j := n.right; j != n && !x.Stopped(); j = j.right {
		updates += x.cover(j.top, j.colour)
	}
	return updates
}

// unchoose undoes choose(n).
func (x *pointer) unchoose(n *object) {
	for j := n.left; j != n && !x.Stopped(); j = j.left {
		x.uncover(j.top, j.colour)
	}
}

// branch returns the item to branch on. The item list must not be empty.
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

// search walks the tree. It returns true if it came back to the root with every link as it was. If
// the context ends in the middle of a cover or uncover, the links are in disorder, and the next run
// builds them again.
func (x *pointer) search() bool {
	level := 0
	for {
		var n *object // the object of the option to try next, in the list of the item branched on
		if enter := x.Node(level); enter && x.root.right != &x.root {
			h := x.branch()
			x.Add(level, x.cover(h, 0))
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
		for n == &n.top.object && !x.Stopped() { // n is the header of its item: no option is left
			x.uncover(n.top, 0)
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

// retract takes back the option chosen on a level and returns the object of the next one.
func (x *pointer) retract(level int) *object {
	n := x.path[level]
	x.unchoose(n)
	return n.down
}
