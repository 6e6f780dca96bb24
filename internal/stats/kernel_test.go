package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
)

// Student's quantiles for 97.5% are in any table: 12.706 with 1 degree of freedom, 2.228 with 10.
func TestIntervalsOfFewRowsAreWidenedAsStudents(t *testing.T) {
	for n, want := range map[int]float64{2: math.Sqrt2 * 12.7062 / 1.95996, 11: math.Sqrt(1.1) * 2.22814 / 1.95996,
		1000: 1.0017, 1_000_000: 1} {
		if got := student(n, 0.95); math.Abs(got-want) > 1e-4 {
			t.Errorf("%d rows: got %v, want %v", n, got, want)
		}
	}
}

func TestMedianOfAResampleIsOfItsValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := 1; n < 8; n++ {
		sorted := make([]float64, n)
		for k := range sorted {
			sorted[k] = float64(k)
		}
		sum := 0.0
		const draws = 20_000
		for range draws {
			sum += resampledMedian(r, sorted, make([]int, n))
		}
		if got, want := sum/draws, float64(n-1)/2; math.Abs(got-want) > 0.05 { // by symmetry
			t.Errorf("%d values: got a mean of %v, want %v", n, got, want)
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

// A row of single samples takes no random number, so it does not change the draws of the next row.
func TestRowsOfSingleSamplesAreNotDrawn(t *testing.T) {
	single, other := Pair{[]float64{2}, []float64{2 * math.E}}, Pair{[]float64{1, 2, 3, 4, 5}, []float64{2, 4, 6, 8, 10}}
	draws := func(logs []float64, pairs ...Pair) [][]float64 {
		return drawLogs(pairs, logs, []int32{0, 1}[:len(pairs)])
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
}

// By hand: the key has the sizes, twice U of the first sample, and the sizes of the ties in order.
func TestKeyOfATestHasSizesUAndTies(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want []byte
	}{
		{[]float64{1}, []float64{2}, []byte{1, 1, 0, 1, 1}},
		{[]float64{2}, []float64{1}, []byte{1, 1, 2, 1, 1}},
		{[]float64{1}, []float64{1}, []byte{1, 1, 1, 2}},
		{[]float64{2, 2, 5}, []float64{1, 2, 4, 4}, []byte{3, 4, 14, 1, 3, 2, 1}}, // 2 * (1.5 + 1.5 + 4)
		{[]float64{7, 8}, []float64{1, 2, 3}, []byte{2, 3, 12, 1, 1, 1, 1, 1}},
	} {
		if got := ranks(nil, c.x, c.y); !slices.Equal(got, c.want) {
			t.Errorf("%v and %v: got %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestKeptResultsAreBounded(t *testing.T) {
	test := NewUTest(DefaultMethod)
	for k := range keptTests - 1 {
		test.known[fmt.Sprint("another ", k)] = benchmath.Comparison{}
	}
	for _, y := range []float64{1, 2, 0} { // the first has room
		test.Compare([]float64{1}, []float64{y})
		if got := len(test.known); got != 100_000 {
			t.Errorf("got %d kept results, want 100,000", got)
		}
	}
}
