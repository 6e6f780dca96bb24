package compare

import (
	"math"
	"strings"
	"testing"

	"xcbench/cover"
)

// A single sample that did not finish makes an instance unsolved. A time at the limit is in time.
func TestAnInstanceIsSolvedIfAllSamplesAreInTime(t *testing.T) {
	for what, c := range map[string]struct {
		rows []Row
		want int
	}{
		"at the limit":       {[]Row{solved("1", "s", 10)}, 1},
		"above the limit":    {[]Row{solved("1", "s", 10.1)}, 0},
		"all samples":        {[]Row{solved("1", "s", 1), solved("1", "s", 2), solved("1", "s", 3)}, 1},
		"all but one sample": {[]Row{solved("1", "s", 1), solved("1", "s", 2), stopped("1", "s", 3)}, 0},
	} {
		r := Rank(RowsOf(c.rows), PAR2, 10)
		if len(r.Standings) != 1 || r.Standings[0].Solved != c.want {
			t.Errorf("%s: got %+v, want %d solved", what, r.Standings, c.want)
		}
		if r := Rank(RowsOf(c.rows), PAR2, 0); what == "all but one sample" && r.Standings[0].Solved != 0 {
			t.Errorf("%s, no limit: got %+v, want none solved", what, r.Standings)
		}
	}
}

// A time below a nanosecond counts as one.
func TestRatiosToATimeOfZeroAreFinite(t *testing.T) {
	r := Rank(RowsOf([]Row{solved("1", "a", 0), solved("1", "b", 3e-9)}), PAR2, 10)
	if got := r.Standings[1]; got.Solver != "b" || math.Abs(got.Ratio-3) > 1e-9 {
		t.Errorf("got %+v, want b at three times the best time", got)
	}
}

func TestARankingOfNothingHasNoTimes(t *testing.T) {
	if r := Rank(nil, PAR2, 10); len(r.Standings) != 0 || r.VBS.PAR != 0 || r.Instances != 0 {
		t.Errorf("no rows: got %+v", r)
	}
	r := Rank(RowsOf([]Row{stopped("1", "a", 10), solved("1", "b", 1)}), Intersection, 10)
	if r.Dropped != 1 || r.Instances != 0 || r.VBS.PAR != 0 || len(r.Standings) != 2 || r.Standings[0].PAR != 0 {
		t.Errorf("nothing in common: got %+v, want no seconds", r)
	}
}

// noisy returns samples of a search in a unit that a row may lack.
func noisy(inst, solver string, seconds ...float64) (rows []Row) {
	for _, x := range seconds {
		r := solved(inst, solver, x)
		if x >= 0 {
			r.Costs = Costs{{CPUSeconds, x}}
		}
		rows = append(rows, r)
	}
	return rows
}

func joined(parts ...[]Row) (all []Row) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// Solvers are in alphabetical order, and the row of all solvers is the last one.
func TestNoiseIsSortedByName(t *testing.T) {
	rows := joined(noisy("1", "b", 1, 1, 1, 1, 1, 1, 1, 1), noisy("1", "aa", 1, 1, 1, 1, 1, 1, 1, 1),
		noisy("1", "cc", 1, 1, 1, 1, 1, 1, 1, 1))
	for range 20 { // they are sorted from a random order
		var got string
		for _, n := range MeasureNoise(CPUSeconds, []*Rows{RowsOf(rows)}) {
			got += n.Solver + ";"
		}
		if want := "aa;b;cc;;"; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}

// The largest difference may be on any instance.
func TestTheMostNoiseIsThatOfTheNoisiestInstance(t *testing.T) {
	for noisiest := range 3 {
		var rows []Row
		for k, inst := range []string{"1", "2", "3"} {
			x := 1.1
			if k == noisiest {
				x = 1.5
			}
			rows = append(rows, noisy(inst, "s", 1, x, 1, x, 1, x, 1, x)...)
		}
		got := MeasureNoise(CPUSeconds, []*Rows{RowsOf(rows)})
		if len(got) != 2 || math.Abs(got[0].Most-0.5) > 1e-9 || math.Abs(got[0].Floor-0.5) > 1e-9 {
			t.Errorf("the noisiest is %d: got %+v, want at most 0.5", noisiest, got)
		}
	}
}

// Each half needs four samples that have a value.
func TestHalvesWithFewSamplesAreNoNoise(t *testing.T) {
	run := func(times ...float64) []Row { return noisy("1", "s", times...) }
	lost := joined(run(1, 1, 1, 1, 1, 1, 1), run(-1))
	stoppedRows := run(1, 2, 1, 2, 1, 2, 1, 2)
	for k := range stoppedRows {
		stoppedRows[k].Status = cover.Timeout
	}
	for what, runs := range map[string][][]Row{
		"seven and one": {run(1, 1, 1, 1, 1, 1, 1), run(2)}, "one and seven": {run(1), run(2, 2, 2, 2, 2, 2, 2)},
		"five and three": {run(1, 1, 1, 1, 1), run(2, 2, 2)}, "three and five": {run(1, 1, 1), run(2, 2, 2, 2, 2)},
		"one without a value": {lost}, "stopped": {stoppedRows},
	} {
		var all []*Rows
		for _, rows := range runs {
			all = append(all, RowsOf(rows))
		}
		if got := MeasureNoise(CPUSeconds, all); got != nil {
			t.Errorf("%s: got %+v, want nothing", what, got)
		}
	}
}

// A sample that was stopped has a time, but it is not what the search takes.
func TestStoppedSamplesAreNoNoise(t *testing.T) {
	last := noisy("1", "s", 100)
	last[0].Status = cover.Timeout
	rows := joined(noisy("1", "s", 1, 1, 1, 1, 1, 1, 1, 1), last)
	if got := MeasureNoise(CPUSeconds, []*Rows{RowsOf(rows)}); len(got) != 2 || got[0].Pairs != 1 || got[0].Most != 0 {
		t.Errorf("got %+v, want a pair of halves without a difference", got)
	}
	_, err := CheckTimes(Seconds, timed(t, "old", []Row{stopped("1", "s", 1)}), timed(t, "new", []Row{solved("2", "s", 1)}), Threshold{Any: 0.05})
	if want := "the runs of the old have no values"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The processor's clock has ticks, so a time may be 0. It has no ratio. Times below a second have.
func TestAShiftIsMadeOfRatiosThatExist(t *testing.T) {
	shift := func(rows []Row) float64 {
		got := MeasureNoise(CPUSeconds, []*Rows{RowsOf(rows)})
		if len(got) != 2 {
			t.Fatalf("got %+v, want the noise of a solver and of all", got)
		}
		return got[1].Shift
	}
	small := noisy("1", "s", 0.010, 0.011, 0.010, 0.011, 0.010, 0.011, 0.010, 0.011)
	if got := shift(small); math.Abs(got-0.1) > 1e-9 {
		t.Errorf("got a shift of %v, want 0.1", got)
	}
	for what, zeros := range map[string][]Row{
		"before": noisy("2", "s", 0, 1, 0, 1, 0, 1, 0, 1), "behind": noisy("2", "s", 1, 0, 1, 0, 1, 0, 1, 0),
		"both": noisy("2", "s", 0, 0, 0, 0, 0, 0, 0, 0),
	} {
		if got := shift(joined(small, zeros)); math.Abs(got-0.1) > 1e-9 {
			t.Errorf("zeros %s: got a shift of %v, want 0.1", what, got)
		}
	}
}
