package textbook

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
)

// Prepared prepares a search of p, which must be taken.
func Prepared(t testing.TB, s cover.Solver, p *cover.Problem) cover.Search {
	t.Helper()
	x, err := cover.Prepare(s, p)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestSetup compares the memory that a solver allocates to prepare two problems of the same size. Forced
// options solve one of them, and nothing is forced in the other but one option. To take or to remove an
// option is search, so set-up allocates about the same for both.
func TestSetup(t *testing.T, s cover.Solver) {
	t.Helper()
	const n = 14
	allocated := func(shift int) uint64 {
		options := [][]int{{0, n}}
		for k := 1; k < n; k++ {
			options = append(options, []int{k, n + k}, []int{k, n + k - shift})
		}
		p, least := Mixed(n, n, options...), uint64(math.MaxUint64)
		for range 4 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Prepared(t, s, p)
			runtime.ReadMemStats(&after)
			least = min(least, after.TotalAlloc-before.TotalAlloc)
		}
		return least
	}
	if solved, open := allocated(1), allocated(0); 4*solved < 3*open || 4*open < 3*solved {
		t.Errorf("got %d bytes to prepare a problem that forced options solve, and %d for one that they do not solve, "+
			"want about the same", solved, open)
	}
}

// TestLooks ends a search at each of its looks at the context: there must be as many as want. The
// search stops at once, after no more than 8,192 further updates, and runs again from the beginning.
func TestLooks(t *testing.T, s cover.Solver, p *cover.Problem, limits cover.Limits, want int) {
	t.Helper()
	const most = 1 << 13
	x, clock := Prepared(t, s, p), NewClock(math.MaxInt)
	whole := RunUntraced(clock, x, limits)
	if clock.Looks != want {
		t.Errorf("got %d looks at the context, want %d", clock.Looks, want)
		return
	}
	before := cover.Stats{}
	for k := range want {
		clock := NewClock(k)
		got := x.Run(clock, limits, nil)
		if got.Status != cover.Timeout || clock.Looks > k+2 || got.Nodes < before.Nodes || got.Nodes > whole.Nodes ||
			got.Solutions > whole.Solutions || got.Updates < before.Updates || got.Updates > before.Updates+most {
			t.Errorf("a context that ends after %d looks: got %+v after %d, want a timeout soon after %+v",
				k, got, clock.Looks, before)
		}
		before = got
		if again := RunUntraced(t.Context(), x, limits); !again.Equal(whole) {
			t.Errorf("after a context that ended after %d looks: got %+v, want %+v", k, again.Stats, whole.Stats)
		}
	}
	if whole.Updates > before.Updates+most {
		t.Errorf("got %d updates after the last look at %d, want fewer", whole.Updates-before.Updates, before.Updates)
	}
}

// CheckAll checks all solutions that a tree shows.
func CheckAll(t *testing.T, p *cover.Problem, tree Tree) {
	t.Helper()
	checker := cover.NewChecker(p)
	for _, options := range tree.Shown {
		if err := checker.Check(options); err != nil {
			t.Errorf("%v is no solution: %v", options, err)
		}
	}
}

// TestTakes prepares a search of p, which must be refused as unsupported if refusal is not empty. The
// error contains the refusal.
func TestTakes(t *testing.T, s cover.Solver, p *cover.Problem, refusal string) {
	t.Helper()
	_, err := cover.Prepare(s, p)
	_, unsupported := errors.AsType[*cover.UnsupportedError](err)
	if unsupported != (refusal != "") || err != nil && (!unsupported || !strings.Contains(err.Error(), refusal)) {
		t.Errorf("%d primary of %d items, %d options: got error %v, want %q",
			p.Primary(), p.Items(), p.Options(), err, refusal)
	}
}

// TestSolutions compares a solver that walks a tree of its own with [Search], on some hundred random
// problems. It finds the same solutions in at most so many times the nodes. A search that a limit stops
// has walked the beginning of the tree, and the next run begins again. It returns how many nodes it
// saved in all.
func TestSolutions(t *testing.T, s cover.Solver, most int64) (saved int64) {
	t.Helper()
	for seed := range uint64(seeds) {
		p := randomFor(s, seed)
		x := Prepared(t, s, p)
		want, whole := Search(p, cover.MRV, Links, cover.Limits{}), Run(t.Context(), x, cover.Limits{})
		if !slices.Equal(Sorted(whole.Shown), Sorted(want.Shown)) || whole.Nodes > most*want.Nodes {
			t.Fatalf("seed %d: got %+v, want the solutions %v in at most %d nodes", seed, whole, want.Shown, most*want.Nodes)
		}
		saved += want.Nodes - whole.Nodes
		for nodes := int64(1); nodes < whole.Nodes; nodes += 1 + nodes/4 {
			part := Run(t.Context(), x, cover.Limits{Nodes: nodes})
			if part.Status != cover.Limit || !slices.Equal(part.Order, whole.Order[:nodes]) ||
				fmt.Sprint(part.Shown) != fmt.Sprint(whole.Shown[:len(part.Shown)]) {
				t.Fatalf("seed %d, %d nodes: got %+v, want the beginning of %+v", seed, nodes, part, whole)
			}
			if again := Run(t.Context(), x, cover.Limits{}); !again.Equal(whole) {
				t.Fatalf("seed %d, after %d nodes: got %+v, want %+v", seed, nodes, again, whole)
			}
		}
	}
	return saved
}

// Sorted returns solutions as text, in an order that depends on the solutions only.
func Sorted(solutions [][]int) []string {
	var all []string
	for _, s := range solutions {
		all = append(all, fmt.Sprint(slices.Sorted(slices.Values(s))))
	}
	slices.Sort(all)
	return all
}
