package stats_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/internal/stats"
)

func TestTheSignedRankTestCountsAllSigns(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for n := range 60 {
		d, least := make([]float64, n%11), float64(n%3)
		for k := range d {
			d[k] = float64(dice.IntN(9) - 3) // with ties
		}
		if got, want := stats.SignedRank(d, least), bySigns(d, least); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v above %v: p = %v, want %v", d, least, got, want)
		}
	}
}

// bySigns computes the p-value of the signed-rank test from its definition.
func bySigns(differences []float64, least float64) float64 {
	d := slices.DeleteFunc(slices.Clone(differences), func(x float64) bool { return x == least })
	ranks, sum, extreme := make([]int, len(d)), 0, 0 // doubled
	for k, x := range d {
		ranks[k] = 1
		for _, y := range d {
			ranks[k] += 1 - cmp.Compare(math.Abs(y-least), math.Abs(x-least))
		}
		if x > least {
			sum += ranks[k]
		}
	}
	for signs := range 1 << len(d) {
		other := 0
		for k, rank := range ranks {
			other += signs >> k & 1 * rank
		}
		if other >= sum {
			extreme++
		}
	}
	return float64(extreme) / math.Ldexp(1, len(d))
}

func TestAnIntervalExcludesWhatTheSignedRankTestRejects(t *testing.T) {
	dice := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		d := make([]float64, 6+dice.IntN(20))
		for k := range d {
			d[k] = dice.NormFloat64() + 0.5
		}
		before := slices.Clone(d)
		center, low, high := stats.Location(d, 0.95)
		for _, at := range []float64{low - 1e-9, low + 1e-9} {
			if rejected := stats.SignedRank(d, at) <= 0.025; rejected != (at < low) {
				t.Errorf("%v: low %v, p at %v is %v", d, low, at, stats.SignedRank(d, at))
			}
		}
		if !(low <= center && center <= high) || !slices.Equal(d, before) {
			t.Errorf("%v of %v is not in %v to %v", center, before, low, high)
		}
	}
}

// By hand: the signed ranks of 1, 2 and 3 have the sums 0 to 6 in 1, 1, 1, 2, 1, 1 and 1 of 8 ways. The
// interval leaves out as many means at each end as the confidence allows: of 6 means, none at 1/8, and
// one at each end for 3/4. One value has no interval with any confidence. The last example is 3.1 of
// Hollander, Wolfe and Chicken (depression under a tranquilizer, nine patients), rounded.
func TestTheIntervalOfFewValues(t *testing.T) {
	inf, three := math.Inf(1), []float64{3, 1, 2}
	for _, c := range []struct {
		values                        []float64
		confidence, center, low, high float64
	}{
		{three, 0.76, 2, -inf, inf}, {three, 0.75, 2, 1, 3}, {three, 0.5, 2, 1.5, 2.5}, {three, 0, 2, 2, 2}, {[]float64{5}, 0, 5, -inf, inf},
		{[]float64{-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010}, 0.96, -0.46, -0.786, -0.010},
	} {
		center, low, high := stats.Location(c.values, c.confidence)
		near := func(a, b float64) bool { return a == b || math.Abs(a-b) < 0.0005 }
		if !near(center, c.center) || !near(low, c.low) || !near(high, c.high) {
			t.Errorf("%+v: got %v in %v to %v", c, center, low, high)
		}
	}
}
