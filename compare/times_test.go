package compare_test

import (
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

func timed(runs ...*results.Rows) *compare.Groups { return compare.GroupBy(runs...) }

func checkTimes(t *testing.T, unit string, old, now *compare.Groups, threshold compare.Threshold) compare.TimeCheck {
	t.Helper()
	check, err := compare.CheckTimes(unit, old, now, threshold)
	if err != nil {
		t.Fatal(err)
	}
	return check
}

// Set-up counts in the total time only.
func TestASetUpThatBecameSlowerIsSeenInTheTotalTime(t *testing.T) {
	run := func(setup float64) *results.Rows {
		all := &results.Rows{}
		for n := range 12 {
			all.Add(results.Row{Family: "f", Name: "1", Solver: "s", Status: "solved", Runs: 1,
				Search: 1 + float64(n)/1000, Setup: setup})
		}
		return all
	}
	for unit, want := range map[string]bool{results.Seconds: false, results.TotalSeconds: true} {
		check := checkTimes(t, unit, timed(run(1)), timed(run(2)), compare.Threshold{Given: map[string]float64{"": 0.1}})
		if failed := len(fails(check)) > 0; failed != want {
			t.Errorf("%s: got failure %v, want %v", unit, failed, want)
		}
	}
}
