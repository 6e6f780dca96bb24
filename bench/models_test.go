package bench

import (
	"testing"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
	"xcbench/solvers/sat"
)

// The count of models shares its code with the solver sat, so it neither refutes nor confirms it.
func TestModelsDoNotJudgeTheSATSolver(t *testing.T) {
	problem, err := instance(t, "queens/6").Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	outcome := func(rule cover.Rule, solutions int64) Outcome {
		return Outcome{Variant: solvers.Variant{Name: "one", Rule: rule},
			Stats: cover.Stats{Status: cover.Solved, Solutions: solutions}}
	}
	outcomes := []Outcome{outcome(sat.CDCL, 5), outcome(cover.MRV, 5), outcome(cover.MRV, 4)}
	countModels(t.Context(), problem.Problem(), outcomes)
	for k, want := range []cover.Status{cover.Solved, results.Wrong, cover.Solved} {
		if got := outcomes[k].Stats.Status; got != want {
			t.Errorf("outcome %d: got %s, want %s", k, got, want)
		}
	}
}
