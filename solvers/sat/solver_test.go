package sat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/textbook"
	"xcbench/solvers/sat"
)

func solutions(t *testing.T, s cover.Solver, p *cover.Problem) (cover.Stats, []string) {
	t.Helper()
	var all []string
	stats, err := cover.Solve(context.Background(), s, p, cover.Limits{}, func(options []int) bool {
		if err := cover.Check(p, options); err != nil {
			t.Error(err)
		}
		all = append(all, fmt.Sprint(slices.Sorted(slices.Values(options))))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return stats, all
}

func TestSolutionsAreThoseOfDancingLinks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	problems := []*cover.Problem{problem(t, "queens/8"), problem(t, "langford/7"), problem(t, "langford/6"),
		problem(t, "domino/4x4"), problem(t, "sudoku/wikipedia")}
	for seed := range uint64(150) {
		p := random(t, r)
		problems = append(problems, p, textbook.Coloured(p, seed))
	}
	solvable := 0
	for k, p := range problems {
		stats, got := solutions(t, sat.New(), p)
		_, want := solutions(t, dlx.Index(cover.MRV), p)
		if !slices.Equal(got, want) || stats.Solutions != int64(len(want)) || stats.Status != cover.Solved {
			t.Errorf("problem %d: got %v and %+v, want %v", k, got, stats, want)
		}
		solvable += min(1, len(want))
	}
	if solvable < 60 || solvable > 300 {
		t.Errorf("got %d problems with solutions of %d", solvable, len(problems))
	}
}

// The counters are Gini's own.
func TestDecisionsAndPropagationsAreCounted(t *testing.T) {
	stats, _ := solutions(t, sat.New(), problem(t, "queens/8"))
	if stats.Nodes < 92 || stats.Updates < 10*stats.Nodes {
		t.Errorf("got %+v, want a decision for each solution at least, and many propagations for each", stats)
	}
}

func TestRunsRepeat(t *testing.T) {
	defer goleak.VerifyNone(t)
	p := problem(t, "queens/8")
	search, err := cover.Prepare(sat.New(), p)
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		solutions, nodes, updates int64
		found                     string
	}
	run := func(limits cover.Limits, most int) result {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		found := ""
		stats := search.Run(ctx, limits, func(options []int) bool {
			found += fmt.Sprint(options)
			most--
			return most != 0
		})
		return result{stats.Solutions, stats.Nodes, stats.Updates, found}
	}
	first := run(cover.Limits{}, -1)
	if got := run(cover.Limits{Solutions: 5}, -1); got.solutions != 5 {
		t.Errorf("with a limit: got %d solutions, want 5", got.solutions)
	}
	if got := run(cover.Limits{}, 3); got.solutions != 3 {
		t.Errorf("with a visitor that stops: got %d solutions, want 3", got.solutions)
	}
	if second := run(cover.Limits{}, -1); second != first || first.solutions != 92 {
		t.Errorf("got %+v, then %+v", first, second)
	}
	if plain, _ := solutions(t, sat.New(), p); plain.Nodes != first.nodes || plain.Updates != first.updates {
		t.Errorf("with a context that cannot be cancelled: got %+v, want the counters of %+v", plain, first)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	defer goleak.VerifyNone(t)
	search, err := cover.Prepare(sat.New(), pigeons(t, 14))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		const timeout = 100 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		began := time.Now()
		stats := search.Run(ctx, cover.Limits{}, nil)
		cancel()
		if took := time.Since(began); stats.Status != cover.Timeout || stats.Solutions != 0 || took > 5*time.Second {
			t.Errorf("got %s and %d solutions after %v, want a timeout", stats.Status, stats.Solutions, took)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if stats := search.Run(ctx, cover.Limits{}, nil); stats.Status != cover.Timeout {
		t.Errorf("got %s, want a timeout", stats.Status)
	}
	// The context ends while a solution is shown.
	search, err = cover.Prepare(sat.New(), problem(t, "queens/6"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	stats := search.Run(ctx, cover.Limits{},
		func([]int) bool { cancel(); time.Sleep(10 * time.Millisecond); return true })
	if stats.Status != cover.Timeout || stats.Solutions != 1 {
		t.Errorf("got %+v, want a timeout after one solution", stats)
	}
}

func TestLimitsOfNodesAreUnsupported(t *testing.T) {
	for _, limits := range []cover.Limits{{Nodes: 1}, {Updates: 1}} {
		stats, err := cover.Solve(context.Background(), sat.New(), problem(t, "queens/6"), limits, nil)
		if err != nil || stats.Status != cover.Unsupported || stats.Err == nil {
			t.Errorf("%+v: got %+v, %v, want an unsupported run", limits, stats, err)
		}
	}
	if got, want := sat.New().Capabilities(), (cover.Capabilities{Secondary: true, Colours: true, NoLevels: true}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Without options there is nothing to decide: the empty solution, or none.
func TestProblemsOfFewOptionsAreSolved(t *testing.T) {
	for options, want := range []string{"[]", "[0]"} {
		var b cover.Builder
		for range options {
			b.Primary("a")
			b.Option("a")
		}
		p, err := b.Problem()
		if err != nil {
			t.Fatal(err)
		}
		if stats, all := solutions(t, sat.New(), p); stats.Status != cover.Solved || stats.Solutions != 1 ||
			!slices.Equal(all, []string{want}) {
			t.Errorf("%d options: got %v and %+v, want %s", options, all, stats, want)
		}
		if stats, err := cover.Solve(t.Context(), sat.New(), p, cover.Limits{}, nil); err != nil ||
			stats.Status != cover.Solved || stats.Solutions != 1 {
			t.Errorf("%d options without a visitor: got %+v, %v, want one solution", options, stats, err)
		}
	}
}

func TestRefutations(t *testing.T) {
	for _, p := range []*cover.Problem{problem(t, "langford/9"), pigeons(t, 7)} {
		if stats, all := solutions(t, sat.New(), p); stats.Status != cover.Solved || len(all) > 0 {
			t.Errorf("got %+v, want no solution", stats)
		}
	}
}
