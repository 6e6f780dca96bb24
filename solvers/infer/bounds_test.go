package infer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/cover"
)

// mixed returns a problem with a planted solution. The options have at most most items, and two of
// them may be equal.
func mixed(rng *rand.Rand, primary, secondary, options, most int) *cover.Problem {
	var all [][]int
	for order := rng.Perm(primary); len(order) > 0; {
		n := min(1+rng.IntN(most), len(order))
		all, order = append(all, order[:n:n]), order[n:]
	}
	for len(all) < options {
		all = append(all, rng.Perm(primary + secondary)[:1+rng.IntN(most)])
	}
	if rng.IntN(2) == 0 {
		all = append(all, all[0])
	}
	rng.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	return build(primary, secondary, all...)
}

// full returns a problem in which each item has at least 16 options, and the last one more.
func full(rng *rand.Rand, primary int) *cover.Problem {
	var all [][]int
	for range 17 {
		for order := rng.Perm(primary); len(order) > 0; order = order[min(4, len(order)):] {
			all = append(all, order[:min(4, len(order))])
		}
	}
	for range 12 {
		all = append(all, []int{rng.IntN(primary - 1), primary - 1})
	}
	return build(primary, 0, all...)
}

// lookedAt returns a problem in which looking ahead at item 0, of n options, leaves item 1 one
// option. The other items are searched first or never.
func lookedAt(n int) *cover.Problem {
	options := slices.Concat(times(n, 0, 2), times(n, 1, 2), times(1, 1))
	return build(2, 1, options...)
}

// Choosing the second option of item 0 leaves item 2 without options. Before, the search picked the
// options of item 2 last.
func emptied() *cover.Problem {
	options := slices.Concat(times(1, 0), times(1, 0, 3), times(33, 0), times(34, 1), times(34, 2, 3))
	return build(3, 1, options...)
}

// boundary returns problems whose items or options are about as many as a word or a rule takes.
func boundary() (all []*cover.Problem) {
	rng := rand.New(rand.NewPCG(1, 8))
	for _, items := range []int{62, 63, 64, 65, 66, 80, 118, 121, 122, 127, 128, 129, 150} {
		for _, options := range []int{20, 90, 300} {
			for range 3 {
				secondary := rng.IntN(10)
				all = append(all, mixed(rng, items-secondary, secondary, options, 2+rng.IntN(7)))
			}
		}
	}
	for n := range 8 { // the first option covers some items, and leaves about minLook options
		all = append(all, mixed(rng, 66, 2, minLook+n, 8))
	}
	for n := range 5 {
		all = append(all, lookedAt(maxLook-2+n), lookedAt(minLook/2-3+n))
	}
	return append(all, full(rng, 63), full(rng, 64), full(rng, 65), emptied(),
		build(0, 2, []int{0}, []int{0, 1}), build(0, 0), copies(4, 0, 8), copies(64, 0, 128), copies(65, 0, 130))
}

// runs returns what a search does when it runs to its end or to a limit on nodes, and when it is
// stopped by a limit on solutions or by the visitor, and with a trace that leaves out nodes.
func runs(x *search) (all []string) {
	const most = 1500
	run := func(every int, limits cover.Limits, last int) {
		asked, shown := 0, [][]int(nil)
		if every > 0 {
			limits.Trace = &cover.Trace{Enter: func(int) (bool, int) {
				asked++
				return asked == 1 || asked%every != 0, x.p.Options()
			}}
		}
		got := x.Run(context.Background(), limits, func(options []int) bool {
			shown = append(shown, slices.Sorted(slices.Values(options)))
			return len(shown) != last
		})
		got.Search = 0
		all = append(all, fmt.Sprint(got, shown[:min(len(shown), 3)]))
	}
	run(0, cover.Limits{Nodes: most}, 0)
	run(0, cover.Limits{Nodes: most, Solutions: 1}, 0)
	run(0, cover.Limits{Nodes: most}, 2)
	run(3, cover.Limits{Nodes: most}, 0)
	return all
}

func TestListsSearchTheTreeOfRowsAtTheBoundsOfWordsAndRules(t *testing.T) {
	sides := map[string]*[2]listKernel{"plain": {listsPlain, listsPlain}}
	if hasLists() {
		sides["assembly"] = &lists
	}
	for k, p := range boundary() {
		want := runs(newSearch(t, p, true, false))
		for name, kernels := range sides {
			x := newSearch(t, p, true, false)
			x.list = newList(x, p.MaxDepth(), kernels)
			for run, got := range runs(x) {
				if got != want[run] {
					t.Errorf("problem %d of %d items and %d options, %s, run %d: got %s, want %s as rows have",
						k, p.Items(), p.Options(), name, run, got, want[run])
				}
			}
		}
	}
}
