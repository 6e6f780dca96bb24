package count_test

import (
	"fmt"
	"testing"

	"xcbench/cover"
	"xcbench/internal/corpustest"
	"xcbench/solvers/count"
)

// The winner of the turns is the same each time, also after runs that were stopped on the way. Without
// memory for a sweep, the enumeration goes on.
func TestTheWinnerIsTheSameEachTime(t *testing.T) {
	for id, winner := range map[string]string{
		"queens/8": "dlx_index", "kirkman/9": "dlx_index", "langford/10": "dlx_index", "aztec/4": "count_frontier_greedy",
		"domino/8x8": "count_frontier_bfs", "aztec/8": "count_frontier_greedy", "squares/9x9": "count_frontier",
		"pentomino/3x20": "count_frontier_greedy",
	} {
		x, err := cover.Prepare(best(), corpustest.Problem(id))
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, limits := range []cover.Limits{{}, {Nodes: 300}, {Solutions: 1}, {Memory: 2000, Nodes: 5000}} {
			x.Run(t.Context(), limits, nil)
			stats := x.Run(t.Context(), cover.Limits{}, nil)
			stats.Search = 0
			got := fmt.Sprintf("%+v", stats)
			if by := x.(interface{ Chosen() string }).Chosen(); stats.Status != cover.Solved || by != winner || want != "" && got != want {
				t.Errorf("%s after %+v: got %d nodes by %s, want those of the run before by %s", id, limits, stats.Nodes, by, winner)
			}
			want = got
		}
	}
	got := solve(t, best(), corpustest.Problem("pentomino/3x20"), cover.Limits{Memory: 2000})
	if got.Status != cover.Solved || got.Solutions != 8 || got.Tables != (cover.Tables{}) {
		t.Errorf("got %d solutions, %s, %+v without memory for a sweep, want enumeration", got.Solutions, got.Status, got.Tables)
	}
}

// The diagram of the best has the order with the least bound, if that is much less than the others.
func TestTheBestDiagramIsInASmallOrder(t *testing.T) {
	for id, order := range map[string]string{
		"domino/12x12": "count_frontier_bfs", "squares/8x13": "count_frontier_bfs", "aztec/8": "count_frontier_greedy",
		"queens/8": "count_frontier", "matching/k8": "count_frontier",
	} {
		if d := diagramOf(t, best().(count.Diagrammer), corpustest.Problem(id)); d.Order() != order {
			t.Errorf("%s: got the order of %s, want %s", id, d.Order(), order)
		}
	}
}

func TestCapabilities(t *testing.T) {
	for name, s := range solvers() {
		if got, want := s.Capabilities(), (cover.Capabilities{Secondary: true, CountsOnly: true}); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}
