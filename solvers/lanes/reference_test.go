package lanes

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// reference walks the tree that the package comment describes, with sets of options as lists.
type reference struct {
	p     *cover.Problem
	most  int64 // how many nodes are entered
	every int   // if not 0, one in so many nodes is left out, but not the root
	asked int   // nodes so far, also those left out
	stats cover.Stats
	shown [][]int // the solutions, each in ascending order

	claims, clashes int // how often a claim removed options, and forced options clashed
}

// enter searches below the node with these options live and taken, the last of which was tried. It
// reports whether the search goes on.
func (r *reference) enter(level int, live, taken []int, before int) bool {
	if r.stats.Nodes == r.most {
		return false
	}
	if r.leavesOut() {
		return true
	}
	if level == len(r.stats.Levels) {
		r.stats.Levels = append(r.stats.Levels, cover.Level{})
	}
	r.stats.Nodes++
	r.stats.Levels[level].Nodes++
	if len(taken) > before {
		live = r.without(live, taken[len(taken)-1])
	}
	live, taken, item := r.settle(live, taken)
	r.stats.Updates += int64(len(taken) - before)
	r.stats.Levels[level].Updates += int64(len(taken) - before)
	switch item {
	case dead:
		return true
	case solved:
		r.stats.Solutions++
		r.shown = append(r.shown, slices.Sorted(slices.Values(taken)))
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
				return live, taken, dead
			case len(with) == 1 && !slices.Contains(forced, with[0]):
				forced = append(forced, with[0])
			}
		}
		for k, o := range forced {
			for _, other := range forced[:k] {
				if r.clash(o, other) {
					r.clashes++
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
		left := live
		for _, a := range open {
			with := r.with(live, a)
			for b := range r.p.Primary() {
				all := r.with(live, b)
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
			if n := len(r.with(live, i)); item == solved || n < fewest {
				item, fewest = i, n
			}
		}
		return live, taken, item
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

func TestSearchWalksTheTreeOfThePackageComment(t *testing.T) {
	var problems []*cover.Problem
	for seed := range uint64(400) {
		problems = append(problems, textbook.Random(seed))
	}
	for seed := range uint64(12) {
		problems = append(problems, randomProblem(rand.New(rand.NewPCG(seed, 9))))
	}
	claims, clashes := 0, 0
	for k, p := range problems {
		const most = 12
		want := reference{p: p, most: most}
		want.stats.Status = cover.Solved
		var all []int
		for o := range p.Options() {
			all = append(all, o)
		}
		if !want.enter(0, all, nil, 0) {
			want.stats.Status = cover.Limit
		}
		claims, clashes = claims+want.claims, clashes+want.clashes
		for _, kernel := range kernels {
			x := prepare(t, kernel, p)
			var shown [][]int
			got := x.Run(context.Background(), cover.Limits{Nodes: most}, func(options []int) bool {
				shown = append(shown, slices.Sorted(slices.Values(options)))
				return true
			})
			got.Search = 0
			if again := x.Run(context.Background(), cover.Limits{Nodes: most}, nil); again.Updates != got.Updates {
				t.Fatalf("problem %d: got %d updates in the second run, want %d", k, again.Updates, got.Updates)
			}
			if !reflect.DeepEqual(got, want.stats) || !reflect.DeepEqual(shown, want.shown) {
				t.Fatalf("problem %d: got %+v and solutions %v, want %+v and %v", k, got, shown, want.stats, want.shown)
			}
		}
	}
	if claims < 20 || clashes < 3 {
		t.Errorf("got %d claims and %d clashes, want at least 20 and 3", claims, clashes)
	}
}

func TestSearchGoesOnBehindNodesThatATraceLeavesOut(t *testing.T) {
	for seed := range uint64(300) {
		p := textbook.Random(seed)
		for every := 2; every < 4; every++ {
			want, asked := reference{p: p, most: -1, every: every}, reference{every: every}
			want.stats.Status = cover.Solved
			var all []int
			for o := range p.Options() {
				all = append(all, o)
			}
			want.enter(0, all, nil, 0)
			limits := cover.Limits{Trace: &cover.Trace{
				Enter: func(int) (bool, int) { return !asked.leavesOut(), p.Options() },
			}}
			for _, kernel := range kernels {
				asked.asked = 0
				got := prepare(t, kernel, p).Run(context.Background(), limits, nil)
				got.Search = 0
				if !reflect.DeepEqual(got, want.stats) {
					t.Fatalf("seed %d, every %d, %s: got %+v, want %+v", seed, every, kernel.name, got, want.stats)
				}
			}
		}
	}
}
