package stats_test

import (
	"math"
	"math/rand/v2"
	"os"
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
// are widened.
func TestIntervalsOfPairedRatiosContainTheTruthIn95Of100Cases(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of intervals")
	}
	cases, long := 80, os.Getenv("XCBENCH_LONG") != ""
	if long {
		cases = 200
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		rows, n int
		of      stats.RowFactor
		vary    float64
	}{
		{2, 6, stats.RandomRows, 0.3}, {6, 10, stats.RandomRows, 0.3}, {39, 6, stats.RandomRows, 0.3}, {39, 1, stats.RandomRows, 0.3},
		{1, 10, stats.RandomRows, 0}, {1, 6, stats.FixedRows, 0}, {3, 3, stats.FixedRows, 0}, {39, 10, stats.FixedRows, 0},
	} {
		if c.rows > 6 && c.n > 1 && !long {
			continue // these two take most of the time
		}
		hits := 0
		for range cases {
			got := stats.DefaultMethod.PairedRatio(randomPairs(r, c.rows, c.n, 1, c.vary, 0.05), c.of)
			if got.Low <= 1 && 1 <= got.High {
				hits++
			}
		}
		// 95% of 200 is 190 with a standard deviation of 3.1. Two levels of resampling count the noise
		// of the samples twice, so the intervals may be wider than they have to be.
		if 200*hits < 181*cases {
			t.Errorf("%d rows of %d samples, rows %d: the interval contains the truth in %d of %d cases, want %d",
				c.rows, c.n, c.of, hits, cases, cases*95/100)
		}
	}
}

func TestPairedRatioIsTheGeometricMeanOfTheRatiosOfMedians(t *testing.T) {
	pairs := []stats.Pair{{[]float64{3, 1, 2}, []float64{8, 9, 7}}, {[]float64{5, 5, 5}, []float64{5, 5, 5}}}
	for _, rows := range []stats.RowFactor{stats.RandomRows, stats.FixedRows} {
		got := stats.DefaultMethod.PairedRatio(pairs, rows)
		if math.Abs(got.Value-2) > 1e-12 || got.Low > 2 || got.High < 2 {
			t.Errorf("got %+v, want the ratio 2, the root of 8/2 times 5/5", got)
		}
		pairs[0], pairs[1] = pairs[1], pairs[0]
		if again := stats.DefaultMethod.PairedRatio(pairs, rows); again != got {
			t.Errorf("got %+v and %+v in another order, want the same", got, again)
		}
	}
	if got := stats.DefaultMethod.PairedRatio(nil, stats.RandomRows); got != (stats.Ratio{}) {
		t.Errorf("no pairs: got %+v, want the zero Ratio", got)
	}
}

// Rows that differ a lot among each other widen the interval only if they are random.
func TestFixedRowsHaveTheNoiseOfSamplesOnly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pairs := randomPairs(r, 39, 10, 1.1, 0.5, 0.02)
	random, fixed := stats.DefaultMethod.PairedRatio(pairs, stats.RandomRows), stats.DefaultMethod.PairedRatio(pairs, stats.FixedRows)
	if width := fixed.High / fixed.Low; width > 1.02 {
		t.Errorf("fixed rows: got %+v, want an interval of at most 2%%", fixed)
	}
	if width := random.High / random.Low; width < 1.2 {
		t.Errorf("random rows: got %+v, want an interval of at least 20%%", random)
	}
	if fixed.Value != random.Value {
		t.Errorf("got %v of fixed rows and %v of random rows, want the same", fixed.Value, random.Value)
	}
}

