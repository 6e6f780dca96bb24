package bench

import (
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/solvers"
	"xcbench/solvers/sat"
)

func TestOneSearchOfACrosscheckIsBounded(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		given   Bounds
		nodes   int64
		want    int64
		timeout time.Duration
	}{
		{Bounds{}, 0, 1 << 17, second}, {Bounds{}, 1, 102, second}, {Bounds{}, 50, 200, second},
		{Bounds{Limits: cover.Limits{Nodes: 1}}, 50, 1, second},
		{Bounds{Timeout: -1}, 0, 1 << 17, second}, {Bounds{Timeout: 1}, 0, 1 << 17, 1},
		{Bounds{Timeout: second}, 0, 1 << 17, second}, {Bounds{Timeout: second + 1}, 0, 1 << 17, second},
	} {
		if got := crosscheckBounds(c.given, c.nodes); got.Nodes != c.want || got.Timeout != c.timeout {
			t.Errorf("%+v and %d nodes: got %+v, want %d nodes and %v", c.given, c.nodes, got, c.want, c.timeout)
		}
	}
}

// waysProblem has an item that so many options solve, and another item that no solution of the
// other options covers.
func waysProblem(t *testing.T, ways, others int) *cover.Problem {
	t.Helper()
	var b cover.Builder
	if err := b.Primary("a", "b"); err != nil {
		t.Fatal(err)
	}
	for range ways {
		b.OptionOf(0, 1)
	}
	for range others {
		b.OptionOf(0)
	}
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The SAT solver counts the solutions of problems up to a size, and nothing is claimed beyond. It
// judges neither searches that were stopped nor the solver that shares its code.
func TestModelsOfProblemsUpToASizeAreCounted(t *testing.T) {
	for _, c := range []struct {
		what         string
		ways, others int
		claims       []int64
		faults       []string
	}{
		{"none of none", 0, 1, []int64{0}, []string{""}},
		{"few", 3, 0, []int64{2, 3, 4}, []string{"2 solutions, a SAT solver finds 3", "", "4 solutions, a SAT solver finds 3"}},
		{"too few", 3, 0, []int64{1, 2}, []string{"1 solutions, a SAT solver finds 3 or more", "2 solutions, a SAT solver finds 3 or more"}},
		{"many", modelSolutions + 1, 0, []int64{modelSolutions}, []string{"200 solutions, a SAT solver finds 201 or more"}},
		{"too many", modelSolutions + 2, 0, []int64{modelSolutions + 1}, []string{""}},
		{"large", 2, modelOptions - 2, []int64{1}, []string{"1 solutions, a SAT solver finds 2 or more"}},
		{"too large", 2, modelOptions - 1, []int64{1}, []string{""}},
	} {
		var outcomes []Outcome
		for _, n := range c.claims {
			outcomes = append(outcomes, Outcome{Stats: cover.Stats{Status: cover.Solved, Solutions: n}})
		}
		outcomes = append(outcomes, Outcome{Stats: cover.Stats{Status: cover.Limit, Solutions: 1000}},
			Outcome{Stats: cover.Stats{Status: cover.Solved, Solutions: 1000}, Variant: solvers.Variant{Rule: sat.CDCL}})
		countModels(t.Context(), waysProblem(t, c.ways, c.others), outcomes)
		for k, o := range outcomes {
			if want := append(c.faults, "", "")[k]; o.Fault != want {
				t.Errorf("%s: got fault %q, want %q", c.what, o.Fault, want)
			}
		}
	}
}
