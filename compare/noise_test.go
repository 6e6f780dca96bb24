package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// noise measures the noise of programs, given by their runs.
func noise(unit string, programs ...[]*results.Rows) []compare.Noise {
	var all []*compare.Groups
	for _, runs := range programs {
		all = append(all, compare.GroupBy(runs...))
	}
	return compare.MeasureNoise(unit, all...)
}

// showNoise returns noise as "SOLVER PAIRS median MEDIAN floor FLOOR most MOST shift SHIFT alarms
// ALARMS".
func showNoise(all []compare.Noise) string {
	var lines []string
	for _, n := range all {
		lines = append(lines, fmt.Sprintf("%s %d median %.6g floor %.6g most %.6g shift %.6g alarms %d", n.Solver, n.Pairs,
			n.Median, n.Floor, n.Most, n.Shift, n.Alarms))
	}
	return strings.Join(lines, "\n")
}

// Of the differences 0 to 40, in any order, two are above the floor: 5 of 100 would be 2.05.
func TestNoiseFloorIsAbove95Of100Differences(t *testing.T) {
	var lines []string
	for k := range 41 {
		x := k * 17 % 41
		lines = append(lines, fmt.Sprintf("%d s:%s", k, strings.Repeat(fmt.Sprint(" 1 ", 1+x), 4)))
	}
	got := noise(results.Seconds, []*results.Rows{rows(lines...)})
	if len(got) != 2 || got[0].Floor != 38 || got[0].Most != 40 || got[0].Median != 20 || got[0].Alarms != 40 {
		t.Errorf("got %s, want differences of 0 to 40, with the floor 38", showNoise(got))
	}
}

// The threshold of a solver is its noise floor, but at least 1%. If its pairs are fewer than 20 it
// is at least the floor of all.
func TestThresholdIsTheFloorOrALittle(t *testing.T) {
	all := compare.Noise{Pairs: 43, Floor: 0.06, Shift: 0.01}
	for _, c := range []struct {
		noise []compare.Noise
		want  string
		any   float64
	}{
		{[]compare.Noise{{Solver: "few", Pairs: 19, Floor: 0.02}, {Solver: "loud", Pairs: 20, Floor: 0.2},
			{Solver: "still", Pairs: 20, Floor: 0.001}, all},
			"few 6.0%; loud 20.0%; still 1.0%, as measured", 0.06},
		{[]compare.Noise{{Solver: "few", Pairs: 19, Floor: 0.5}, all}, "50.0%, as measured", 0.06},
		{[]compare.Noise{{Solver: "d", Pairs: 20, Floor: 0.04}, {Solver: "a", Pairs: 20, Floor: 0.03},
			{Solver: "c", Pairs: 20, Floor: 0.03}, all},
			"a, c 3.0%; d 4.0%, as measured", 0.06},
		{[]compare.Noise{{Pairs: 1000}}, "1.0%, as measured", 0.01},
		{nil, "5.0%, as measured", compare.DefaultThreshold},
	} {
		for range 10 {
			got := compare.NoiseThreshold(c.noise, "as measured")
			same(t, "threshold", got.String(), c.want)
			if got.Any != c.any || len(c.noise) > 1 && got.Shift != all.Shift {
				t.Errorf("got %+v, want %v of any solver, and the shift of all", got, c.any)
			}
		}
	}
}
