package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// tier simulates one run of 16 instances of 12 families with two solvers. All times of the run are
// multiplied by its drift, and those of a search by its factor.
func tier(dice *rand.Rand, samples int, noise, drift float64, factor func(results.Search) float64) *results.Rows {
	all := &results.Rows{}
	for range samples {
		for k := range 16 {
			for s, solver := range []string{"s", "t"} {
				r := results.Row{Family: fmt.Sprint("f", k%12), Name: fmt.Sprint(k), Solver: solver, Status: "solved", Runs: 1}
				r.Search = float64(k+1) * float64(s+1) * 1e-4 * drift * math.Exp(noise*dice.NormFloat64()) * factor(r.Key())
				all.Add(r)
			}
		}
	}
	return all
}

func unchanged(results.Search) float64 { return 1 }

// only returns a factor for the searches of solver s.
func only(factor float64) func(results.Search) float64 {
	return func(s results.Search) float64 { return map[bool]float64{true: factor, false: 1}[s.Solver == "s"] }
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

// With six samples of each side, no single one of 32 rows can be marked. A change of all times of a
// solver fails the gate nevertheless, and that of a family too.
func TestTimesThatGrowOnAllInstancesFail(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 6))
	a := timed(tier(dice, 6, 0.02, 1, unchanged))
	for name, c := range map[string]struct {
		factor func(results.Search) float64
		s, t   bool
		family bool // over both solvers
		want   float64
	}{
		"all 100 times":     {func(results.Search) float64 { return 100 }, true, true, true, 100},
		"one solver by 20%": {only(1.2), true, false, false, 1.2}, // 9.5% of a family is within drift and threshold
		"one solver by 40%": {only(1.4), true, false, true, 1.4},
	} {
		b := timed(tier(dice, 6, 0.02, 1, c.factor))
		check := checkTimes(t, results.Seconds, a, b, measured(a, b))
		if got := fails(check); got["s"] != c.s || got["t"] != c.t || got["f0/*"] != c.family {
			t.Errorf("%s: got failures of %v", name, got)
		}
		_, groups := split(check)
		for _, f := range groups {
			if f.Solver == "s" && math.Abs(f.Changes[0].New/f.Changes[0].Old/c.want-1) > 0.05 {
				t.Errorf("%s: got %s, want solver s slower by a factor of %v", name, showFinding(f), c.want)
			}
		}
	}
}

// pairsOfRuns returns how many pairs of runs a test simulates, and how many failures are too many.
// The long tests simulate 100.
func pairsOfRuns(t *testing.T) (pairs, many int) {
	if testing.Short() {
		t.Skip("simulates many pairs of runs")
	}
	if os.Getenv("XCBENCH_LONG") != "" {
		return 100, 5
	}
	return 10, 2
}

// Of 100 pairs of runs of one program, fewer than 5 fail the gate or are undecided: with the
// default number of samples, with much noise, and with several runs between which the machine
// drifts.
func TestTimesOfOneProgramRarelyFail(t *testing.T) {
	pairs, many := pairsOfRuns(t)
	for _, c := range []struct {
		name          string
		runs, samples int
		noise, drift  float64
	}{{"default samples", 1, 12, 0.02, 0.002}, {"much noise", 1, 12, 0.1, 0}, {"runs in turns", 4, 5, 0.02, 0.005}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(7, 8))
			failed, undecided := 0, 0
			for range pairs {
				program := func() *compare.Groups {
					var runs []*results.Rows
					for range c.runs {
						runs = append(runs, tier(dice, c.samples, c.noise, math.Exp(c.drift*dice.NormFloat64()), unchanged))
					}
					return timed(runs...)
				}
				a, b := program(), program()
				check := checkTimes(t, results.Seconds, a, b, measured(a, b))
				if len(fails(check)) > 0 {
					failed++
				}
				if check.Needed > 0 {
					undecided++
				}
			}
			if failed >= many || undecided >= many {
				t.Errorf("got %d failures and %d undecided of %d, want fewer than %d of each", failed, undecided, pairs, many)
			}
		})
	}
}

