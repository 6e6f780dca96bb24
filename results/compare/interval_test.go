package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// With one sample in each of several sizes, up to more than the exact test takes.
func TestIntervalLeavesOut1WhereTheTestFindsADifference(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	differ, opts := 0, Defaults()
	opts.Paired = false
	const cases = 120
	for k := range cases {
		n, m := 2+r.IntN(12), 2+r.IntN(12)
		if k%60 == 0 {
			n, m = 60, 40
		}
		shift := 0.1 * r.NormFloat64()
		var x, y []float64
		for range n {
			x = append(x, math.Exp(0.1*r.NormFloat64()))
		}
		for range m {
			y = append(y, math.Exp(shift+0.1*r.NormFloat64()))
		}
		c := mustCompare(t, opts, row("A", "sec/op", x...), row("A", "sec/op", y...)).Tables[0].Rows[0].Cells[1]
		if outside := c.Low > 1 || c.High < 1; outside != (c.P < 0.05) {
			t.Errorf("%d and %d samples: got p %v and the interval %v to %v, want 1 outside if p < 0.05",
				n, m, c.P, c.Low, c.High)
		}
		if c.Differs {
			differ++
		}
	}
	if differ < cases/10 || differ > cases*9/10 {
		t.Errorf("got %d differences in %d cases, want some of both", differ, cases)
	}
}

// Of 10 and 10 samples, the 24th smallest and the 24th greatest of the 100 ratios; of 6 and 6, the
// 6th. R's qwilcox(0.025, 10, 10) and qwilcox(0.025, 6, 6) are these.
func TestEndsOfIntervalsAreThoseOfTables(t *testing.T) {
	for s, want := range map[sizes]int{{10, 10}: 24, {6, 6}: 6, {4, 4}: 1, {3, 3}: 0, {1, 500}: 0} {
		if got := s.end(0.95); got != want {
			t.Errorf("%+v: got %d, want %d", s, got, want)
		}
	}
}

func TestKthRatioIsThatOfTheSortedRatios(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for range 50 {
		var x, y, ratios []float64
		for range 1 + r.IntN(8) {
			x = append(x, float64(1+r.IntN(5)))
		}
		for range 1 + r.IntN(8) {
			y = append(y, math.Exp(r.NormFloat64()))
		}
		slices.Sort(x)
		slices.Sort(y)
		for _, b := range x {
			for _, o := range y {
				ratios = append(ratios, o/b)
			}
		}
		slices.Sort(ratios)
		for k := range ratios {
			if got := kthRatio(x, y, k+1); got != ratios[k] {
				t.Errorf("ratio %d of %v by %v: got %v, want %v", k+1, y, x, got, ratios[k])
			}
		}
	}
	if low, high := ratioInterval([]float64{0, 1}, []float64{1, 2}, 1); low != 0 || !math.IsInf(high, 1) {
		t.Errorf("a sample of 0: got %v to %v, want no interval", low, high)
	}
}

// In 95 of 100 cases or more the interval contains the ratio of the true medians.
func TestIntervalContainsTheTruthIn95Of100Cases(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	hits := 0
	const cases = 1000
	for range cases {
		x, y := noisy(r, 12, 1, 0.05), noisy(r, 12, 1.2, 0.05)
		slices.Sort(x)
		slices.Sort(y)
		if low, high := ratioInterval(x, y, sizes{12, 12}.end(0.95)); low <= 1.2 && 1.2 <= high {
			hits++
		}
	}
	if hits < 935 { // the standard deviation is 7
		t.Errorf("got %d of %d, want 950", hits, cases)
	}
}
