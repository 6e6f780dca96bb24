package divide

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
	"xcbench/solvers"
)

// sum adds the statistics of a part to others.
func sum(all *cover.Stats, s cover.Stats) {
	all.Nodes, all.Updates, all.Solutions = all.Nodes+s.Nodes, all.Updates+s.Updates, all.Solutions+s.Solutions
	for k, l := range s.Levels {
		if k == len(all.Levels) {
			all.Levels = append(all.Levels, cover.Level{})
		}
		all.Levels[k].Nodes += l.Nodes
		all.Levels[k].Updates += l.Updates
	}
}

// joined searches the trunk and all parts, in a random order, and adds up their statistics.
func joined(t *testing.T, s cover.Solver, p *cover.Problem, parts []Part) (all cover.Stats, found []string) {
	t.Helper()
	search, err := cover.Prepare(s, p)
	if err != nil {
		t.Fatal(err)
	}
	visit := func(options []int) bool {
		sorted := slices.Clone(options)
		slices.Sort(sorted)
		found = append(found, fmt.Sprint(sorted))
		return true
	}
	all.Status = cover.Solved
	for _, k := range rand.New(rand.NewPCG(1, 1)).Perm(len(parts) + 1) {
		var stats cover.Stats
		if k == len(parts) {
			stats, err = Trunk(context.Background(), search, p.MaxDepth(), parts, visit)
		} else {
			stats, err = Search(context.Background(), search, p.MaxDepth(), parts[k], visit)
		}
		if err != nil || stats.Status != cover.Solved {
			t.Fatal(stats.Status, err)
		}
		sum(&all, stats)
	}
	slices.Sort(found)
	return all, found
}

// whole returns the statistics and the solutions of one search.
func whole(t *testing.T, s cover.Solver, p *cover.Problem) (stats cover.Stats, found []string) {
	t.Helper()
	search, err := cover.Prepare(s, p)
	if err != nil {
		t.Fatal(err)
	}
	stats = search.Run(context.Background(), cover.Limits{}, func(options []int) bool {
		sorted := slices.Clone(options)
		slices.Sort(sorted)
		found = append(found, fmt.Sprint(sorted))
		return true
	})
	slices.Sort(found)
	stats.Search = 0
	return stats, found
}

func partsOf(all []Sized) (parts []Part) {
	for _, s := range all {
		parts = append(parts, s.Part)
	}
	return parts
}

func TestPartsAndTrunkAddUpToTheSearch(t *testing.T) {
	problems := map[string]*cover.Problem{}
	for _, id := range []string{"queens/7", "langford/7", "sudoku/norvig_impossible"} {
		problems[id] = corpustest.Problem(id)
	}
	for seed := range uint64(6) {
		problems[fmt.Sprint("random ", seed)] = textbook.Random(seed)
	}
	variants := slices.Concat(solvers.All(), solvers.Representations(), []solvers.Variant{solvers.Auto()})
	if testing.Short() {
		delete(problems, "queens/7")
		delete(problems, "langford/7")
	}
	for name, p := range problems {
		for _, v := range variants {
			search, err := cover.Prepare(v, p)
			if err != nil || !v.Divisible() {
				continue
			}
			if search.Run(context.Background(), cover.Limits{Nodes: 3000}, nil).Status != cover.Solved {
				continue
			}
			want, solutions := whole(t, v, p)
			for _, nodes := range []float64{1, 7, 50} {
				plan, err := Plan(context.Background(), v, p, nodes, 1, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, found := joined(t, v, p, partsOf(plan))
				if !reflect.DeepEqual(got, want) || !slices.Equal(found, solutions) {
					t.Errorf("%s by %s in %d parts: got %+v and %d solutions, want %+v and %d", name, v.Name, len(plan), got,
						len(found), want, len(solutions))
				}
			}
		}
	}
}

func TestPartsHaveAboutTheWantedSize(t *testing.T) {
	p := corpustest.Problem("queens/10") // 16,448 nodes
	v, _ := solvers.Find("dlx_index")
	search, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	const wanted = 400
	plan, err := Plan(context.Background(), v, p, wanted, 1, nil)
	if err != nil || len(plan) < 30 || len(plan) > 120 {
		t.Fatalf("got %d parts, %v, want 30 to 120", len(plan), err)
	}
	for _, part := range plan {
		stats, err := Search(context.Background(), search, p.MaxDepth(), part.Part, nil)
		if err != nil || stats.Nodes > 3*wanted || part.Nodes > tolerance*wanted {
			t.Errorf("%s: got %d nodes and %v, estimated %v, want about %d", part, stats.Nodes, err, part.Nodes, wanted)
		}
	}
	again, err := Plan(context.Background(), v, p, wanted, 1, nil)
	if err != nil || !reflect.DeepEqual(plan, again) {
		t.Error("got other parts the second time")
	}
	if one, err := Plan(context.Background(), v, p, 12000, 1, nil); err != nil || one != nil {
		t.Errorf("got %d parts, %v, want none of a tree that is little larger than wanted", len(one), err)
	}
}

func TestAPartThatTheTreeDoesNotHaveIsAnError(t *testing.T) {
	p := corpustest.Problem("queens/6")
	v, _ := solvers.Find("dlx_index")
	search, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []Part{
		{nil, 0, 7}, {nil, 7, 8}, {[]int32{6}, 0, 1}, {[]int32{0, 0, 0, 0, 0, 0, 0, 0}, 0, 1},
	} {
		var wrong *PartError
		if _, err := Search(context.Background(), search, p.MaxDepth(), part, nil); !errors.As(err, &wrong) {
			t.Errorf("searching %s: got %v, want a PartError", part, err)
		}
		if _, err := Trunk(context.Background(), search, p.MaxDepth(), []Part{part}, nil); !errors.As(err, &wrong) {
			t.Errorf("the trunk without %s: got %v, want a PartError", part, err)
		}
	}
	if _, err := Trunk(context.Background(), search, p.MaxDepth(), []Part{{nil, 2, 3}, {nil, 1, 2}}, nil); err == nil {
		t.Error("parts out of order: got no error")
	}
}

func TestAnEndedContextIsNoPartError(t *testing.T) {
	p := corpustest.Problem("queens/6")
	v, _ := solvers.Find("dlx_index")
	search, err := cover.Prepare(v, p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, call := range []func() (cover.Stats, error){
		func() (cover.Stats, error) { return Search(ctx, search, p.MaxDepth(), Part{nil, 0, 1}, nil) },
		func() (cover.Stats, error) { return Trunk(ctx, search, p.MaxDepth(), []Part{{nil, 0, 1}}, nil) },
	} {
		if stats, err := call(); err != nil || stats.Status != cover.Timeout {
			t.Errorf("got %s, %v, want a timeout", stats.Status, err)
		}
	}
	if _, err := Plan(ctx, v, p, 10, 1, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a plan: got %v, want the error of the context", err)
	}
}

func TestPartsAreNamedByPathAndChildren(t *testing.T) {
	for want, part := range map[string]Part{"/0-0": {nil, 0, 1}, "3.0/2-4": {[]int32{3, 0}, 2, 5}} {
		if got := part.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
