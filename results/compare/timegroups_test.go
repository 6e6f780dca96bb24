package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"xcbench/cover"
)

// tier simulates one run of 16 instances of 12 families with two solvers. All times of the run are
// multiplied by its drift, and those of a search by its factor.
func tier(dice *rand.Rand, samples int, noise, drift float64, factor func(Search) float64) (rows []Row) {
	for range samples {
		for k := range 16 {
			for s, solver := range []string{"s", "t"} {
				r := Row{Family: fmt.Sprint("f", k%12), Name: fmt.Sprint(k), Solver: solver, Status: cover.Solved, Runs: 1}
				r.Search = float64(k+1) * float64(s+1) * 1e-4 * drift * math.Exp(noise*dice.NormFloat64())
				r.Search *= factor(r.Key())
				rows = append(rows, r)
			}
		}
	}
	return rows
}

func unchanged(Search) float64 { return 1 }

// fails returns the solvers and the instances, or families, of the findings that fail a gate.
func fails(check TimeCheck) (solvers, instances map[string]bool) {
	solvers, instances = map[string]bool{}, map[string]bool{}
	for _, f := range check.Findings {
		if (GateRules{}).Fails(f) {
			solvers[f.Solver], instances[f.InstanceID] = true, true
		}
	}
	return solvers, instances
}

// measuredThreshold is the threshold that the gate takes by default.
func measuredThreshold(a, b Timed) Threshold {
	if noise := MeasureNoise(Seconds, a.Rows, b.Rows); noise != nil {
		return NoiseThreshold(noise, "")
	}
	return Threshold{Any: DefaultThreshold}
}

// With six samples of each side, no single one of 32 rows can be marked. A change of all times, or of
// all times of a solver, fails the gate nevertheless.
func TestTimesThatGrowOnAllInstancesFail(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 6))
	a := timed(t, "a", tier(dice, 6, 0.02, 1, unchanged))
	for _, c := range []struct {
		name    string
		factor  func(Search) float64
		solvers string
		percent float64
	}{
		{"all 100 times", func(Search) float64 { return 100 }, "map[:true s:true t:true]", 9900},
		{"one solver by 20%", func(s Search) float64 {
			if s.Solver == "s" {
				return 1.2
			}
			return 1
		}, "", 20},
	} {
		b := timed(t, "b", tier(dice, 6, 0.02, 1, c.factor))
		check, err := CheckTimes(Seconds, a, b, measuredThreshold(a, b))
		if err != nil {
			t.Fatal(err)
		}
		f := check.Findings[0]
		for _, g := range check.Findings {
			if g.Solver == "s" && g.Rows > 0 {
				f = g
			}
		}
		percent, _ := f.Changes[0].Percent()
		if f.Verdict != Slower || math.Abs(percent/c.percent-1) > 0.05 {
			t.Errorf("%s: got %+v, %.1f%%, want solver s slower by %v%%", c.name, f, percent, c.percent)
		}
		solvers, _ := fails(check)
		if c.solvers != "" && fmt.Sprint(solvers) != c.solvers || c.solvers == "" && solvers["t"] {
			t.Errorf("%s: got failures of %v, want none of a solver that did not change", c.name, solvers)
		}
	}
}

