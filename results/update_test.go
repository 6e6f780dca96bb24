package results_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// A baseline keeps what a run has not measured: other searches, and with partial those that did not
// finish, wherever they are. Without partial they are an error.
func TestABaselineKeepsWhatARunDidNotMeasure(t *testing.T) {
	count := func(solver string, status cover.Status, nodes int64) results.Count {
		return results.Count{Search: results.Search{InstanceID: "a/1", Solver: solver},
			Stats: cover.Stats{Status: status, Nodes: nodes}}
	}
	old := []results.Count{count("late", cover.Solved, 1), count("other", cover.Solved, 2), count("same", cover.Solved, 3)}
	run := []results.Count{count("late", cover.Timeout, 0), count("new", cover.Limit, 4), count("same", cover.Solved, 5)}
	for _, c := range []struct {
		partial, prune bool
		want           string
	}{
		{false, false, "a/1 late: timeout; the baseline has 1 nodes"},
		{false, true, "a/1 late: timeout; the baseline has 1 nodes"},
		{true, false, "2 others: new 4, same 5, late 1, other 2"},
		{true, true, "2 others: new 4, same 5"},
	} {
		all, others, err := results.UpdateBaseline(old, run, c.partial, c.prune)
		var kept []string
		for _, one := range all {
			kept = append(kept, fmt.Sprint(one.Solver, " ", one.Nodes))
		}
		got := fmt.Sprintf("%d others: %s", others, strings.Join(kept, ", "))
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("partial %v, prune %v: got %s, want %s", c.partial, c.prune, got, c.want)
		}
	}
}
