package stats_test

import (
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"xcbench/internal/stats"
)

// sorted returns all sorted samples of n values from 1 to most.
func sorted(n, most int) (all [][]float64) {
	if n == 0 {
		return [][]float64{nil}
	}
	for _, shorter := range sorted(n-1, most) {
		from := 1.0
		if len(shorter) > 0 {
			from = shorter[len(shorter)-1]
		}
		for v := from; v <= float64(most); v++ {
			all = append(all, append(slices.Clone(shorter), v))
		}
	}
	return all
}

// The test keeps one result for all samples with the same sizes, ties and U. It sees all pairs of
// samples of up to three values from 1 to 4, and some more. So a key that left out anything would
// meet its double. The second round has only results that were kept, and takes no memory.
func TestResultsAreThoseOfBenchmath(t *testing.T) {
	samples := [][]float64{{1, 1, 2, 3}, {1, 2, 2, 9, 10}, {7, 7, 7}, {2, 4, 6}, {1, 5, 9}}
	for n := 1; n <= 3; n++ {
		samples = append(samples, sorted(n, 4)...)
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
	cases := 120
	if os.Getenv("XCBENCH_LONG") != "" {
		cases = 300
	}
	for k := range cases {
		n, m := 2+r.IntN(12), 2+r.IntN(12)
		if k%60 == 0 {
			n, m = 60, 40
		}
		shift := 0.1 * r.NormFloat64()
		c, low, high := test.Compare(lognormal(r, n, 0, 0.1), lognormal(r, m, shift, 0.1))
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

// lognormal returns n sorted samples whose logarithms are normal with a mean and a deviation.
func lognormal(r *rand.Rand, n int, mean, deviation float64) []float64 {
	values := make([]float64, n)
	for k := range values {
		values[k] = math.Exp(mean + deviation*r.NormFloat64())
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
}

// With 1 and 3 samples, U is 0 to 3, each with the chance 1/4.
func TestUOfExactlyTheLevelIsSignificant(t *testing.T) {
	for confidence, want := range map[float64]int{0: 2, 0.5: 1, 0.75: 0} {
		if got := end(t, 1, 3, confidence); got != want {
			t.Errorf("confidence %v: got ratio %d as the end, want %d", confidence, got, want)
		}
	}
}

// In 95 of 100 cases or more the interval contains the ratio of the true medians.
func TestIntervalContainsTheTruthIn95Of100Cases(t *testing.T) {
	r, test := rand.New(rand.NewPCG(2, 2)), stats.NewUTest(stats.DefaultMethod)
	hits := 0
	const cases = 1000
	for range cases {
		if _, low, high := test.Compare(noisy(r, 12, 1, 0.05), noisy(r, 12, 1.2, 0.05)); low <= 1.2 && 1.2 <= high {
			hits++
		}
	}
	if hits < 935 { // the standard deviation is 7
		t.Errorf("got %d of %d, want 950", hits, cases)
	}
}

func TestRatioNeedsValuesAbove0OnBothSides(t *testing.T) {
	test := stats.NewUTest(stats.Method{Alpha: 0.05, Confidence: 0.5})
	for _, c := range []struct {
		base, other []float64
		low, high   float64
	}{
		{[]float64{1, 2, 3}, []float64{0, 1, 2}, 0, math.Inf(1)}, {[]float64{0, 1, 2}, []float64{1, 2, 3}, 0, math.Inf(1)},
		{[]float64{0.5, 0.5, 0.5}, []float64{0.25, 0.25, 0.25}, 0.5, 0.5},
	} {
		if _, low, high := test.Compare(c.base, c.other); low != c.low || high != c.high {
			t.Errorf("%v to %v: got %v to %v, want %v to %v", c.base, c.other, low, high, c.low, c.high)
		}
	}
}
