package stats_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"xcbench/internal/stats"
)

// R's quantile of c(10, 20, 30, 40) and of c(1, 2, 4) has these values, and with type 1 those below.
func TestQuantilesAreThoseOfR(t *testing.T) {
	for _, c := range []struct {
		of             []float64
		at, want, step float64
	}{
		{[]float64{10, 20, 30, 40}, 0, 10, 10}, {[]float64{10, 20, 30, 40}, 0.25, 17.5, 10},
		{[]float64{10, 20, 30, 40}, 0.9, 37, 40}, {[]float64{10, 20, 30, 40}, 1, 40, 40}, {[]float64{1, 2, 4}, 0.75, 3, 4},
	} {
		if got := stats.Quantile(c.of, c.at); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v of %v: got %v, want %v", c.at, c.of, got, c.want)
		}
		if got := stats.Floor(c.of, c.at); got != c.step {
			t.Errorf("the floor for %v of %v: got %v, want %v", c.at, c.of, got, c.step)
		}
	}
}

func TestMeans(t *testing.T) {
	var m stats.GeoMean
	if got := m.Mean(); got != 0 {
		t.Errorf("got %v as the mean of nothing, want 0", got)
	}
	m.Add(2)
	m.Add(8)
	if got := m.Mean(); math.Abs(got-4) > 1e-12 {
		t.Errorf("got %v, want 4", got)
	}
	for want, values := range map[float64][]float64{2: {1, 100, 2, -50, 3}, 26.5: {100, 1, 2, 3}} {
		if got := stats.TrimmedMean(values); got != want {
			t.Errorf("got the trimmed mean %v of %v, want %v", got, values, want)
		}
	}
	inf := math.Inf(1)
	if got := stats.Median([]float64{inf, 1, inf, inf}); got != inf {
		t.Errorf("got the median %v, want infinity", got)
	}
}

func TestSummariesAreThoseOfBenchmath(t *testing.T) {
	for assume, exact := range map[benchmath.Assumption]bool{benchmath.AssumeExact: true, benchmath.AssumeNothing: false} {
		for _, confidence := range []float64{0, 0.5, 0.95} {
			for _, samples := range [][]float64{{0}, {3}, {-2.5}, {3, 1, 2}, {5, 4, 5, 4, 4, 9}} {
				got := stats.Summary(slices.Clone(samples), exact, confidence)
				want := assume.Summary(benchmath.NewSample(slices.Clone(samples), &benchmath.DefaultThresholds), confidence)
				if exact && want.Lo != want.Hi { // without the values, which would make each warning a different one
					want.Warnings = []error{errors.New("exact distribution expected, but values of a cell differ")}
				}
				if median := stats.Median(slices.Clone(samples)); !exact && got.Center != median {
					t.Errorf("%v: got %v, want the median %v", samples, got.Center, median)
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%v, exact %v, confidence %v: got %+v, want %+v", samples, exact, confidence, got, want)
				}
			}
		}
	}
}