// An instance that takes 10% longer is found in all pairs of runs, it alone. Runs of one program
// are rarely called slower, with no threshold at all or the measured one.
func TestTimeGateFindsTenPercentAndNothingElse(t *testing.T) {
	pairs, many := pairsOfRuns(t)
	simulate := func(dice *rand.Rand, noise, factor float64) *compare.Groups {
		all := &results.Rows{}
		for k := range 200 {
			x := float64(k%20+1) * 1e-3 * math.Exp(noise*dice.NormFloat64())
			if k%20 == 7 {
				x *= factor
			}
			all.Add(results.Row{Family: "f", Name: fmt.Sprint(k % 20), Solver: "s", Status: "solved", Runs: 1, Search: x})
		}
		return timed(all)
	}
	none := func(_, _ *compare.Groups) compare.Threshold { return compare.Threshold{} }
	for _, c := range []struct {
		name          string
		noise, factor float64
		threshold     func(a, b *compare.Groups) compare.Threshold
	}{{"same program, any difference", 0.1, 1, none}, {"same program, above the noise", 0.02, 1, measured},
		{"10% slower", 0.02, 1.1, measured}} {
		dice := rand.New(rand.NewPCG(1, 2))
		found, alarms := 0, 0
		for range pairs {
			a, b := simulate(dice, c.noise, 1), simulate(dice, c.noise, c.factor)
			check := checkTimes(t, results.Seconds, a, b, c.threshold(a, b))
			failed := fails(check)
			if failed["f/7 s"] && c.factor > 1 {
				found++
				delete(failed, "f/7 s")
			}
			if len(failed) > 0 || check.Needed > 0 {
				alarms++
			}
		}
		if c.factor > 1 && found < pairs || alarms >= many {
			t.Errorf("%s: got it slower in %d of %d pairs and %d false alarms, want all and fewer than %d", c.name, found,
				pairs, alarms, many)
		}
	}
}

// Six samples cannot mark a single row of 32, and two samples have no interval. The gate says how
// many can, and those can. A row that is not compared counts for nothing, and one row of enough
// samples suffices.
func TestTooFewSamplesDecideNothing(t *testing.T) {
	dice := rand.New(rand.NewPCG(9, 10))
	noisy := func(samples int, noise float64) *compare.Groups {
		return timed(tier(dice, samples, noise, 1, unchanged))
	}
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
		{noisy(2, 0.02), noisy(2, 0.02), " x32 too few samples to mark a single one of 32 rows;s x16 ;t x16 ;", 7},
		{noisy(6, 0.02), noisy(6, 0.02), " x32 too few samples to mark a single one of 32 rows;", 7},
		{noisy(7, 0.02), noisy(7, 0.02), "", 0},
		{sides("1 s: 1 1 1"), sides("1 s: 1 1 1"), " x1 too few samples to mark a single one of 1 rows;", 4},
		{sides(few, nine), sides(few, nine), "", 0}, {sides(nine, few), sides(nine, few), "", 0},
		{sides(few, nine), sides(few, "3 u timeout: 1"), " x3 too few samples to mark a single one of 3 rows;", 5},
		{sides(few, "3 u timeout: 1"), sides(few, nine), " x2 too few samples to mark a single one of 2 rows;", 5},
	} {
		text, needed := check(c.a, c.b)
		same(t, "undecided", fmt.Sprint(text, needed), fmt.Sprint(c.want, c.needed))
	}
	// With so much noise, the samples are enough for a row, but not for a solver.
	text, needed := check(noisy(7, 0.8), noisy(7, 0.8))
	if strings.Contains(text, "too few") || needed < 14 {
		t.Errorf("much noise: got %q and %d samples needed, want solvers and many", text, needed)
	}
	// So much noise looks like drift as well, for which the number does not account: twice the samples that were
	// needed decide nothing, and six times decide.
	if again, more := check(noisy(6*needed, 0.8), noisy(6*needed, 0.8)); again != "" || more != 0 {
		t.Errorf("with six times the samples that were needed: got %q and %d needed, want none", again, more)
	}
}
