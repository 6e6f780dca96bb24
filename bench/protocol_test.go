package bench_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/bench"
)

// A searcher tells what each search found. A worker that fails at one of many
// searches loses that one alone.
func TestASearcherTellsWhatEachSearchFound(t *testing.T) {
	var problems []bench.Problem
	for _, id := range []string{"queens/4", "queens/6", "sudoku/wikipedia"} {
		in := instance(t, id)
		p, err := bench.ProblemOf(&in)
		if err != nil {
			t.Fatal(err)
		}
		problems = append(problems, p)
	}
	s := bench.NewSearcher(worker)
	defer s.Close()
	for solver, want := range map[string]string{
		"good":           "solved 2 17, solved 4 111, solved 1 52",
		"quits_at_third": "solved 2 17, crash 0 0, solved 1 52",
		"auto":           "solved 2 17 dlx_index, solved 4 111 bitset, solved 1 1 lanes",
	} {
		v, _ := everySolver.Find(solver)
		found, err := s.Search(t.Context(), bench.Searches{Problems: problems, Solver: v})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			got = append(got, strings.TrimSpace(fmt.Sprintln(f.Stats.Status, f.Stats.Solutions, f.Stats.Nodes, f.Algorithm)))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: got %s, want %s", solver, got, want)
		}
	}
}
