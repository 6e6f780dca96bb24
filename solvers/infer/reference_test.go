package infer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
)

// reference walks the tree that the package comment describes, with no tables and no bits.
type reference struct {
	p        *cover.Problem
	dense    bool
	with     [][]int  // by item, its options
	conflict [][]bool // by two options: they share an item, or are one option
	stats    cover.Stats
	shown    [][]int // the solutions, each in ascending order
	most     int64   // how many nodes are entered
	removed  int     // how often looking ahead removed options
	last     int     // how often it left one option
}

// node is the state at a node. An option that is taken is not live.
type node struct {
	live  []bool
	taken []int
}

func newReference(p *cover.Problem, dense bool, most int64) *reference {
	r := &reference{p: p, dense: dense, with: make([][]int, p.Items()), most: most}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			r.with[i] = append(r.with[i], o)
		}
		r.conflict = append(r.conflict, make([]bool, p.Options()))
		for other := range p.Options() {
			r.conflict[o][other] = slices.ContainsFunc(p.Option(o), func(i int32) bool {
				return slices.Contains(p.Option(other), i)
			})
		}
	}
	r.stats.Status = cover.Solved
	n := &node{live: make([]bool, p.Options())}
	for o := range n.live {
		n.live[o] = true
	}
	if !r.enter(n, 0, -1) {
		r.stats.Status = cover.Limit
	}
	return r
}

// enter searches below n after it takes option o, and reports whether the search goes on.
func (r *reference) enter(n *node, level, o int) bool {
	if r.stats.Nodes == r.most {
		return false
	}
	if level == len(r.stats.Levels) {
		r.stats.Levels = append(r.stats.Levels, cover.Level{})
	}
	r.stats.Nodes++
	r.stats.Levels[level].Nodes++
	n = &node{slices.Clone(n.live), slices.Clone(n.taken)}
	before := len(n.taken)
	if o >= 0 {
		r.take(n, o)
	}
	i := r.settle(n)
	updates := int64(len(n.taken) - before)
	r.stats.Updates += updates
	r.stats.Levels[level].Updates += updates
	switch i {
	case solution:
		r.stats.Solutions++
		solution := slices.Clone(n.taken)
		slices.Sort(solution)
		r.shown = append(r.shown, solution)
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
		covered := slices.ContainsFunc(n.taken, func(o int) bool { return slices.Contains(r.with[i], o) })
		if live := len(r.liveOf(n, i)); !covered && (best < 0 || live < size) {
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
		next := &node{slices.Clone(n.live), slices.Clone(n.taken)}
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

// Whatever the representation, the search walks the tree of the package comment. In problems that
// are not dense, the updates at a dead end depend on the order in which items were examined.
func TestSearchWalksTheTreeOfThePackageComment(t *testing.T) {
	var problems []*cover.Problem
	for seed := range uint64(150) {
		p, _ := random(seed)
		problems = append(problems, p)
	}
	for seed := range uint64(12) {
		problems = append(problems, large(seed), packing(seed))
	}
	removed, last := 0, 0
	for k, p := range problems {
		for _, dense := range []bool{true, false} {
			const most = 40
			want := newReference(p, dense, most)
			for _, form := range []string{"lists", "vectors", "words"} {
				if form != "words" && !dense {
					continue
				}
				x, err := prepare(p, func(*tables) plan { return plan{dense} })
				if err != nil {
					t.Fatal(err)
				}
				if form != "lists" {
					x.list = nil
				}
				if form == "words" {
					x.wide = nil
				}
				for range 2 {
					var shown [][]int
					got := x.Run(context.Background(), cover.Limits{Nodes: most}, func(options []int) bool {
						shown = append(shown, slices.Sorted(slices.Values(options)))
						return true
					})
					got.Search = 0
					stats := want.stats
					if !dense {
						got, stats = withoutUpdates(got), withoutUpdates(stats)
					}
					if !reflect.DeepEqual(got, stats) || !reflect.DeepEqual(shown, want.shown) {
						t.Fatalf("problem %d, dense %v, %s: got %+v and solutions %v, want %+v and %v",
							k, dense, form, got, shown, stats, want.shown)
					}
				}
			}
			removed, last = removed+want.removed, last+want.last
		}
	}
	if removed < 50 || last < 10 {
		t.Errorf("looking ahead removed options %d times and left one %d times, want at least 50 and 10", removed, last)
	}
}

func withoutUpdates(s cover.Stats) cover.Stats {
	s.Updates, s.Levels = 0, slices.Clone(s.Levels)
	for k := range s.Levels {
		s.Levels[k].Updates = 0
	}
	return s
}

// packing returns a problem of two hundred options and a planted solution. It has items with more
// options than the search looks ahead at.
func packing(seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	var b cover.Builder
	items := 20 + 10*rng.IntN(8)
	for i := range items {
		b.Primary(fmt.Sprint(i))
	}
	b.Secondary("x", "y")
	for order := rng.Perm(items); len(order) > 0; {
		n := min(1+rng.IntN(4), len(order))
		b.OptionOf(order[:n]...)
		order = order[n:]
	}
	for range 200 {
		o := rng.Perm(items)[:2+rng.IntN(4)]
		if rng.IntN(4) == 0 {
			o[0] = rng.IntN(2)
			o = slices.Compact(slices.Sorted(slices.Values(o)))
		}
		if rng.IntN(8) == 0 {
			o = append(o, items+rng.IntN(2))
		}
		b.OptionOf(o...)
	}
	p, err := b.Problem()
	if err != nil {
		panic(err)
	}
	return p
}
