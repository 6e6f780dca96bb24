package solvers_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers"
)

// shaped makes a problem of some options, as lists of items.
func shaped(primary, secondary int, options ...[]int) *cover.Problem {
	return build(func(b *cover.Builder) {
		for i := range primary {
			b.Primary(fmt.Sprint("i", i))
		}
		for i := range secondary {
			b.Secondary(fmt.Sprint("s", i))
		}
		for _, o := range options {
			b.OptionOf(o...)
		}
	})
}

// sorted makes a problem of items of four kinds: the items from 0, 10, 20 and 30 on. It adds 33
// options to those given, so that the problem is not small, and leaves out items without options.
// No item has more than 11 of the options that it adds. The secondary items come last.
func sorted(secondary int, options ...[]int) *cover.Problem {
	for k := range 3 {
		options = append(options, repeated(11, 7+k, 17+k, 27+k, 37+k)...)
	}
	used := slices.Concat(options...)
	slices.Sort(used)
	used = slices.Compact(used)
	var renamed [][]int
	for _, o := range options {
		var items []int
		for _, i := range o {
			items = append(items, slices.Index(used, i))
		}
		renamed = append(renamed, items)
	}
	return shaped(len(used), secondary, renamed...)
}

func repeated(n int, option ...int) (options [][]int) {
	for range n {
		options = append(options, slices.Clone(option))
	}
	return options
}

// both returns five copies of each of two options, so that no item has few options.
func both(a, b []int) [][]int { return append(repeated(5, a...), repeated(5, b...)...) }

// chain makes a problem of n options of four items each, and of other options. Every item of the
// former has four of them.
func chain(n int, others ...[]int) *cover.Problem {
	var options [][]int
	for o := range n {
		options = append(options, []int{o, (o + 1) % n, (o + 2) % n, (o + 3) % n})
	}
	return shaped(n+len(others), 0, append(options, others...)...)
}

