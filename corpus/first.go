package corpus

import "xcbench/cover"

// firstSolution returns the first solution of p that Algorithm X finds, or nil if it finds none
// within the given number of nodes. 0 nodes means no bound. The algorithm branches on the item with
// the fewest options, the leftmost of several, and tries its options in input order.
//
// Instances are made from this solution, so the search must never change. It is the corpus's own
// and shares no code with the solvers that the corpus tests. Speed does not matter: a board is
// given up after 10,000 nodes.
func firstSolution(p *cover.Problem, nodes int) []int {
	w := walk{p: p, with: make([][]int, p.Items()), covered: make([]bool, p.Items()),
		clashes: make([]int, p.Options()), chosen: []int{}, budget: nodes}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			w.with[i] = append(w.with[i], o)
		}
	}
	if !w.solve() {
		return nil
	}
	return w.chosen
}

// walk is the search of [firstSolution].
type walk struct {
	p       *cover.Problem
	with    [][]int // by item, the options that contain it
	covered []bool  // by item, whether a chosen option contains it
	clashes []int   // by option, the number of its items that are covered, the option itself included
	chosen  []int   // the options chosen, from the root down
	nodes   int     // the nodes entered
	budget  int     // stop rather than enter more nodes than this; 0 for no bound
}

// solve enters the node that the chosen options lead to. If they can be completed, it returns true
// and leaves the solution in chosen.
func (w *walk) solve() bool {
	if w.budget > 0 && w.nodes == w.budget {
		return false
	}
	w.nodes++
	i := w.branch()
	if i < 0 {
		return true
	}
	for _, o := range w.with[i] {
		if w.clashes[o] > 0 {
			continue
		}
		w.chosen = append(w.chosen, o)
		w.cover(o, true)
		if w.solve() {
			return true
		}
		w.cover(o, false)
		w.chosen = w.chosen[:len(w.chosen)-1]
	}
	return false
}

// branch returns the primary item to branch on, or -1 if all are covered.
func (w *walk) branch() int {
	best, least := -1, 0
	for i := range w.p.Primary() {
		if w.covered[i] {
			continue
		}
		size := 0
		for _, o := range w.with[i] {
			if w.clashes[o] == 0 {
				size++
			}
		}
		if best < 0 || size < least {
			best, least = i, size
		}
	}
	return best
}

// cover covers the items of option o, or uncovers them.
func (w *walk) cover(o int, covered bool) {
	step := 1
	if !covered {
		step = -1
	}
	for _, i := range w.p.Option(o) {
		w.covered[i] = covered
		for _, other := range w.with[i] {
			w.clashes[other] += step
		}
	}
}
