package solvers_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// A third of the problems have colours, which some solvers take.
func TestSolversFindTheSolutionsOfBruteForceAndAgreeOnEveryLevel(t *testing.T) {
	trials := 200
	if long {
		trials = 5000
	}
	all := append(solvers.BuiltIn(), solvers.Representations()...)
	for _, v := range all {
		if v.Divisible() {
			all = append(all, find(v.Name+solvers.ParallelSuffix))
		}
	}
	for seed := range uint64(trials) {
		p := textbook.Random(seed)
		if seed%3 == 2 {
			p = textbook.Coloured(p, seed)
		}
		want := textbook.BruteForce(p)
		trees := map[string][]cover.Level{} // by rule, and by rule and counter class
		for _, v := range all {
			can := v.Capabilities()
			if p.Colours() > 0 && !can.Colours {
				continue
			}
			var got []string
			visit := func(options []int) bool {
				got = append(got, fmt.Sprint(slices.Sorted(slices.Values(options))))
				return true
			}
			if can.CountsOnly {
				visit = nil
			}
			search := prepare(t, v, p)
			stats := run(search, cover.Limits{}, visit)
			slices.Sort(got)
			if stats.Status != cover.Solved || stats.Solutions != int64(len(want)) || visit != nil && !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: got %d solutions %v, want %v", seed, v.Name, stats.Solutions, got, want)
			}
			if can.NoLevels {
				continue
			}
			rest, nodes := cover.Level{Nodes: stats.Nodes, Updates: stats.Updates}, slices.Clone(stats.Levels)
			for k, l := range stats.Levels {
				rest.Nodes, rest.Updates, nodes[k].Updates = rest.Nodes-l.Nodes, rest.Updates-l.Updates, 0
			}
			if rest != (cover.Level{}) {
				t.Fatalf("seed %d, %s: %+v are on no level", seed, v.Name, rest)
			}
			for class, levels := range map[string][]cover.Level{string(v.Rule): nodes, string(v.Rule) + " " + string(v.Counter): stats.Levels} {
				if same, ok := trees[class]; ok && !slices.Equal(same, levels) {
					t.Fatalf("seed %d, %s: got levels %v, want %v as others of %s", seed, v.Name, levels, same, class)
				}
				trees[class] = levels
			}
			if !can.CountsOnly {
				stops(t, fmt.Sprint("seed ", seed, ", ", v.Name), search, stats, int64(seed))
			}
		}
	}
}

// stops stops a search in several ways. Each time it has walked the beginning of its tree, and the next
// run is whole.
func stops(t *testing.T, name string, search cover.Search, whole cover.Stats, seed int64) {
	t.Helper()
	order := textbook.Run(t.Context(), search, cover.Limits{}).Order
	for _, limits := range []cover.Limits{{Nodes: 1 + seed%whole.Nodes}, {Updates: 1 + seed%(whole.Updates+1)}, {Solutions: 1}} {
		part := textbook.Run(t.Context(), search, limits)
		over := part.Nodes == limits.Nodes || part.Updates >= limits.Updates && limits.Updates > 0 || part.Solutions == limits.Solutions && limits.Solutions > 0
		if int64(len(part.Order)) != part.Nodes || !slices.Equal(part.Order, order[:part.Nodes]) ||
			(part.Status == cover.Limit) && !over || part.Status == cover.Solved && part.Nodes < whole.Nodes {
			t.Fatalf("%s, %+v: got %+v, want the beginning of %v", name, limits, part, order)
		}
	}
	if stats := search.Run(textbook.NewClock(0), cover.Limits{}, nil); stats.Status != cover.Timeout && stats.Nodes > 0 {
		t.Fatalf("%s, an ended context: got %s", name, stats.Status)
	}
	if again := run(search, cover.Limits{}, nil); !reflect.DeepEqual(again, whole) {
		t.Fatalf("%s, after stops: got %+v, want %+v", name, again, whole)
	}
}
