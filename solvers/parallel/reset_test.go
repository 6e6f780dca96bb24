package parallel_test

import (
	"context"
	"reflect"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers/parallel"
)

// The sudokus are restrictions of one problem, and the queens are another problem.
func TestResetSearchesTheNewProblem(t *testing.T) {
	var problems []*cover.Problem
	ids := []string{"sudoku/golden_nugget", "sudoku/royle17_1", "queens/8", "sudoku/inkala_2012", "sudoku/inkala_2012"}
	for _, id := range ids {
		problems = append(problems, corpustest.Problem(id))
	}
	for _, v := range quick(divisible()) {
		calls := map[string]cover.Solver{
			"at once": parallel.Eager(v, 3), "soon": parallel.Soon(v, 3), "late": parallel.New(v, 3),
		}
		if testing.Short() {
			delete(calls, "at once") // as in the second run of the others
		}
		for call, solver := range calls {
			var x cover.Search
			for k, p := range problems {
				want, err := cover.Solve(context.Background(), v, p, cover.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				want.Setup, want.Search = 0, 0
				if x, err = cover.Renew(solver, x, p); err != nil {
					t.Fatalf("%s, problem %d: %v", v.Name, k, err)
				}
				for range 2 {
					if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
						t.Errorf("%s, problem %d, called %s: got %+v, want %+v", v.Name, k, call, got, want)
					}
				}
			}
		}
	}
}

func TestSearchCanBeResetAfterARefusal(t *testing.T) {
	x, err := cover.Prepare(parallel.Eager(mustFind(t, "lanes"), 2), corpustest.Problem("queens/8"))
	if err != nil {
		t.Fatal(err)
	}
	want := run(x, cover.Limits{}, nil)
	if err := x.(cover.Resetter).Reset(corpustest.Problem("pentomino/3x20")); !refused(err) {
		t.Errorf("got %v, want a refusal", err)
	}
	if err := x.(cover.Resetter).Reset(corpustest.Problem("queens/8")); err != nil {
		t.Fatal(err)
	}
	if got := run(x, cover.Limits{}, nil); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
