package compare_test

import (
	"fmt"
	"math"
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

// Every other sample of a run is set against the rest. Of several runs, every other run is set
// against the rest, each program by itself. Halves need four samples with a value each. The result
// of all solvers is the last one, and the program that shifts most counts there.
func TestNoiseIsTheDifferenceOfHalves(t *testing.T) {
	steady := []*results.Rows{rows("1 s: 1 1.1 1 1.1"), rows("1 s: 1 1.1 1 1.1")}
	drifting := []*results.Rows{rows("1 s: 2 2"), rows("1 s: 3 3 3 3"), rows("1 s: 2 2")}
	run := func(lines ...string) [][]*results.Rows { return [][]*results.Rows{{rows(lines...)}} }
	runs := func(texts ...string) [][]*results.Rows {
		var all []*results.Rows
		for _, text := range texts {
			all = append(all, rows(text))
		}
		return [][]*results.Rows{all}
	}
	for _, c := range []struct {
		name     string
		programs [][]*results.Rows
		want     string // the solver, and the same for all solvers unless it says more
	}{
		// 10% apart, and never overlapping; the samples of another instance are the same
		{"a run", run("1 b: 1 1.1 1 1.1 1 1.1 1 1.1", "2 b: 3 3 3 3 3 3 3 3", "1 a: 2 2 4 4 2 2 4 4", "3 a: 1 2 3",
			"4 a timeout: 1"),
			"a 1 median 0 floor 0 most 0 shift 0 alarms 0\nb 2 median 0.05 floor 0.1 most 0.1 shift 0.0488088 alarms 1\n" +
				" 3 median 0 floor 0.1 most 0.1 shift 0.0322801 alarms 1"},
		{"overlapping halves", run("1 s: 1 2 3 4 5 6 7 8"), "s 1 median 0.25 floor 0.25 most 0.25 shift 0.25 alarms 0"},
		{"sooner than later", run("1 s: 1.1 1 1.1 1 1.1 1 1.1 1"), "s 1 median 0.1 floor 0.1 most 0.1 shift 0.1 alarms 1"},
		{"equal medians", run("1 s: 1 3 1 3 1 3 1 3 3 3 3 3 3 5 3 5 3 5 3 5"), "s 1 median 0 floor 0 most 0 shift 0 alarms 0"},
		{"seven samples", run("1 s: 1 2 3 4 5 6 7"), ""},
		{"a stopped sample", run("1 s: 1 1 1 1 1 1 1 1", "1 s timeout: 100"), "s 1 median 0 floor 0 most 0 shift 0 alarms 0"},
		{"stopped samples", run("1 s timeout: 1 2 1 2 1 2 1 2"), ""},
		{"solvers", run("1 b: 1 1 1 1 1 1 1 1", "1 aa: 1 1 1 1 1 1 1 1", "1 cc: 1 1 1 1 1 1 1 1"),
			"aa 1 median 0 floor 0 most 0 shift 0 alarms 0\nb 1 median 0 floor 0 most 0 shift 0 alarms 0\ncc 1 median 0 floor 0 most 0 shift 0 alarms 0\n" +
				" 3 median 0 floor 0 most 0 shift 0 alarms 0"},
		{"two runs alike", [][]*results.Rows{steady}, "s 1 median 0 floor 0 most 0 shift 0 alarms 0"},
		{"the second of three slower", [][]*results.Rows{drifting}, "s 1 median 0.5 floor 0.5 most 0.5 shift 0.5 alarms 1"},
		{"two programs", [][]*results.Rows{steady, {rows("1 s: 9 9 9 9 9 9 9 9")}}, "s 2 median 0 floor 0 most 0 shift 0 alarms 0"},
		{"one program drifts", [][]*results.Rows{drifting, steady}, "s 2 median 0.25 floor 0.5 most 0.5 shift 0.5 alarms 1"},
		{"shards", runs("1 s: 1 1 1 1 1 1 1 1", "2 s: 5 6 5 6 5 6 5 6"),
			"s 2 median 0.1 floor 0.2 most 0.2 shift 0.0954451 alarms 1"},
		{"the last of three with one sample", runs("1 s: 1 1 3 3", "1 s: 2 2 2 2", "1 s: 3"),
			"s 1 median 0.5 floor 0.5 most 0.5 shift 0.5 alarms 0"},
		{"seven and one", runs("1 s: 1 1 1 1 1 1 1", "1 s: 2"), ""}, {"one and seven", runs("1 s: 1", "1 s: 2 2 2 2 2 2 2"), ""},
		{"five and three", runs("1 s: 1 1 1 1 1", "1 s: 2 2 2"), ""}, {"three and five", runs("1 s: 1 1 1", "1 s: 2 2 2 2 2"), ""},
	} {
		if strings.Count(c.want, "\n") == 0 && c.want != "" {
			c.want += "\n" + c.want[1:]
		}
		same(t, c.name, showNoise(noise(results.Seconds, c.programs...)), c.want)
	}
}

// The processor's clock has ticks, so a time may be 0. It has no ratio. A row may lack the value.
func TestNoiseOfProcessorTimes(t *testing.T) {
	const small = "1 s cpu-sec/op: 0.010 0.011 0.010 0.011 0.010 0.011 0.010 0.011\n"
	for what, c := range map[string]struct {
		more  string
		pairs int
	}{
		"before": {"2 s cpu-sec/op: 0 1 0 1 0 1 0 1", 2}, "behind": {"2 s cpu-sec/op: 1 0 1 0 1 0 1 0", 2},
		"both":                     {"2 s cpu-sec/op: 0 0 0 0 0 0 0 0", 2},
		"a sample without a value": {"2 s cpu-sec/op: 1 2 1 2 1 2 1\n2 s: 9", 1}, "wall time": {"2 s: 1 2 1 2 1 2 1 2", 1},
	} {
		got := noise(results.CPUSeconds, []*results.Rows{rows(small + c.more)})
		if len(got) != 2 || got[0].Pairs != c.pairs || math.Abs(got[0].Shift-0.1) > 1e-9 {
			t.Errorf("zeros %s: got %s, want %d pairs and a shift of 0.1", what, showNoise(got), c.pairs)
		}
	}
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
