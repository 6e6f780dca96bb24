package stats_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/internal/stats"
)

// The example is from Hollander, Wolfe and Chicken, example 3.1 (depression under a tranquilizer,
// nine patients): T+ = 5, one-sided p = 0.020, estimate -0.46, interval -0.786 to -0.010 at 96.1%.
var depression = []float64{-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010}

func TestTheSignedRankTestGivesThePublishedFigures(t *testing.T) {
	var improved []float64
	for _, d := range depression {
		improved = append(improved, -d)
	}
	if p := stats.SignedRank(improved, 0); math.Abs(p-0.0195) > 0.0001 {
		t.Errorf("p = %.4f, expected 0.0195", p)
	}
	center, low, high := stats.Location(depression, 0.96)
	if math.Abs(center+0.46) > 0.0005 || math.Abs(low+0.786) > 0.0005 || math.Abs(high+0.010) > 0.0005 {
		t.Errorf("%.4f (%.4f to %.4f), expected -0.46 (-0.786 to -0.010)", center, low, high)
	}
}

func TestTheSignedRankTestCountsAllSigns(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for n := range 11 {
		d := make([]float64, n)
		for k := range d {
			d[k] = float64(dice.IntN(9)-3) + 0.5 // with ties
		}
		if got, want := stats.SignedRank(d, 0), bySigns(d); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: p = %v, expected %v", d, got, want)
		}
	}
}

// bySigns computes the p-value of the signed-rank test from its definition.
func bySigns(d []float64) float64 {
	ranks := make([]float64, len(d))
	sum := 0.0
	for k, x := range d {
		ranks[k] = 0.5
		for _, y := range d {
			switch {
			case math.Abs(y) < math.Abs(x):
				ranks[k]++
			case math.Abs(y) == math.Abs(x):
				ranks[k] += 0.5
			}
		}
		if x > 0 {
			sum += ranks[k]
		}
	}
	extreme := 0
	for signs := range uint(1) << len(d) {
		other := 0.0
		for left := signs; left != 0; left &= left - 1 {
			other += ranks[bits.TrailingZeros(left)]
		}
		if other >= sum {
			extreme++
		}
	}
	return float64(extreme) / math.Ldexp(1, len(d))
}

func TestAnIntervalExcludesWhatTheSignedRankTestRejects(t *testing.T) {
	dice := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		d := make([]float64, 6+dice.IntN(20))
		for k := range d {
			d[k] = dice.NormFloat64() + 0.5
		}
		center, low, high := stats.Location(d, 0.95)
		for _, at := range []float64{low - 1e-9, low + 1e-9} {
			if rejected := stats.SignedRank(d, at) <= 0.025; rejected != (at < low) {
				t.Errorf("%v: low %v, p at %v is %v", d, low, at, stats.SignedRank(d, at))
			}
		}
		if !(low <= center && center <= high) {
			t.Errorf("%v is not in %v to %v", center, low, high)
		}
	}
	few := []float64{1, 2, 3, 4, 5}
	if _, low, high := stats.Location(few, 0.95); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("interval %v to %v of 5 values, expected none", low, high)
	}
	if !slices.Equal(few, []float64{1, 2, 3, 4, 5}) {
		t.Error("the values have moved")
	}
}

// By hand: the signed ranks of 1, 2 and 3 have the sums 0 to 6 in 1, 1, 1, 2, 1, 1 and 1 of 8 ways.
func TestSignedRanksOfThreeValues(t *testing.T) {
	for _, c := range []struct {
		d    []float64
		want float64
	}{
		{[]float64{1, 2, 3}, 1. / 8}, {[]float64{-1, 2, 3}, 2. / 8}, {[]float64{1, -2, 3}, 3. / 8}, {[]float64{1, 2, -3}, 5. / 8},
		{[]float64{-1, -2, 3}, 5. / 8}, {[]float64{-1, -2, -3}, 1}, {[]float64{0, 0, 1}, 0.5}, {nil, 1},
	} {
		if got := stats.SignedRank(c.d, 0); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v: got %v, want %v", c.d, got, c.want)
		}
	}
	// The interval leaves out as many means at each end as the confidence allows: of 3 values and 6
	// means, none at 1/8 - and one at each end for 3/4.
	for confidence, want := range map[float64][3]float64{0.76: {2, math.Inf(-1), math.Inf(1)}, 0.75: {2, 1, 3}, 0.5: {2, 1.5, 2.5}, 0.25: {2, 2, 2}, 0: {2, 2, 2}} {
		center, low, high := stats.Location([]float64{3, 1, 2}, confidence)
		if got := [3]float64{center, low, high}; got != want {
			t.Errorf("confidence %v: got %v, want %v", confidence, got, want)
		}
	}
}

func TestOneValueHasNoIntervalWithAnyConfidence(t *testing.T) {
	for _, confidence := range []float64{0, 0.5, 0.95} {
		center, low, high := stats.Location([]float64{5}, confidence)
		if center != 5 || !math.IsInf(low, -1) || !math.IsInf(high, 1) {
			t.Errorf("confidence %v: got %v in %v to %v, want 5 without an end", confidence, center, low, high)
		}
	}
}
