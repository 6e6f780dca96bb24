package bitset

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

// outcome is what a search does: the status, the nodes and updates of each level, and the solutions.
type outcome struct {
	status    cover.Status
	levels    []cover.Level
	solutions [][]int
}

// testEach runs each representation that p fits, by a rule and on each processor. It returns the
// names of the others.
func testEach(t *testing.T, name string, p *cover.Problem, rule cover.Rule, limits cover.Limits, want outcome) (unfit []string) {
	t.Helper()
	for _, r := range representations {
		x, err := r.prepare(p, rule)
		if _, unsupported := errors.AsType[*cover.UnsupportedError](err); unsupported {
			unfit = append(unfit, r.name)
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		processors := eachProcessor
		if r.name == "dense" || r.name == "rows" { // plain Go on every processor
			processors = func(f func(string)) { f("any") }
		}
		processors(func(processor string) {
			var got outcome
			stats := x.Run(context.Background(), limits, func(options []int) bool {
				got.solutions = append(got.solutions, slices.Clone(options))
				return true
			})
			got.status, got.levels = stats.Status, stats.Levels
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s, rule %s, processor %s: got %+v, want %+v", name, r.name, rule, processor, got, want)
			}
		})
	}
	return unfit
}

// Each item but the last has one option, so the search goes down one path that ends in the options
// of the last item. The options are in the opposite order of their items.
func TestPathsOfAnyLengthAreSearchedToTheEnd(t *testing.T) {
	fits := map[string]int{}
	for _, length := range []int{0, 1, 57, 62, 63, 64, 65, 126, 127, 128, 129, 255, 256, 257, 320} {
		for _, last := range []int{2, 16, 32, 63, 64} {
			options := make([][]int, length+last)
			want := outcome{status: cover.Solved}
			var path []int
			for i := range length {
				options[length-1-i] = []int{i}
				path = append(path, length-1-i)
				want.levels = append(want.levels, cover.Level{Nodes: 1, Updates: 1})
			}
			for k := range last {
				options[length+k] = []int{length}
				want.solutions = append(want.solutions, append(slices.Clone(path), length+k))
			}
			n := int64(last)
			want.levels = append(want.levels, cover.Level{Nodes: 1, Updates: n * n}, cover.Level{Nodes: n})
			for _, rule := range []cover.Rule{cover.MRV, cover.First} {
				p := textbook.Problem(length+1, options...)
				unfit := testEach(t, fmt.Sprintf("%d items and one with %d options", length, last), p, rule, cover.Limits{}, want)
				for _, r := range representations {
					if !slices.Contains(unfit, r.name) {
						fits[r.name]++
					}
				}
			}
		}
	}
	if want := map[string]int{"dense": 150, "filter": 150, "rows": 150, "fields": 120}; !reflect.DeepEqual(fits, want) {
		t.Errorf("got so many searches: %v, want %v", fits, want)
	}
}

// Two options of the first item each leave one option of every other item, so that both of its
// children begin a chain of forced nodes.
func TestForcedChainsOfAnyLengthStayApart(t *testing.T) {
	for _, n := range []int{1, 2, chainLength - 2, chainLength - 1, chainLength, chainLength + 1, 2*chainLength - 1,
		2 * chainLength, 2*chainLength + 1, 200} {
		var b cover.Builder
		for i := range n + 1 {
			b.Primary(fmt.Sprint(i))
		}
		for i := range 2 * n {
			b.Secondary(fmt.Sprint("s", i))
		}
		for side := range 2 { // option 0 or 1 takes all secondary items of its side
			choice := []int{0}
			for i := range n {
				choice = append(choice, n+1+side*n+i)
			}
			b.OptionOf(choice...)
		}
		var chains [2][]int
		for i := range n {
			for side := range 2 {
				chains[1-side] = append(chains[1-side], 2+2*i+side)
				b.OptionOf(1+i, n+1+side*n+i)
			}
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		want := outcome{status: cover.Solved, levels: []cover.Level{{Nodes: 1, Updates: int64(2 * (n + 2))}}}
		for range n {
			want.levels = append(want.levels, cover.Level{Nodes: 2, Updates: 2})
		}
		want.levels = append(want.levels, cover.Level{Nodes: 2})
		for side := range 2 {
			want.solutions = append(want.solutions, append([]int{side}, chains[side]...))
		}
		for _, rule := range []cover.Rule{cover.MRV, cover.First} {
			testEach(t, fmt.Sprint("chains of ", n), p, rule, cover.Limits{}, want)
		}
	}
}

// The search branches on the item with the fewest options, and on the first of several. The updates
// say which item it was.
func TestFewestOptionsWinWhereverTheItemsAre(t *testing.T) {
	sizes := []int{1, 2, 3, 4, 7, 8, 9, 14, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64, 65, 125, 126, 127}
	places := []int{0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 139}
	trial := 0
	for _, many := range []int{1, 2, 8, 15, 16, 31, 32, 63, 64, 126, 127} {
		for _, sa := range sizes {
			for _, sb := range sizes {
				if max(sa, sb) > many || sa > sb+2 || sb > sa+2 {
					continue
				}
				trial++
				a, b := places[trial%len(places)], places[trial*5/3%len(places)]
				if a == b {
					b = (b + 70) % 140
				}
				p := choices(141, a, b, sa, sb, many, trial%3*64)
				chosen := int64(sa + 1)
				switch {
				case many <= min(sa, sb) && min(a, b) > 0: // item 0 is the first one
					chosen = int64(many)
				case sb < sa || sb == sa && b < a:
					chosen = int64(sb + many)
				}
				want := outcome{status: cover.Limit, levels: []cover.Level{{Nodes: 1, Updates: chosen}}}
				name := fmt.Sprintf("item %d of size %d, item %d of size %d, others of size %d", a, sa, b, sb, many)
				testEach(t, name, p, cover.MRV, cover.Limits{Nodes: 1}, want)
			}
		}
	}
}

// choices returns the problem of items a and b with so many options, and all others with many. The
// options of the last item also exclude those of b, and one of them those of a. More secondary items
// are in no option.
func choices(items, a, b, sa, sb, many, more int) *cover.Problem {
	var others []int
	var build cover.Builder
	for i := range items {
		build.Primary(fmt.Sprint(i))
		if i != a && i != b && i != items-1 {
			others = append(others, i)
		}
	}
	build.Secondary("sa")
	build.Secondary("sb")
	for k := range more {
		build.Secondary(fmt.Sprint("more", k))
	}
	for range sa {
		build.OptionOf(a, items)
	}
	for range sb {
		build.OptionOf(b, items+1)
	}
	for range many {
		build.OptionOf(others...)
	}
	build.OptionOf(items-1, items, items+1)
	for range many - 1 {
		build.OptionOf(items-1, items+1)
	}
	p, err := build.Problem()
	if err != nil {
		panic(err)
	}
	return p
}