func TestTwoSamplesOfAFixedRowHaveNoInterval(t *testing.T) {
	pairs := []stats.Pair{{[]float64{1, 1, 1}, []float64{2, 2, 2}}, {[]float64{1, 1, 1}, []float64{2, 2}}}
	if got, want := stats.DefaultMethod.PairedRatio(pairs, stats.FixedRows), (stats.Ratio{2, 0, math.Inf(1)}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := stats.DefaultMethod.PairedRatio(pairs, stats.RandomRows), (stats.Ratio{2, 2, 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The half width is 1.96 standard deviations of the mean.
func TestIntervalsOfManyRowsAreThoseOfTheNormalDistribution(t *testing.T) {
	const rows = 80_000 // four times as many as a resample has
	pairs := randomPairs(rand.New(rand.NewPCG(1, 3)), rows, 1, 1, 0.3, 0)
	got := stats.DefaultMethod.PairedRatio(pairs, stats.RandomRows)
	want := 2 * 1.96 * 0.3 / math.Sqrt(rows)
	if width := math.Log(got.High / got.Low); width < 0.8*want || width > 1.25*want {
		t.Errorf("got %+v, a width of %v, want %v", got, width, want)
	}
}

// The same pairs have the same interval on every machine, so the resamples are the same: their seeds
// and their numbers, in small tables and in large ones. If any of them changed, then so would every
// published interval.
func TestResamplesAreTheSameOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		rows, n   int
		of        stats.RowFactor
		low, high float64
	}{
		{8, 5, stats.RandomRows, 1.278597246385, 1.638069554978},
		{8, 5, stats.FixedRows, 1.365301458647, 1.530663646253},
		{3000, 3, stats.FixedRows, 1.501501081676, 1.512936710855},
		{100, 3, stats.FixedRows, 1.499753855570, 1.559975540324},
		{4000, 1, stats.RandomRows, 1.491795239325, 1.515607521910},
		{20_003, 3, stats.RandomRows, 1.493651025373, 1.503474544785},
		{20_003, 3, stats.FixedRows, 1.495656114567, 1.500344284554},
	} {
		pairs := randomPairs(rand.New(rand.NewPCG(4, 4)), c.rows, c.n, 1.5, 0.2, 0.1)
		got := stats.DefaultMethod.PairedRatio(pairs, c.of)
		if math.Abs(got.Low-c.low) > 1e-9 || math.Abs(got.High-c.high) > 1e-9 {
			t.Errorf("%d rows: got %.12f to %.12f, want %.12f to %.12f", c.rows, got.Low, got.High, c.low, c.high)
		}
	}
}

// One row says nothing of other rows.
func TestSingleRowCountsAsFixed(t *testing.T) {
	row := []stats.Pair{{[]float64{9, 10, 11, 12}, []float64{18, 20, 21, 25}}}
	random, fixed := stats.DefaultMethod.PairedRatio(row, stats.RandomRows), stats.DefaultMethod.PairedRatio(row, stats.FixedRows)
	if random != fixed || !(random.Low < random.Value && random.Value < random.High) {
		t.Errorf("got %+v as a random row and %+v as a fixed one, want the same interval", random, fixed)
	}
	row = []stats.Pair{{[]float64{1, 1}, []float64{2, 2}}}
	if got, want := stats.DefaultMethod.PairedRatio(row, stats.RandomRows), (stats.Ratio{2, 0, math.Inf(1)}); got != want {
		t.Errorf("two samples: got %+v, want %+v", got, want)
	}
}

func TestAnyRowOfTwoSamplesTakesTheIntervalOfFixedRows(t *testing.T) {
	few, enough := stats.Pair{[]float64{1, 1}, []float64{2, 2}}, stats.Pair{[]float64{1, 1, 1}, []float64{4, 4, 4}}
	for _, pairs := range [][]stats.Pair{{few, enough, enough}, {enough, few, enough}, {enough, enough, few}} {
		if got := stats.DefaultMethod.PairedRatio(pairs, stats.FixedRows); got.Low != 0 || !math.IsInf(got.High, 1) {
			t.Errorf("%v: got %+v, want the interval from 0 to infinity", pairs, got)
		}
	}
}

// The logarithms of the two rows are equal, so all of the interval comes from one side's samples.
func TestSamplesOfOneSideAloneMakeAnInterval(t *testing.T) {
	for _, p := range []stats.Pair{
		{[]float64{1}, []float64{1, 2, 3, 4}}, {[]float64{1, 2, 3, 4}, []float64{1}},
		{[]float64{1}, []float64{1, 9}}, {[]float64{1, 9}, []float64{1}},
	} {
		got := stats.DefaultMethod.PairedRatio([]stats.Pair{p, p}, stats.RandomRows)
		if !(got.Low < got.Value && got.Value < got.High) {
			t.Errorf("%v: got %+v, want an interval around the ratio", p, got)
		}
	}
}

func BenchmarkPairedRatio(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name    string
		rows, n int
	}{{"rows=39", 39, 10}, {"rows=574", 574, 10}, {"rows=50000", 50_000, 10}, {"rows=500000", 500_000, 1}} {
		pairs := randomPairs(r, c.rows, c.n, 1, 0.5, 0.05)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				stats.DefaultMethod.PairedRatio(pairs, stats.RandomRows)
			}
		})
	}
}
