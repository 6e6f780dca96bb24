package compare

import (
	"math"
	"math/rand/v2"
	"testing"
)

// One row says nothing of other rows.
func TestSingleRowCountsAsFixed(t *testing.T) {
	row := []Pair{{[]float64{9, 10, 11, 12}, []float64{18, 20, 21, 25}}}
	random, fixed := DefaultMethod.PairedRatio(row, RandomRows), DefaultMethod.PairedRatio(row, FixedRows)
	if random != fixed || !(random.Low < random.Value && random.Value < random.High) {
		t.Errorf("got %+v as a random row and %+v as a fixed one, want the same interval", random, fixed)
	}
	row = []Pair{{[]float64{1, 1}, []float64{2, 2}}}
	if got, want := DefaultMethod.PairedRatio(row, RandomRows), (Ratio{2, 0, math.Inf(1)}); got != want {
		t.Errorf("two samples: got %+v, want %+v", got, want)
	}
}

func TestAnyRowOfTwoSamplesTakesTheIntervalOfFixedRows(t *testing.T) {
	few, enough := Pair{[]float64{1, 1}, []float64{2, 2}}, Pair{[]float64{1, 1, 1}, []float64{4, 4, 4}}
	for _, pairs := range [][]Pair{{few, enough, enough}, {enough, few, enough}, {enough, enough, few}} {
		if got := DefaultMethod.PairedRatio(pairs, FixedRows); got.Low != 0 || !math.IsInf(got.High, 1) {
			t.Errorf("%v: got %+v, want the interval from 0 to infinity", pairs, got)
		}
	}
}

// The logarithms of the two rows are equal, so all of the interval comes from one side's samples.
func TestSamplesOfOneSideAloneMakeAnInterval(t *testing.T) {
	for _, p := range []Pair{
		{[]float64{1}, []float64{1, 2, 3, 4}}, {[]float64{1, 2, 3, 4}, []float64{1}},
		{[]float64{1}, []float64{1, 9}}, {[]float64{1, 9}, []float64{1}},
	} {
		got := DefaultMethod.PairedRatio([]Pair{p, p}, RandomRows)
		if !(got.Low < got.Value && got.Value < got.High) {
			t.Errorf("%v: got %+v, want an interval around the ratio", p, got)
		}
	}
}

// The quantiles of Student's distribution for 0.75 are 1 with 1 degree of freedom, the Cauchy
// distribution, and the root of 2/3 with 2. That of the normal distribution is 0.674490.
func TestIntervalOfEachConfidenceIsWidenedAsStudents(t *testing.T) {
	for n, want := range map[int]float64{2: math.Sqrt2 / 0.674490, 3: math.Sqrt(1.5) * math.Sqrt(2./3) / 0.674490} {
		if got := student(n, 0.5); math.Abs(got-want) > 1e-5 {
			t.Errorf("%d rows: got %v, want %v", n, got, want)
		}
	}
	if got := student(5, 0); got != 1 {
		t.Errorf("without confidence: got %v, want 1", got)
	}
}

// R's quantile(c(1, 2, 4), c(0, 0.25, 0.5, 0.75, 1)) has these values.
func TestQuantilesOfSortedValuesAreThoseOfR(t *testing.T) {
	for q, want := range map[float64]float64{0: 1, 0.25: 1.5, 0.5: 2, 0.75: 3, 1: 4} {
		if got := quantile([]float64{1, 2, 4}, q); got != want {
			t.Errorf("the quantile for %v: got %v, want %v", q, got, want)
		}
	}
}

// The numbers of draws and of resamples depend on the number of rows. If any of them changed, then
// so would every published interval.
func TestResamplesOfLargeTablesAreTheSameOnEveryMachine(t *testing.T) {
	for _, c := range []struct {
		rows, n   int
		of        RowFactor
		low, high float64
	}{
		{100, 3, FixedRows, 1.499753855570, 1.559975540324},
		{4000, 1, RandomRows, 1.491795239325, 1.515607521910},
		{20_003, 3, RandomRows, 1.493651025373, 1.503474544785},
		{20_003, 3, FixedRows, 1.495656114567, 1.500344284554},
	} {
		pairs := randomPairs(rand.New(rand.NewPCG(4, 4)), c.rows, c.n, 1.5, 0.2, 0.1)
		got := DefaultMethod.PairedRatio(pairs, c.of)
		if math.Abs(got.Low-c.low) > 1e-9 || math.Abs(got.High-c.high) > 1e-9 {
			t.Errorf("%d rows: got %.12f to %.12f, want %.12f to %.12f", c.rows, got.Low, got.High, c.low, c.high)
		}
	}
}

