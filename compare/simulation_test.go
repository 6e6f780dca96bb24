package compare_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// program returns the groups of a run.
func (m *loaded) program(t *testing.T, samples int, factor float64) *compare.Groups {
	t.Helper()
	all, err := results.ReadRuns([]string{"-"}, strings.NewReader(m.run(samples, factor)), results.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return compare.GroupBy(nil, all...)
}

// fails returns the solvers, instances and families that fail a gate.
func fails(check compare.TimeCheck) map[string]bool {
	all := map[string]bool{}
	for _, f := range check.Findings {
		if (compare.GateRules{}).Fails(f) {
			all[strings.TrimSpace(f.Label())] = true
		}
	}
	return all
}

// A gate by default never fails runs of one program under load, and finds a factor on a quiet machine.
func TestTheGateOfTimesFailsForDifferencesOnly(t *testing.T) {
	failed := func(m *loaded, samples int, factor float64) map[string]bool {
		a, b := m.program(t, samples, 1), m.program(t, samples, factor)
		check, err := compare.CheckTimes(results.Seconds, a, b, compare.NoiseThreshold(compare.MeasureNoise(results.Seconds, a, b)))
		if err != nil {
			t.Fatal(err)
		}
		return fails(check)
	}
	busy := &loaded{dice: rand.New(rand.NewPCG(32, 6)), push: 0.04, noise: 0.15}
	quiet := &loaded{dice: rand.New(rand.NewPCG(32, 7)), push: 0.001, noise: 0.01}
	found := 0
	for k := range 60 {
		if all := failed(busy, 3+k%4, 1); len(all) > 0 {
			t.Errorf("pair %d of one program, %d samples: got failures of %v", k, 3+k%4, all)
		}
		if k < 20 {
			if all := failed(quiet, 6, 1.5); all["s0"] && all["s1"] && all["f0/*"] {
				found++
			}
		}
	}
	if found < 18 {
		t.Errorf("1.5 times as slow: found in %d of 20, want 18", found)
	}
}
