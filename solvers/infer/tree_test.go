package infer_test

import (
	"slices"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// bounds of looking ahead: the fewest options that are live, and the most options of the item
const (
	minLook = 24
	maxLook = 32
)

// outcomes of settle, besides an item
const (
	solution = -1
	deadEnd  = -2
)

// reference walks the tree that the package comment describes, with no tables and no bits.
type reference struct {
	p             *cover.Problem
	dense         bool
	with          [][]int  // by item, its options
	conflict      [][]bool // by two options: they share an item, or are one option
	textbook.Tree          // the solutions are in ascending order
	most          int64    // how many nodes are entered
	removed       int      // how often looking ahead removed options
	last          int      // how often it left one option
}

// node is the state at a node. An option that is taken is not live.
type node struct {
	live    []bool
	covered []bool // by item
	taken   []int
}

func (n *node) clone() *node {
	return &node{slices.Clone(n.live), slices.Clone(n.covered), slices.Clone(n.taken)}
}

func newReference(p *cover.Problem, most int64) *reference {
	r := &reference{p: p, with: make([][]int, p.Items()), most: most}
	conflicts, entries := 0, 0
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			r.with[i] = append(r.with[i], o)
			if int(i) < p.Primary() {
				entries++
			}
		}
	}
	for o := range p.Options() {
		r.conflict = append(r.conflict, make([]bool, p.Options()))
		for _, i := range p.Option(o) {
			for _, other := range r.with[i] {
				r.conflict[o][other] = true
			}
		}
		for other, is := range r.conflict[o] {
			if is && other != o {
				conflicts++
			}
		}
	}
	// Scanning all words of all items takes at most twice as many steps as counting what an option removes.
	n := max(1, p.Options())
	r.dense = 2*(conflicts*entries/(n*n)) >= p.Primary()*((p.Options()+63)/64)
	r.Status = cover.Solved
	root := &node{live: slices.Repeat([]bool{true}, p.Options()), covered: make([]bool, p.Items())}
	if !r.enter(root, 0, -1) {
		r.Status = cover.Limit
	}
	return r
}

// enter searches below n after it takes option o, and reports whether the search goes on.
func (r *reference) enter(n *node, level, o int) bool {
	if r.Nodes == r.most {
		return false
	}
	if level == len(r.Levels) {
		r.Levels = append(r.Levels, cover.Level{})
	}
	r.Nodes++
	r.Levels[level].Nodes++
	n = n.clone()
	before := len(n.taken)
	if o >= 0 {
		r.take(n, o)
	}
	i := r.settle(n)
	updates := int64(len(n.taken) - before)
	r.Updates += updates
	r.Levels[level].Updates += updates
	switch i {
	case solution:
		r.Solutions++
		solution := slices.Clone(n.taken)
		slices.Sort(solution)
		r.Shown = append(r.Shown, solution)
		return true
	case deadEnd:
		return true
	}
	for _, o := range r.with[i] {
		if n.live[o] && !r.enter(n, level+1, o) {
			return false
		}
	}
	return true
}

func (r *reference) take(n *node, o int) {
	n.taken = append(n.taken, o)
	for _, i := range r.p.Option(o) {
		n.covered[i] = true
	}
	for other := range n.live {
		n.live[other] = n.live[other] && !r.conflict[o][other]
	}
}

// settle applies the rules until they find nothing more, and returns the item to branch on.
func (r *reference) settle(n *node) int {
	for {
		i, size := r.smallest(n)
		switch {
		case i < 0:
			return solution
		case size == 0:
			return deadEnd
		case size == 1:
			r.take(n, r.liveOf(n, i)[0])
		case !r.dense || !r.lookAhead(n, i):
			return i
		}
	}
}

// smallest returns the leftmost of the uncovered primary items with the fewest live options.
func (r *reference) smallest(n *node) (best, size int) {
	best = -1
	for i := range r.p.Primary() {
		if live := len(r.liveOf(n, i)); !n.covered[i] && (best < 0 || live < size) {
			best, size = i, live
		}
	}
	return best, size
}

func (r *reference) liveOf(n *node, i int) (all []int) {
	for _, o := range r.with[i] {
		if n.live[o] {
			all = append(all, o)
		}
	}
	return all
}

// lookAhead reports whether it removed any option.
func (r *reference) lookAhead(n *node, i int) bool {
	live := 0
	for _, is := range n.live {
		if is {
			live++
		}
	}
	options := r.liveOf(n, i)
	if live < minLook || len(options) > maxLook {
		return false
	}
	kept, hopeful := make([]bool, len(n.live)), []int(nil)
	for _, o := range options {
		next := n.clone()
		r.take(next, o)
		if _, size := r.smallest(next); size == 0 && !r.solved(next) {
			continue
		}
		hopeful = append(hopeful, o)
		for other, is := range next.live {
			kept[other] = kept[other] || is || other == o
		}
	}
	if len(hopeful) == 1 {
		r.last++
		r.take(n, hopeful[0])
		return true
	}
	found := false
	for o := range n.live {
		found = found || n.live[o] && !kept[o]
		n.live[o] = n.live[o] && kept[o]
	}
	if found {
		r.removed++
	}
	return found
}

func (r *reference) solved(n *node) bool {
	i, _ := r.smallest(n)
	return i < 0
}