// A row of single samples takes no random number, so it does not change the draws of the next row.
func TestRowsOfSingleSamplesAreNotDrawn(t *testing.T) {
	single, other := Pair{[]float64{2}, []float64{2 * math.E}}, Pair{[]float64{1, 2, 3, 4, 5}, []float64{2, 4, 6, 8, 10}}
	draws := func(logs []float64, pairs ...Pair) [][]float64 {
		p := &pairing{logs: logs, pair: func(n int) Pair { return pairs[n] }}
		return p.drawLogs([]int32{0, 1}[:len(pairs)])
	}
	alone, both := draws([]float64{math.Ln2}, other), draws([]float64{1, math.Ln2}, single, other)
	if len(both[0]) != 1 || both[0][0] != 1 {
		t.Errorf("got %d draws of single samples, want the logarithm itself", len(both[0]))
	}
	for k, got := range both[1] {
		if got != alone[0][k] {
			t.Fatalf("draw %d of the next row: got %v, want %v as if it were alone", k, got, alone[0][k])
		}
	}
}

// The quantiles are those of the exact distribution up to 50 samples. Above they are those of the
// normal distribution with a continuity correction, which is one off for some sizes.
func TestEndsOfIntervalsOf50SamplesAreExact(t *testing.T) {
	for s, want := range map[sizes]int{
		{50, 3}: 25, {10, 50}: 152, {20, 50}: 350, // exact; the normal distribution has 24, 151 and 349
		{51, 51}: 1008, {60, 10}: 183, {51, 6}: 78, {3, 100}: 50,
	} {
		if got := s.end(0.95); got != want {
			t.Errorf("%+v: got %d, want %d", s, got, want)
		}
	}
}

// With 1 and 3 samples, U is 0 to 3, each with the chance 1/4.
func TestUOfExactlyTheLevelIsSignificant(t *testing.T) {
	for confidence, want := range map[float64]int{0: 2, 0.5: 1, 0.75: 0} {
		if got := (sizes{1, 3}).end(confidence); got != want {
			t.Errorf("confidence %v: got ratio %d as the end, want %d", confidence, got, want)
		}
	}
	for confidence, want := range map[float64]Ratio{0: {4, 4, 4}, 0.5: {4, 3, 5}} {
		low, high := ratioInterval([]float64{1}, []float64{3, 4, 5}, sizes{1, 3}.end(confidence))
		if low != want.Low || high != want.High {
			t.Errorf("confidence %v: got %v to %v, want %v to %v", confidence, low, high, want.Low, want.High)
		}
	}
}

func TestRatioNeedsValuesAbove0OnBothSides(t *testing.T) {
	if low, high := ratioInterval([]float64{1, 2}, []float64{0, 1}, 1); low != 0 || !math.IsInf(high, 1) {
		t.Errorf("a sample of 0: got %v to %v, want no interval", low, high)
	}
	if low, high := ratioInterval([]float64{0.5}, []float64{0.25}, 1); low != 0.5 || high != 0.5 {
		t.Errorf("0.25 to 0.5: got %v to %v, want 0.5", low, high)
	}
}

func TestOneValueHasNoIntervalWithAnyConfidence(t *testing.T) {
	for _, confidence := range []float64{0, 0.5, 0.95} {
		center, low, high := Location([]float64{5}, confidence)
		if center != 5 || !math.IsInf(low, -1) || !math.IsInf(high, 1) {
			t.Errorf("confidence %v: got %v in %v to %v, want 5 without an end", confidence, center, low, high)
		}
	}
}

// The smallest p-value of 1 and 2 samples is 2/3, and of 2 and 2 samples 1/3.
func TestTwoSamplesOfEachMaySuffice(t *testing.T) {
	want := "too few samples to show differences in fewer than 2 of 2 comparisons: take 2 of each"
	if got := tooFew(2, map[sizes]bool{{2, 1}: true}, Method{Alpha: 0.7, Correction: BenjaminiHochberg}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
