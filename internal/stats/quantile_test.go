package stats_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"xcbench/internal/stats"
)

func TestMedianOfAnEvenNumberIsTheMeanOfTheMiddlePair(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{4, 1}, 2.5}, {[]float64{9, 1, 2}, 2}, {[]float64{8, 1, 4, 2}, 3}, {[]float64{inf, 1, inf, 2}, inf}} {
		if got := stats.Median(slices.Clone(c.values)); got != c.want {
			t.Errorf("%v: got %v, want %v", c.values, got, c.want)
		}
	}
}

// R's quantile of c(10, 20, 30, 40) and of c(1, 2, 4) has these values, and with type 1 those below.
func TestQuantilesAreThoseOfR(t *testing.T) {
	for _, c := range []struct {
		of             []float64
		at, want, step float64
	}{
		{[]float64{10, 20, 30, 40}, 0, 10, 10}, {[]float64{10, 20, 30, 40}, 0.25, 17.5, 10},
		{[]float64{10, 20, 30, 40}, 0.5, 25, 20}, {[]float64{10, 20, 30, 40}, 0.9, 37, 40},
		{[]float64{10, 20, 30, 40}, 1, 40, 40}, {[]float64{1, 2, 4}, 0, 1, 1}, {[]float64{1, 2, 4}, 0.25, 1.5, 1},
		{[]float64{1, 2, 4}, 0.5, 2, 2}, {[]float64{1, 2, 4}, 0.75, 3, 4}, {[]float64{1, 2, 4}, 1, 4, 4},
	} {
		if got := stats.Quantile(c.of, c.at); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v of %v: got %v, want %v", c.at, c.of, got, c.want)
		}
		if got := stats.Floor(c.of, c.at); got != c.step {
			t.Errorf("the floor for %v of %v: got %v, want %v", c.at, c.of, got, c.step)
		}
	}
}

func TestFloorIsAbove95Of100Values(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 2: 2, 19: 19, 20: 19, 21: 20, 40: 38, 41: 39, 100: 95, 101: 96} {
		values := make([]float64, n)
		for k := range values {
			values[k] = float64(k + 1)
		}
		if got := stats.Floor(values, 0.95); got != want {
			t.Errorf("1 to %d: got %v, want %v", n, got, want)
		}
	}
}
func TestMeanOfNothingIs0(t *testing.T) {
	var m stats.GeoMean
	if got := m.Mean(); got != 0 {
		t.Errorf("got %v, want 0", got)
	}
	for _, x := range []float64{2, 8, 4} {
		m.Add(x)
	}
	if got := m.Mean(); math.Abs(got-4) > 1e-12 {
		t.Errorf("got %v, want 4", got)
	}
}

func TestSingleSampleHasTheSummaryOfBenchmath(t *testing.T) {
	for assume, exact := range map[benchmath.Assumption]bool{benchmath.AssumeExact: true, benchmath.AssumeNothing: false} {
		for _, confidence := range []float64{0, 0.5, 0.95} {
			for _, x := range []float64{0, 3, -2.5} {
				got := stats.NewSummarizer(exact, confidence).Of([]float64{x})
				want := assume.Summary(benchmath.NewSample([]float64{x}, &benchmath.DefaultThresholds), confidence)
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%v, exact %v, confidence %v: got %+v, want %+v", x, exact, confidence, got, want)
				}
			}
		}
	}
}

func TestCentersAreMediansOrTheMostFrequentValues(t *testing.T) {
	measured, exact := stats.NewSummarizer(false, 0.95), stats.NewSummarizer(true, 0.95)
	for _, c := range []struct {
		samples       []float64
		median, often float64
	}{{[]float64{3, 1, 2}, 2, 1}, {[]float64{5, 4, 5, 4, 4, 9}, 4.5, 4}, {[]float64{7}, 7, 7}, {[]float64{8, 1, 4, 2}, 3, 1}} {
		if got := measured.Of(slices.Clone(c.samples)).Center; got != c.median || got != stats.Median(slices.Clone(c.samples)) {
			t.Errorf("%v: got a median of %v, want %v", c.samples, got, c.median)
		}
		if got := exact.Of(slices.Clone(c.samples)).Center; got != c.often {
			t.Errorf("%v: got %v as the most frequent value, want %v", c.samples, got, c.often)
		}
	}
}
