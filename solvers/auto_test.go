package solvers_test

import (
	"context"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// kinds returns 33 options of four items each: one of the items 0 to 2, of 3 to 5, of 6 to 8, and of 9 to 11.
// Each item has 11 of them.
func kinds() [][]int {
	return slices.Concat(textbook.Times(11, 0, 3, 6, 9), textbook.Times(11, 1, 4, 7, 10), textbook.Times(11, 2, 5, 8, 11))
}

func TestAutoChoosesByTheShapeOfTheProblem(t *testing.T) {
	p := func(primary int, more ...[]int) *cover.Problem {
		return textbook.Problem(primary, append(kinds(), more...)...)
	}
	large := p(12, textbook.Times(6, 0, 3, 6, 9)...)
	for name, c := range map[string]struct {
		p          *cover.Problem
		want, pure string // pure is for runs that are traced or divided
	}{
		"four kinds":               {p(12), "lanes_weighted", "lanes"},
		"16 options an item":       {p(12, textbook.Times(5, 0, 3, 6, 9)...), "lanes_weighted", "lanes"},
		"17 options an item":       {large, "bitset", "bitset"},
		"17, of which 15 are left": {large.Restrict(nil, []int32{33, 34}), "lanes_weighted", ""},
		"an item of two kinds":     {p(12, []int{3, 4, 6, 9}), "bitset", "bitset"},
		"an item of the last two":  {p(12, []int{0, 3, 9, 6}), "bitset", "bitset"},
		"three items":              {p(12, []int{0, 3, 6}), "bitset", "bitset"},
		"a fifth item":             {p(17, textbook.Times(5, 0, 3, 6, 9, 12, 13, 14, 15, 16)...), "lanes_weighted", "lanes"},
		"a fifth item of a kind":   {p(12, []int{0, 3, 6, 9, 10}), "bitset", "bitset"},
		"a secondary item":         {textbook.Mixed(12, 1, kinds()...), "bitset", "bitset"},
		"32 options":               {textbook.Problem(12, kinds()[:32]...), "dlx_index", "dlx_index"},
		"no bit tables":            {wide(), "cells", ""},
	} {
		search := prepare(t, solvers.Auto(), c.p)
		limits := cover.Limits{Nodes: 100}
		got, want := textbook.RunUntraced(t.Context(), search, limits), textbook.RunUntraced(t.Context(), prepare(t, find(c.want), c.p), limits)
		if by := solvers.ChosenBy(search); by != c.want || !got.Equal(want) {
			t.Errorf("%s: got %+v by %s, want %+v by %s", name, got.Stats, by, want.Stats, c.want)
		}
		if c.pure == "" { // a restriction, or one that For does not try
			continue
		}
		pure, by := solvers.Auto().For(c.p).Name, solvers.ChosenBy(prepare(t, find("auto_parallel"), c.p))
		if pure != c.pure || by != c.pure+solvers.ParallelSuffix {
			t.Errorf("%s: For returns %s, and %s in parallel, want %s", name, pure, by, c.pure)
		}
	}
}

// A run shows what the chosen variant shows, whatever the search did before it, also on other problems.
func TestAutoGivesTheAnswerOfItsChoice(t *testing.T) {
	search := cover.Search(nil)
	for range 2 {
		for _, c := range []struct{ id, chosen, pure string }{{"mates/d3", "lanes_weighted", "lanes"},
			{"sudoku/ai_escargot", "lanes_weighted", "lanes"}, {"queens/8", "bitset", "bitset"}} {
			p := corpustest.Problem(c.id)
			var err error
			if search, err = cover.Renew(solvers.Auto(), search, p); err != nil {
				t.Fatal(err)
			}
			for _, limits := range []cover.Limits{{}, {Nodes: 3}, {Solutions: 1}, {Updates: 99}} {
				for traced, by := range []string{c.chosen, c.pure} {
					run := []func(context.Context, cover.Search, cover.Limits) textbook.Tree{textbook.RunUntraced, textbook.Run}[traced]
					got, want := run(t.Context(), search, limits), run(t.Context(), prepare(t, find(by), p), limits)
					if !got.Equal(want) || solvers.ChosenBy(search) != by {
						t.Errorf("%s, %+v, traced %v: got %+v by %s, want %+v by %s", c.id, limits, traced, got.Stats, solvers.ChosenBy(search), want.Stats, by)
					}
				}
			}
		}
	}
}