// solvedBy returns the statistics of auto, without times, and the name of the variant it chose.
func solvedBy(t *testing.T, v solvers.Variant, p *cover.Problem) (cover.Stats, string) {
	t.Helper()
	stats, search, err := cover.SolveNext(context.Background(), v, nil, p, cover.Limits{Nodes: 5000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	stats.Setup, stats.Search = 0, 0
	return stats, solvers.ChosenBy(search)
}

func TestAutoChoosesByShapeAndCountsAsTheChosenSolver(t *testing.T) {
	// pairs makes a problem of 7 primary items. Three pairs of them have 12, 12 and n options.
	pairs := func(n int, more ...[]int) *cover.Problem {
		return shaped(7, 0, slices.Concat(repeated(12, 0, 1), repeated(12, 2, 3), repeated(n, 4, 5), more)...)
	}
	for name, c := range map[string]struct {
		p    *cover.Problem
		want string
	}{
		"a sudoku":                 {corpustest.Problem("sudoku/ai_escargot"), "lanes"},
		"a blank board of side 4":  {corpustest.Problem("sudoku_empty/2x2"), "lanes"},
		"an item of each kind":     {sorted(0, both([]int{0, 10, 20, 30}, []int{0, 11, 21, 31})...), "lanes"},
		"two items of a kind":      {sorted(0, both([]int{0, 10, 20, 30}, []int{0, 1, 20, 30})...), "bitset"},
		"an item of two kinds":     {sorted(0, both([]int{0, 10, 20, 30}, []int{10, 11, 20, 30})...), "bitset"},
		"kinds in another order":   {sorted(0, both([]int{0, 10, 20, 30}, []int{0, 11, 31, 21})...), "bitset"},
		"16 options an item":       {sorted(0, repeated(16, 0, 10, 20, 30)...), "lanes"},
		"17 options an item":       {sorted(0, repeated(17, 0, 10, 20, 30)...), "bitset"},
		"an option of three items": {sorted(0, both([]int{0, 10, 20, 30}, []int{0, 10, 20})...), "bitset"},
		"an option of five items":  {sorted(0, both([]int{0, 10, 20, 30}, []int{0, 10, 20, 30, 31})...), "bitset"},
		"a secondary item":         {sorted(1, both([]int{0, 10, 20, 30}, []int{0, 11, 21, 31})...), "bitset"},
		"32 options":               {shaped(9, 0, append(repeated(16, 0, 1, 2, 3), repeated(16, 4, 5, 6, 7)...)...), "dlx_index"},
		"33 options": {shaped(9, 0, append(repeated(16, 0, 1, 2, 3),
			append(repeated(12, 4, 5, 6, 7), repeated(5, 4, 5, 6, 7, 8)...)...)...), "bitset"},
		"an item of one option":       {pairs(12, []int{6}), "bitset"},
		"too large for an attempt":    {chain(1100), "bitset"},
		"queens, secondary diagonals": {corpustest.Problem("queens/8"), "bitset"},
		"pentominoes":                 {corpustest.Problem("pentomino/3x20"), "bitset"},
		"dominoes":                    {corpustest.Problem("domino/6x6"), "bitset"},
	} {
		auto, got := solvedBy(t, solvers.Auto(), c.p)
		alone := c.want
		if alone == "lanes" { // for runs that are traced or divided
			alone = "lanes_weighted"
		}
		if got != alone {
			t.Errorf("%s: got %s, want %s", name, got, alone)
		}
		if want, _ := solvedBy(t, find(alone), c.p); !reflect.DeepEqual(auto, want) {
			t.Errorf("%s: got %+v, want %+v as %s", name, auto, want, alone)
		}
		if chosen := solvers.Auto().For(c.p).Name; chosen != c.want {
			t.Errorf("%s: For returns %s, want %s", name, chosen, c.want)
		}
		shared, got := solvedBy(t, find("auto_parallel"), c.p)
		if want, _ := solvedBy(t, find(c.want), c.p); got != c.want+solvers.ParallelSuffix || !reflect.DeepEqual(shared, want) {
			t.Errorf("%s: got %+v by %s in parallel, want %+v", name, shared, got, want)
		}
	}
}

// auto has to choose for every problem of a stream, and keeps the searches that it has. The answers
// are those of the problems one by one, some of them by an attempt.
func TestAutoSolvesAStreamOfProblemsOfManyShapes(t *testing.T) {
	ids := []string{"sudoku/ai_escargot", "queens/6", "sudoku/wikipedia", "sudoku_empty/2x2", "langford/7"}
	for _, c := range attempted {
		ids = append(ids, c.id)
	}
	var search cover.Search
	for range 2 {
		for _, id := range ids {
			p := corpustest.Problem(id)
			want, chosen := solvedBy(t, solvers.Auto(), p)
			var got cover.Stats
			var err error
			got, search, err = cover.SolveNext(context.Background(), solvers.Auto(), search, p, cover.Limits{Nodes: 5000}, nil)
			got.Setup, got.Search = 0, 0
			if err != nil || !reflect.DeepEqual(got, want) || solvers.ChosenBy(search) != chosen {
				t.Errorf("%s: got %+v by %s, error %v, want %+v by %s", id, got, solvers.ChosenBy(search), err, want, chosen)
			}
		}
	}
}

// A board of side 25 has up to 25 options an item, but few are left when most cells are given.
func TestAutoJudgesARestrictionByItselfIfItsBaseIsTooLarge(t *testing.T) {
	var all [][]int
	for k := range 17 {
		all = append(all, []int{0, 10, 20, 30}, []int{1 + k%2, 13, 23, 33})
	}
	base := sorted(0, all...)
	var without []int32
	for o := 4; o < len(all); o++ {
		without = append(without, int32(o))
	}
	var few [][]int // 16 options an item; one more option has three items
	for k := range 15 {
		few = append(few, []int{0, 10, 20, 30}, []int{1 + k%2, 13, 23, 33})
	}
	small := sorted(0, append(few, []int{10, 20, 30})...)
	last := []int32{int32(small.Options() - 1)}
	full := sorted(0, append(few, []int{0, 10, 20, 30}, []int{13, 23, 33})...)
	fullLast := []int32{int32(full.Options() - 1)}
	for name, c := range map[string]struct {
		p    *cover.Problem
		want string
	}{"the base": {base, "bitset"}, "its restriction": {base.Restrict(nil, without), "lanes_weighted"},
		"of 15 options": {small.Restrict(nil, last), "bitset"}, "of 16 options": {full.Restrict(nil, fullLast), "bitset"}} {
		if _, got := solvedBy(t, solvers.Auto(), c.p); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// The tables of bitset would take too much memory.
func TestAutoGoesOnToASolverThatTakesTheProblem(t *testing.T) {
	p := wide(5000, 100_000, false)
	if got := solvers.Auto().For(p).Name; got != "bitset" {
		t.Fatalf("auto prefers %s, want bitset", got)
	}
	stats, got := solvedBy(t, solvers.Auto(), p)
	if got != "cells" || stats.Status != cover.Limit {
		t.Errorf("got %s and status %s, want cells and %s", got, stats.Status, cover.Limit)
	}
}
