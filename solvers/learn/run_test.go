package learn_test

import (
	"context"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers/learn"
)

// run is a run without its time.
func run(s cover.Search, limits cover.Limits, visit cover.Visitor) cover.Stats {
	stats := s.Run(context.Background(), limits, visit)
	stats.Search = 0
	return stats
}

// A limit of nodes is exact, and whatever stopped a run, the next is the same.
func TestRunsStopAtTheirLimitsAndRunAgain(t *testing.T) {
	for _, id := range []string{"queens/7", "langford/8"} {
		s := prepare(t, corpustest.Problem(id))
		whole := run(s, cover.Limits{}, nil)
		check := func(what string, got cover.Stats, ok bool) {
			t.Helper()
			if !ok {
				t.Errorf("%s, %s: got %+v of %+v", id, what, got, whole)
			}
			if again := run(s, cover.Limits{}, nil); !reflect.DeepEqual(again, whole) {
				t.Errorf("%s, after %s: got %+v, want %+v", id, what, again, whole)
			}
		}
		for n := int64(1); n < whole.Nodes; n += 1 + n/2 {
			got := run(s, cover.Limits{Nodes: n}, nil)
			check("a limit of nodes", got, got.Nodes == n && got.Status == cover.Limit)
		}
		got := run(s, cover.Limits{Nodes: whole.Nodes}, nil)
		check("all nodes", got, reflect.DeepEqual(got, whole))
		for _, n := range []int64{1, whole.Updates / 3, whole.Updates / 2} {
			got := run(s, cover.Limits{Updates: n}, nil)
			before := run(s, cover.Limits{Nodes: max(1, got.Nodes)}, nil)
			check("a limit of updates", got, got.Updates >= n && got.Status == cover.Limit && got.Updates == before.Updates)
		}
		seen := int64(0)
		got = run(s, cover.Limits{}, func([]int) bool { seen++; return seen < 3 })
		check("a visitor", got, seen == min(3, whole.Solutions) && got.Solutions == seen &&
			(got.Status == cover.Limit) == (seen == 3))
		stop := cover.Limits{Trace: &cover.Trace{Enter: func(int) (bool, int) { return false, 9 }, Node: func(int) { t.Error("no tree") }}}
		got = run(s, stop, nil)
		check("a trace", got, reflect.DeepEqual(got, whole))
		if n := testing.AllocsPerRun(2, func() { s.Run(context.Background(), cover.Limits{}, nil) }); n > 4 {
			t.Errorf("%s: got %v allocations in a run of %d nodes, want at most 4", id, n, whole.Nodes)
		}
	}
}

func TestRunsEndWithTheirContext(t *testing.T) {
	p := corpustest.Problem("langford/8")
	textbook.TestLooks(t, learn.New(), p, cover.Limits{}, 10)
	textbook.TestLooks(t, learn.New(), corpustest.Problem("golfers/6x3x6"), cover.Limits{Nodes: 150}, 5)
}

func TestARunEndsWhenItsMemoryIsSpent(t *testing.T) {
	s := prepare(t, corpustest.Problem("langford/8"))
	whole := run(s, cover.Limits{}, nil)
	for _, memory := range []int64{1, 300, 1000} {
		got := run(s, cover.Limits{Memory: memory}, nil)
		if got.Status != cover.Memout || got.Tables.PeakBytes > memory+4000 {
			t.Errorf("%d bytes: got %+v, want a memout", memory, got)
		}
		if again := run(s, cover.Limits{}, nil); !reflect.DeepEqual(again, whole) {
			t.Errorf("after %d bytes: got %+v, want %+v", memory, again, whole)
		}
	}
}

func TestDegenerateProblems(t *testing.T) {
	for name, c := range map[string]struct {
		p    *cover.Problem
		want int64
	}{
		"nothing":                 {textbook.Problem(0), 1},
		"an item without options": {textbook.Problem(1), 0},
		"an option three times":   {textbook.Problem(1, textbook.Times(3, 0)...), 3},
		"secondary items only":    {textbook.Mixed(0, 2, []int{0}, []int{1}), 1},
		"forced":                  {textbook.Problem(2, []int{0}, []int{0, 1}), 1},
		"forced, none left":       {textbook.Mixed(2, 1, []int{0, 2}, []int{1, 2}), 0},
	} {
		if got := run(prepare(t, c.p), cover.Limits{}, nil); got.Solutions != c.want || got.Status != cover.Solved {
			t.Errorf("%s: got %+v, want %d solutions", name, got, c.want)
		}
	}
}

// 5,000 items in a row: the reasons of a literal may go back over all of them.
func TestDeepProblemsAreSafe(t *testing.T) {
	const n = 5000
	var options [][]int
	for i := range n {
		options = append(options, []int{i}, []int{i, (i + 1) % n})
	}
	got := run(prepare(t, textbook.Problem(n, options...)), cover.Limits{Solutions: 1}, nil)
	if got.Solutions != 1 {
		t.Errorf("got %+v, want a solution", got)
	}
}
