package sat_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/sat"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// problems returns random problems, some of them with colours, and some of the literature.
func problems() (all []*cover.Problem) {
	for seed := range uint64(200) {
		p := textbook.Random(seed)
		if seed%3 == 2 {
			p = textbook.Coloured(p, seed)
		}
		all = append(all, p)
	}
	for _, id := range []string{"queens/6", "langford/6", "langford/7", "domino/4x4", "sudoku/wikipedia"} {
		all = append(all, corpustest.Problem(id))
	}
	return append(all, pigeons(2), pigeons(6))
}

// pigeons returns the problem of putting n pigeons into n-1 holes, which takes a SAT solver very long.
func pigeons(n int) *cover.Problem {
	var options [][]int
	for i := range n {
		for hole := range n - 1 {
			options = append(options, []int{i, n + hole})
		}
	}
	return textbook.Mixed(n, n-1, options...)
}

// shown returns a run without its time, and its solutions in an order of their own.
func shown(ctx context.Context, x cover.Search, limits cover.Limits, more func(n int) bool) (cover.Stats, []string) {
	var all []string
	stats := x.Run(ctx, limits, func(options []int) bool {
		all = append(all, fmt.Sprint(slices.Sorted(slices.Values(options))))
		return more == nil || more(len(all))
	})
	stats.Search = 0
	slices.Sort(all)
	return stats, all
}

// A search and a count find the solutions of the textbook, once each, however often they are made and
// whatever ended the run before.
func TestSolutionsAreThoseOfTheTextbook(t *testing.T) {
	for k, p := range problems() {
		var want []string
		for _, options := range textbook.Search(p, cover.MRV, textbook.Links, cover.Limits{}).Shown {
			for k, o := range options {
				options[k] = p.ToBase(o)
			}
			want = append(want, fmt.Sprint(slices.Sorted(slices.Values(options))))
		}
		slices.Sort(want)
		x := textbook.Prepared(t, sat.New(), p)
		stats, got := shown(t.Context(), x, cover.Limits{}, nil)
		if !slices.Equal(got, want) || stats.Solutions != int64(len(want)) || stats.Status != cover.Solved ||
			stats.Nodes+1 < stats.Solutions || p.Options() > 20 && stats.Updates < stats.Nodes {
			t.Fatalf("problem %d: got %v and %+v, want %v", k, got, stats, want)
		}
		most := 1 + k%3
		limited, _ := shown(t.Context(), x, cover.Limits{Solutions: int64(most)}, nil)
		stopped, _ := shown(t.Context(), x, cover.Limits{}, func(n int) bool { return n < most })
		for _, some := range []cover.Stats{limited, stopped} {
			if some.Solutions != int64(min(most, len(want))) || (some.Status == cover.Limit) != (most <= len(want)) {
				t.Errorf("problem %d: got %+v, want at most %d of %d solutions", k, some, most, len(want))
			}
		}
		plain := x.Run(context.Background(), cover.Limits{}, nil)
		if plain.Nodes != stats.Nodes || plain.Updates != stats.Updates || plain.Solutions != stats.Solutions {
			t.Errorf("problem %d: got %+v again, want %+v", k, plain, stats)
		}
		for _, limit := range []int64{0, int64(most)} {
			want := int64(len(want))
			if limit > 0 {
				want = min(want, limit)
			}
			if n, err := sat.Count(t.Context(), p, limit); n != want || err != nil {
				t.Errorf("problem %d, limit %d: counted %d, %v, want %d", k, limit, n, err, want)
			}
		}
	}
}

// The context ends during one call of the SAT solver, which takes hours here, and ends the run.
func TestRunsAndCountsEndWithTheirContext(t *testing.T) {
	x := textbook.Prepared(t, sat.New(), pigeons(14))
	for _, ms := range []time.Duration{0, 20} {
		ctx, cancel := context.WithTimeout(t.Context(), ms*time.Millisecond)
		defer cancel()
		if stats := x.Run(ctx, cover.Limits{}, nil); stats.Status != cover.Timeout || stats.Solutions != 0 {
			t.Errorf("%d ms: got %+v, want a timeout", ms, stats)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if n, err := sat.Count(ctx, pigeons(14), 0); !errors.Is(err, context.Canceled) || n != 0 {
		t.Errorf("got %d, %v, want %v", n, err, context.Canceled)
	}
	x = textbook.Prepared(t, sat.New(), corpustest.Problem("queens/6"))
	ctx, cancel = context.WithCancel(t.Context())
	stats, _ := shown(ctx, x, cover.Limits{}, func(int) bool { cancel(); return true })
	if stats.Status != cover.Timeout || stats.Solutions < 1 || stats.Solutions == 4 {
		t.Errorf("got %+v, want a timeout after a solution", stats)
	}
}

func TestLimitsOfNodesAreUnsupported(t *testing.T) {
	for _, limits := range []cover.Limits{{Nodes: 1}, {Updates: 1}} {
		stats, err := cover.Solve(t.Context(), sat.New(), corpustest.Problem("queens/6"), limits, nil)
		if err != nil || stats.Status != cover.Unsupported || stats.Err == nil {
			t.Errorf("%+v: got %+v, %v, want an unsupported run", limits, stats, err)
		}
	}
}
