package compare_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// program returns the groups of a run.
func (m *loaded) program(t *testing.T, samples int, factor float64) *compare.Groups {
	t.Helper()
	all, err := results.Read(strings.NewReader(m.run(samples, factor)), "")
	if err != nil {
		t.Fatal(err)
	}
	return timed(results.RowsOf(all))
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

// measured is the threshold that the gate takes by default.
func measured(a, b *compare.Groups) compare.Threshold {
	if noise := compare.MeasureNoise(results.Seconds, a, b); noise != nil {
		return compare.NoiseThreshold(noise, "")
	}
	return compare.Threshold{Any: compare.DefaultThreshold}
}

// Five samples cannot mark a single row of 22, and two samples have no interval. The gate says how
// many can, and those can. A row that is not compared counts for nothing, and one row of enough
// samples suffices.
func TestTooFewSamplesDecideNothing(t *testing.T) {
	m := &loaded{dice: rand.New(rand.NewPCG(9, 10)), noise: 0.02}
	noisy := func(samples int) *compare.Groups { return m.program(t, samples, 1) }
	check := func(a, b *compare.Groups) (text string, needed int) {
		got := checkTimes(t, results.Seconds, a, b, compare.Threshold{Any: compare.DefaultThreshold})
		for _, f := range got.Findings {
			if f.Verdict == compare.Undecided {
				text += fmt.Sprintf("%s x%d %s;", f.Solver, f.Rows, f.Note)
			}
		}
		return text, got.Needed
	}
	sides := func(lines ...string) *compare.Groups { return timed(rows(lines...)) }
	few, nine := "1 s: 1 2 3\n2 t: 1 2 3", "3 u: 1 2 3 4 5 6 7 8 9"
	for _, c := range []struct {
		a, b   *compare.Groups
		want   string
		needed int
	}{
		{noisy(2), noisy(2), " x22 too few samples to mark a single one of 22 rows;s0 x11 ;s1 x11 ;", 6},
		{noisy(5), noisy(5), " x22 too few samples to mark a single one of 22 rows;", 6},
		{noisy(6), noisy(6), "", 0},
		{sides("1 s: 1 1 1"), sides("1 s: 1 1 1"), " x1 too few samples to mark a single one of 1 rows;", 4},
		{sides(few, nine), sides(few, nine), "", 0}, {sides(nine, few), sides(nine, few), "", 0},
		{sides(few, nine), sides(few, "3 u timeout: 1"), " x3 too few samples to mark a single one of 3 rows;", 5},
		{sides(few, "3 u timeout: 1"), sides(few, nine), " x2 too few samples to mark a single one of 2 rows;", 5},
	} {
		text, needed := check(c.a, c.b)
		same(t, "undecided", fmt.Sprint(text, needed), fmt.Sprint(c.want, c.needed))
	}
}

// A gate by default never fails runs of one program under load, and finds a factor on a quiet machine.
func TestTheGateOfTimesFailsForDifferencesOnly(t *testing.T) {
	failed := func(m *loaded, samples int, factor float64) map[string]bool {
		a, b := m.program(t, samples, 1), m.program(t, samples, factor)
		return fails(checkTimes(t, results.Seconds, a, b, measured(a, b)))
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
