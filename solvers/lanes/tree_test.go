package lanes_test

import (
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers/lanes"
)

// outcomes of settle, besides an item
const (
	solved = -1
	dead   = -2
)

// reference walks the tree that the package comment describes, with sets of options as lists.
type reference struct {
	p             *cover.Problem
	most          int64 // how many nodes are entered
	every         int   // if not 0, one in so many nodes is left out, but not the root
	asked         int   // nodes so far, also those left out
	textbook.Tree       // the solutions are in ascending order

	weighted bool
	weights  map[int]int // by item, for the rule Weighted

	claims, clashes int // how often a claim removed options, and forced options clashed
}

// enter searches below the node with these options live and taken, the last of which was tried. It
// reports whether the search goes on.
func (r *reference) enter(level int, live, taken []int, before int) bool {
	if r.Nodes == r.most {
		return false
	}
	if r.leavesOut() {
		return true
	}
	if level == len(r.Levels) {
		r.Levels = append(r.Levels, cover.Level{})
	}
	r.Nodes++
	r.Levels[level].Nodes++
	if len(taken) > before {
		live = r.without(live, taken[len(taken)-1])
	}
	live, taken, item := r.settle(live, taken)
	r.Updates += int64(len(taken) - before)
	r.Levels[level].Updates += int64(len(taken) - before)
	switch item {
	case dead:
		return true
	case solved:
		r.Solutions++
		r.Shown = append(r.Shown, slices.Sorted(slices.Values(taken)))
		return true
	}
	for _, o := range r.with(live, item) {
		if !r.enter(level+1, live, append(slices.Clone(taken), o), len(taken)) {
			return false
		}
	}
	return true
}

// leavesOut reports whether the next node is left out.
func (r *reference) leavesOut() bool {
	r.asked++
	return r.every > 0 && r.asked > 1 && r.asked%r.every == 0
}

// settle applies the two rules until neither finds anything. It returns the item to branch on too.
// Claims are about primary items only.
func (r *reference) settle(live, taken []int) ([]int, []int, int) {
	for {
		var forced []int
		open := r.open(taken)
		for _, i := range open {
			switch with := r.with(live, i); {
			case len(with) == 0:
				r.blame(live, open, nil)
				return live, taken, dead
			case len(with) == 1 && !slices.Contains(forced, with[0]):
				forced = append(forced, with[0])
			}
		}
		for k, o := range forced {
			for _, other := range forced[:k] {
				if r.clash(o, other) {
					r.clashes++
					r.blame(live, open, forced)
					return live, slices.Concat(taken, forced), dead
				}
			}
		}
		for _, o := range forced {
			live, taken = r.without(live, o), append(slices.Clone(taken), o)
		}
		if len(forced) > 0 {
			continue
		}
		left, lists := live, make([][]int, r.p.Primary())
		for i := range lists {
			lists[i] = r.with(live, i)
		}
		for _, a := range open {
			with := lists[a]
			for b, all := range lists {
				if b != a && len(all) > len(with) && len(r.with(with, b)) == len(with) {
					left = slices.DeleteFunc(slices.Clone(left), func(o int) bool {
						return slices.Contains(all, o) && !slices.Contains(with, o)
					})
				}
			}
		}
		if len(left) < len(live) {
			r.claims++
			live = left
			continue
		}
		item, fewest := solved, 0
		for _, i := range open {
			n := len(r.with(live, i))
			if item == solved || n < fewest || n == fewest && r.weights[i] > r.weights[item] {
				item, fewest = i, n
			}
		}
		return live, taken, item
	}
}

// blame adds 1 to the weight of each open item that has no option left when the forced ones are taken.
func (r *reference) blame(live, open, forced []int) {
	left := slices.DeleteFunc(slices.Clone(live), func(o int) bool {
		return slices.ContainsFunc(forced, func(f int) bool { return f != o && r.clash(f, o) })
	})
	for _, i := range open {
		if r.weighted && len(r.with(left, i)) == 0 {
			r.weights[i]++
		}
	}
}

