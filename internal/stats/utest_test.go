package stats_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"xcbench/internal/stats"
)

// The test keeps one result for all samples with the same sizes, ties and U. The samples of few values
// have many ties, so a key that left out anything would meet its double. The second round has only
// results that were kept, and takes no memory.
func TestResultsAreThoseOfBenchmath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	samples := [][]float64{{7, 7, 7}}
	for range 50 {
		x := make([]float64, 1+r.IntN(5))
		for k := range x {
			x[k] = float64(1 + r.IntN(4))
		}
		slices.Sort(x)
		samples = append(samples, x)
	}
	for _, alpha := range []float64{0.05, 0.01} {
		test := stats.NewUTest(stats.Method{Alpha: alpha, Confidence: 0.95})
		sample := func(x []float64) *benchmath.Sample {
			return benchmath.NewSample(x, &benchmath.Thresholds{CompareAlpha: alpha})
		}
		for round := range 2 {
			for _, x := range samples {
				for _, y := range samples {
					got, _, _ := test.Compare(x, y)
					if want := benchmath.AssumeNothing.Compare(sample(x), sample(y)); !reflect.DeepEqual(got, want) {
						t.Fatalf("%v and %v: got %+v, want %+v", x, y, got, want)
					}
					if round == 1 && testing.AllocsPerRun(10, func() { test.Compare(x, y) }) > 0 {
						t.Fatalf("%v and %v: a kept result takes memory, want none", x, y)
					}
				}
			}
		}
	}
}

// With one sample in each of several sizes, up to more than the exact test takes.
func TestIntervalLeavesOut1WhereTheTestFindsADifference(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	differ, test := 0, stats.NewUTest(stats.DefaultMethod)
	const cases = 120
	for k := range cases {
		n, m := 2+r.IntN(12), 2+r.IntN(12)
		if k%60 == 0 {
			n, m = 60, 40
		}
		base, other, ratios := lognormal(r, n, 0), lognormal(r, m, 0.1*r.NormFloat64()), []float64{0, math.Inf(1)}
		for _, x := range base {
			for _, y := range other {
				ratios = append(ratios, y/x)
			}
		}
		slices.Sort(ratios)
		c, low, high := test.Compare(base, other)
		if at := end(t, n, m, 0.95); low != ratios[at] || high != ratios[len(ratios)-1-at] {
			t.Errorf("%d and %d samples: got %v to %v, want ratio %d from either end", n, m, low, high, at)
		}
		if outside := low > 1 || high < 1; outside != (c.P < 0.05) {
			t.Errorf("%d and %d samples: got p %v and the interval %v to %v, want 1 outside if p < 0.05",
				n, m, c.P, low, high)
		}
		if c.P < 0.05 {
			differ++
		}
	}
	if differ < cases/10 || differ > cases*9/10 {
		t.Errorf("got %d differences in %d cases, want some of both", differ, cases)
	}
}

// lognormal returns n sorted samples whose logarithms are normal with a mean and a deviation of 0.1.
func lognormal(r *rand.Rand, n int, mean float64) []float64 {
	values := make([]float64, n)
	for k := range values {
		values[k] = math.Exp(mean + 0.1*r.NormFloat64())
	}
	slices.Sort(values)
	return values
}

// end returns which of the sorted ratios is the lower end of the interval for samples of some sizes,
// from 1, or 0 if there is none. It makes samples whose ratios are different powers of a root of 2.
func end(t *testing.T, base, other int, confidence float64) int {
	t.Helper()
	const root = 8
	var x, y []float64
	for k := range base {
		x = append(x, math.Exp2(float64(k-base)/root))
	}
	for k := range other {
		y = append(y, math.Exp2(float64(k*base)/root))
	}
	_, low, high := stats.NewUTest(stats.Method{Alpha: 0.05, Confidence: confidence}).Compare(x, y)
	number := func(ratio float64) int { return int(math.Round(root * math.Log2(ratio))) }
	if low == 0 && math.IsInf(high, 1) {
		return 0
	}
	if got, want := number(high), base*other+1-number(low); got != want {
		t.Errorf("%d and %d samples: got ratio %d as the upper end, want %d", base, other, got, want)
	}
	return number(low)
}

// Of 10 and 10 samples, the 24th smallest and the 24th greatest of the 100 ratios; of 6 and 6, the
// 6th. R's qwilcox(0.025, 10, 10) and qwilcox(0.025, 6, 6) are these. The quantiles are those of the
// exact distribution up to 50 samples. Above they are those of the normal distribution with a
// continuity correction, which is one off for some sizes.
func TestEndsOfIntervalsAreThoseOfTables(t *testing.T) {
	for size, want := range map[[2]int]int{
		{10, 10}: 24, {6, 6}: 6, {4, 4}: 1, {3, 3}: 0, {1, 500}: 0,
		{50, 3}: 25, {10, 50}: 152, {20, 50}: 350, // exact; the normal distribution has 24, 151 and 349
		{51, 51}: 1008, {60, 10}: 183, {51, 6}: 78, {3, 100}: 50,
	} {
		if got := end(t, size[0], size[1], 0.95); got != want {
			t.Errorf("%v: got %d, want %d", size, got, want)
		}
	}
	for confidence, want := range map[float64]int{0: 2, 0.5: 1, 0.75: 0} { // U is 0 to 3, each with the chance 1/4
		if got := end(t, 1, 3, confidence); got != want {
			t.Errorf("1 and 3 samples, confidence %v: got %d, want %d", confidence, got, want)
		}
	}
}

func TestRatioNeedsValuesAbove0OnBothSides(t *testing.T) {
	test := stats.NewUTest(stats.Method{Alpha: 0.05, Confidence: 0.5})
	ones, zero := []float64{1, 2, 3}, []float64{0, 1, 2}
	for _, c := range [][2][]float64{{ones, zero}, {zero, ones}} {
		if _, low, high := test.Compare(c[0], c[1]); low != 0 || !math.IsInf(high, 1) {
			t.Errorf("%v: got %v to %v, want 0 to infinity", c, low, high)
		}
	}
}
