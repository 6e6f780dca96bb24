package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"xcbench/internal/stats"
)

// randomPairs makes rows of n samples a side. The ratio of a row is factor times a random ratio
// with the standard deviation vary of its logarithm. The samples of a row have that of noise.
func randomPairs(r *rand.Rand, rows, n int, factor, vary, noise float64) []stats.Pair {
	pairs := make([]stats.Pair, rows)
	for k := range pairs {
		of := factor * math.Exp(vary*r.NormFloat64())
		for range n {
			pairs[k].Base = append(pairs[k].Base, math.Exp(noise*r.NormFloat64()))
			pairs[k].Other = append(pairs[k].Other, of*math.Exp(noise*r.NormFloat64()))
		}
	}
	return pairs
}

// With fewer rows or samples than these the percentiles of the resamples are too narrow, unless they
// are widened. Two levels of resampling count the noise of the samples twice, so the intervals may be
// wider than they have to be.
func TestIntervalsOfPairedRatiosContainTheTruthIn95Of100Cases(t *testing.T) {
	if testing.Short() {
		t.Skip("makes hundreds of intervals")
	}
	const cases, least = 80, 72 // of 76, with a standard deviation of 1.9
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		rows, n int
		of      stats.RowFactor
		vary    float64
	}{
		{2, 6, stats.RandomRows, 0.3}, {6, 10, stats.RandomRows, 0.3}, {39, 1, stats.RandomRows, 0.3},
		{1, 6, stats.FixedRows, 0}, {3, 3, stats.FixedRows, 0},
	} {
		hits := 0
		for range cases {
			got := stats.DefaultMethod.PairedRatio(randomPairs(r, c.rows, c.n, 1, c.vary, 0.05), c.of)
			if got.Low <= 1 && 1 <= got.High {
				hits++
			}
		}
		if hits < least {
			t.Errorf("%+v: the interval contains the truth in %d of %d cases, want %d", c, hits, cases, least)
		}
	}
}

func TestPairedRatioIsTheGeometricMeanOfTheRatiosOfMedians(t *testing.T) {
	double, few, inf := stats.Pair{[]float64{1, 1, 1}, []float64{2, 2, 2}}, stats.Pair{[]float64{1, 1}, []float64{2, 2}}, math.Inf(1)
	half, eight := stats.Pair{[]float64{6, 6, 6}, []float64{3, 3, 3}}, stats.Pair{[]float64{3, 1, 2}, []float64{16, 16, 16}}
	for _, c := range []struct {
		pairs []stats.Pair
		rows  stats.RowFactor
		want  stats.Ratio
	}{
		{nil, stats.RandomRows, stats.Ratio{}},
		{[]stats.Pair{half, eight}, stats.FixedRows, stats.Ratio{2, math.Sqrt(8. / 3), math.Sqrt(8)}},
		{[]stats.Pair{double, double}, stats.RandomRows, stats.Ratio{2, 2, 2}},
		{[]stats.Pair{few, few}, stats.RandomRows, stats.Ratio{2, 2, 2}},
		{[]stats.Pair{few}, stats.RandomRows, stats.Ratio{2, 0, inf}}, // one row says nothing of other rows
		{[]stats.Pair{few, double, double}, stats.FixedRows, stats.Ratio{2, 0, inf}},
		{[]stats.Pair{double, {double.Base, few.Other}}, stats.FixedRows, stats.Ratio{2, 0, inf}},
		{[]stats.Pair{{few.Base, double.Other}, double}, stats.FixedRows, stats.Ratio{2, 0, inf}},
	} {
		got := stats.DefaultMethod.PairedRatio(c.pairs, c.rows)
		near := func(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-12 }
		if !near(got.Value, c.want.Value) || !near(got.Low, c.want.Low) || !near(got.High, c.want.High) {
			t.Errorf("%v, rows %d: got %+v, want %+v", c.pairs, c.rows, got, c.want)
		}
	}
}

// The same pairs have the same interval on every machine and in any order, so the resamples are the
// same: their seeds and their numbers, in small tables and in large ones. If any of them changed, then
// so would every published interval. Each fourth row has a single sample on one side or on both.
func TestResamplesAreTheSameOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		rows, n               int
		of                    stats.RowFactor
		confidence, low, high float64
	}{
		{1, 5, stats.RandomRows, 0.95, 1.069618859566, 1.510389618321},
		{8, 5, stats.RandomRows, 0.95, 1.350631442378, 1.774518237856},
		{8, 5, stats.RandomRows, 0.5, 1.481949917132, 1.612697225214},
		{8, 5, stats.RandomRows, 0, 1.547658723236, 1.547658723236},
		{100, 3, stats.FixedRows, 0.95, 1.499753855570, 1.559975540324},
		{3000, 3, stats.FixedRows, 0.95, 1.501501081676, 1.512936710855},
		{20_003, 3, stats.RandomRows, 0.95, 1.493293686291, 1.502504894284},
		{20_003, 3, stats.FixedRows, 0.95, 1.495656114567, 1.500344284554},
	} {
		r := rand.New(rand.NewPCG(4, 4))
		pairs := randomPairs(r, c.rows, c.n, 1.5, 0.2, 0.1)
		for k := range pairs {
			switch {
			case c.of == stats.FixedRows:
			case k%4 == 1:
				pairs[k].Base = pairs[k].Base[:1]
			case k%8 == 2:
				pairs[k].Other = pairs[k].Other[:1]
			case k%8 == 6:
				pairs[k] = stats.Pair{pairs[k].Base[:1], pairs[k].Other[:1]}
			}
		}
		m := stats.Method{Confidence: c.confidence}
		got := m.PairedRatio(pairs, c.of)
		if math.Abs(got.Low-c.low) > 1e-9 || math.Abs(got.High-c.high) > 1e-9 {
			t.Errorf("%d rows: got %.12f to %.12f, want %.12f to %.12f", c.rows, got.Low, got.High, c.low, c.high)
		}
		if c.rows > 100 {
			continue
		}
		r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		if again := m.PairedRatio(pairs, c.of); again != got {
			t.Errorf("%d rows: got %+v and %+v in another order, want the same", c.rows, got, again)
		}
	}
}