// open returns the primary items that no taken option contains.
func (r *reference) open(taken []int) (items []int) {
	for _, i := range textbook.NewNode(r.p, taken).Active {
		if i < r.p.Primary() {
			items = append(items, i)
		}
	}
	return items
}

// with returns those of the options that contain item i.
func (r *reference) with(options []int, i int) (some []int) {
	for _, o := range options {
		if slices.Contains(r.p.Option(o), int32(i)) {
			some = append(some, o)
		}
	}
	return some
}

func (r *reference) clash(a, b int) bool {
	return slices.ContainsFunc(r.p.Option(a), func(i int32) bool { return slices.Contains(r.p.Option(b), i) })
}

// without returns the options that do not clash with option o, which leaves out o too.
func (r *reference) without(options []int, o int) []int {
	return slices.DeleteFunc(slices.Clone(options), func(other int) bool { return r.clash(o, other) })
}

// treeOf walks the tree of p, without each node that is a multiple of every, if it is not 0.
func treeOf(p *cover.Problem, weighted bool, most int64, every int) *reference {
	r := &reference{p: p, most: most, every: every, weighted: weighted, weights: map[int]int{}}
	r.Status = cover.Solved
	var all []int
	for o := range p.Options() {
		all = append(all, o)
	}
	if !r.enter(0, all, nil, 0) {
		r.Status = cover.Limit
	}
	return r
}

// random returns a problem with several blocks of 64 primary items, which have 0 to 16 options each.
// The same items meet often.
func random(seed int) *cover.Problem {
	primary := seed * 41 % 150
	return textbook.Shape{Primary: primary, Secondary: seed % 5, Planted: 1 + seed%3, Options: seed * 97 % (1 + 4*primary),
		Longest: 4, Near: 8, Most: 1 + seed%16}.Problem(uint64(seed))
}

func TestSearchWalksTheTreeOfThePackageComment(t *testing.T) {
	walks(t, lanes.New(), false)
}

func TestWeightsOfDeadEndsDecideBetweenEquals(t *testing.T) {
	if trees := walks(t, lanes.NewWeighted(), true); trees < 6 {
		t.Errorf("weights changed %d trees, want at least 6", trees)
	}
}

// walks compares searches with the reference. Each search runs twice, so nothing may be left of the
// first run. It returns how many trees are not those of the rule Forced.
func walks(t *testing.T, s cover.Solver, weighted bool) (others int) {
	claims, clashes := 0, 0
	seeds := 422
	if long {
		seeds = 452
	}
	for seed := range seeds {
		p, every := textbook.Random(uint64(seed)), []int{0, 2, 3}
		switch {
		case seed >= 412: // dead ends in all of the tree
			p = textbook.Shape{Primary: 16, Secondary: 1, Planted: 1, Options: 45, Longest: 4, Near: 16, Most: 16}.Problem(uint64(seed))
		case seed >= 400:
			p, every = random(seed), every[:1]
		}
		x := textbook.Prepared(t, s, p)
		for _, every := range every {
			most := int64(12)
			if every > 0 || seed >= 412 {
				most = -1
			}
			want := treeOf(p, weighted, most, every)
			if weighted && !want.Equal(treeOf(p, false, most, every).Tree) {
				others++
			}
			claims, clashes = claims+want.claims, clashes+want.clashes
			asked := reference{every: every}
			for range 2 {
				asked.asked = 0
				var got textbook.Tree
				if every > 0 {
					got = textbook.RunSome(t.Context(), x, func(int) bool { return !asked.leavesOut() })
				} else {
					got = textbook.RunUntraced(t.Context(), x, cover.Limits{Nodes: most})
				}
				for _, options := range got.Shown {
					slices.Sort(options)
				}
				if !got.Equal(want.Tree) {
					t.Fatalf("seed %d, without each node %d: got %+v, want %+v", seed, every, got, want.Tree)
				}
			}
		}
	}
	if claims < 20 || clashes < 3 {
		t.Errorf("got %d claims and %d clashes, want at least 20 and 3", claims, clashes)
	}
	return others
}
