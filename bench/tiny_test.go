package bench

import (
	"context"

	"xcbench/cover"
)

// tiny is dancing links in its shortest form. The matrix is rings of nodes: an option is a ring
// from left to right, an item a ring from top to bottom. Two faults can be planted, each a common
// mistake in a first implementation.
type tiny struct {
	undoForward bool // uncovers items in the wrong order
	lastTie     bool // branches on the last of the smallest items
}

type tinyNode struct {
	left, right, up, down, head *tinyNode
	size, option                int
}

type tinySearch struct {
	tiny
	p    *cover.Problem
	root *tinyNode
	cover.Meter
}

func (t tiny) Prepare(p *cover.Problem) (cover.Search, error) {
	return &tinySearch{tiny: t, p: p}, nil
}

func (t *tinySearch) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	t.build()
	t.Start(ctx, t.p, limits, visit, t.p.Items())
	t.search(0, nil)
	return t.Stats()
}

func (t *tinySearch) build() {
	heads := make([]*tinyNode, t.p.Items())
	t.root = new(tinyNode)
	t.root.left, t.root.right = t.root, t.root
	for i := range heads {
		h := new(tinyNode)
		h.up, h.down, h.left, h.right = h, h, h, h
		if i < t.p.Primary() {
			h.left, h.right = t.root.left, t.root
			h.left.right, h.right.left = h, h
		}
		heads[i] = h
	}
	for o := range t.p.Options() {
		var first *tinyNode
		for _, i := range t.p.Option(o) {
			h := heads[i]
			n := &tinyNode{head: h, option: o, up: h.up, down: h}
			h.up.down, h.up = n, n
			h.size++
			if first == nil {
				first, n.left, n.right = n, n, n
				continue
			}
			n.left, n.right = first.left, first
			n.left.right, n.right.left = n, n
		}
	}
}

func (t *tinySearch) cover(h *tinyNode) (updates int64) {
	h.left.right, h.right.left = h.right, h.left
	updates++
	for p := h.down; p != h && !t.Expired(); p = p.down {
		for q := p.right; q != p; q = q.right {
			q.up.down, q.down.up = q.down, q.up
			q.head.size--
			updates++
		}
	}
	return updates
}

func (t *tinySearch) uncover(h *tinyNode) {
	for p := h.up; p != h && !t.Expired(); p = p.up {
		for q := p.left; q != p; q = q.left {
			q.up.down, q.down.up = q, q
			q.head.size++
		}
	}
	h.left.right, h.right.left = h, h
}

// search searches from this level on. It returns false if the whole search has to stop.
func (t *tinySearch) search(level int, chosen []int) bool {
	if !t.Node(level) {
		return false
	}
	best := t.root.right
	if best == t.root {
		return t.Solution(chosen)
	}
	for h := best; h != t.root; h = h.right {
		if h.size < best.size || t.lastTie && h.size == best.size {
			best = h
		}
	}
	t.Add(level, t.cover(best))
	for p := best.down; p != best && !t.Stopped(); p = p.down {
		for q := p.right; q != p; q = q.right {
			t.Add(level, t.cover(q.head))
		}
		if !t.search(level+1, append(chosen, p.option)) {
			return false
		}
		if t.undoForward {
			for q := p.right; q != p; q = q.right {
				t.uncover(q.head)
			}
			continue
		}
		for q := p.left; q != p; q = q.left {
			t.uncover(q.head)
		}
	}
	t.uncover(best)
	return !t.Stopped()
}