// Of 100 pairs of runs of one program, fewer than 5 fail the gate or are undecided: with the default
// number of samples, with much noise, and with several runs between which the machine drifts.
func TestTimesOfOneProgramRarelyFail(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates many pairs of runs")
	}
	pairs, many := pairsOfRuns()
	for _, c := range []struct {
		name          string
		runs, samples int
		noise, drift  float64
	}{
		{"default samples", 1, 12, 0.02, 0.002},
		{"much noise", 1, 12, 0.1, 0},
		{"runs in turns", 4, 5, 0.02, 0.005},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(7, 8))
			failed, undecided := 0, 0
			for range pairs {
				program := func(label string) Timed {
					var runs [][]Row
					for range c.runs {
						drift := math.Exp(c.drift * dice.NormFloat64())
						runs = append(runs, tier(dice, c.samples, c.noise, drift, unchanged))
					}
					return timed(t, label, runs...)
				}
				a, b := program("a"), program("b")
				check, err := CheckTimes(Seconds, a, b, measuredThreshold(a, b))
				if err != nil {
					t.Fatal(err)
				}
				if solvers, _ := fails(check); len(solvers) > 0 {
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

// Six samples cannot mark a single row of 32, and two samples have no interval. The gate says how many
// can, and those can.
func TestTooFewSamplesDecideNothing(t *testing.T) {
	dice := rand.New(rand.NewPCG(9, 10))
	check := func(samples int, noise float64) TimeCheck {
		a, b := timed(t, "a", tier(dice, samples, noise, 1, unchanged)), timed(t, "b", tier(dice, samples, noise, 1, unchanged))
		got, err := CheckTimes(Seconds, a, b, Threshold{Any: DefaultThreshold})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	undecided := func(c TimeCheck) (rows, solvers int) {
		for _, f := range c.Findings {
			switch {
			case f.Verdict == Undecided && f.Solver == "":
				rows++
			case f.Verdict == Undecided:
				solvers++
			}
		}
		return rows, solvers
	}
	for _, c := range []struct {
		samples               int
		noise                 float64
		rows, solvers, needed int
	}{
		{2, 0.02, 1, 2, 7},
		{6, 0.02, 1, 0, 7},
		{7, 0.02, 0, 0, 0},
	} {
		got := check(c.samples, c.noise)
		rows, solvers := undecided(got)
		if rows != c.rows || solvers != c.solvers || got.Needed != c.needed {
			t.Errorf("%d samples: got %d findings on rows and %d on solvers undecided, %d samples needed, want %d, %d, %d",
				c.samples, rows, solvers, got.Needed, c.rows, c.solvers, c.needed)
		}
	}
	// With so much noise, the samples are enough for a row, but not for a solver.
	got := check(7, 0.8)
	if rows, solvers := undecided(got); rows != 0 || solvers == 0 || got.Needed < 14 {
		t.Errorf("much noise: got %d findings on rows and %d on solvers undecided, %d samples needed, want 0, some, many", rows, solvers, got.Needed)
	}
	if again := check(2*got.Needed, 0.8); again.Needed != 0 {
		t.Errorf("with twice the samples that were needed: got %d needed, want none", again.Needed)
	}
}

func TestThresholdOfASingleRunIsACopy(t *testing.T) {
	measured := Threshold{Any: 0.01, Own: map[string]float64{"s": 0.01, "t": 0.2}}
	if got := measured.singleRun(); got.Own["s"] != singleRunThreshold || got.Own["t"] != 0.2 || measured.Own["s"] != 0.01 {
		t.Errorf("got %v of %v, want at least %v", got.Own, measured.Own, singleRunThreshold)
	}
}

func TestThresholdOfAGroup(t *testing.T) {
	for _, c := range []struct {
		threshold Threshold
		rows      int
		want      float64
	}{
		{Threshold{Any: 0.10}, 100, leastGroupThreshold},
		{Threshold{Any: 0.10}, 4, 0.05},
		{Threshold{Any: 0.10, Own: map[string]float64{"s": 0.30}}, 9, 0.10},
		{Threshold{Any: 0.10, Shift: 0.04}, 100, 0.08},
		{Threshold{Any: 0.10}.singleRun(), 100, singleRunThreshold},
		{Threshold{Any: 0.01, Given: true, Shift: 0.04}.singleRun(), 100, 0.01},
	} {
		if got := c.threshold.ofGroup("s", c.rows); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v of %d rows: got %v, want %v", c.threshold, c.rows, got, c.want)
		}
	}
}

// The kernel of a machine may count no instructions.
func TestMissingUnitIsNamed(t *testing.T) {
	a := timed(t, "baseline", []Row{solved("1", "s", 1)})
	_, err := CheckTimes(Instructions, a, a, Threshold{})
	if err == nil || !strings.HasPrefix(err.Error(), "the runs of the baseline have no values in instructions/op: the kernel") {
		t.Errorf("got %v, want the unit and the reason", err)
	}
	row := solved("1", "s", 1)
	row.Costs = CostsOf(map[string]float64{Instructions: 1000})
	b := timed(t, "run", []Row{row, row, row, row})
	slow := row
	slow.Costs = CostsOf(map[string]float64{Instructions: 2000})
	check, err := CheckTimes(Instructions, b, timed(t, "run", []Row{slow, slow, slow, slow}), Threshold{Any: 0.05})
	if err != nil || check.Findings[0].Verdict != Slower || check.Findings[0].Changes[0].Unit != Instructions {
		t.Errorf("got %+v, %v, want twice the instructions", check, err)
	}
}
