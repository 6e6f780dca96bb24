package stats_test

import (
	"math"
	"testing"

	"xcbench/internal/stats"
)

// The smallest p-value of 6 and 6 samples is 2/924, of 5 and 5 2/252, and of 1 and 39 2/40.
func TestSamplesThatCanMarkADifference(t *testing.T) {
	for _, c := range []struct {
		base, other, comparisons int
		want                     bool
	}{{6, 6, 23, true}, {6, 6, 24, false}, {5, 5, 6, true}, {5, 5, 7, false}, {1, 39, 1, false}, {1, 40, 1, true}, {40, 1, 1, true}} {
		if got := stats.DefaultMethod.CanMark(c.base, c.other, c.comparisons); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
	for comparisons, want := range map[int]int{0: 1, 1: 4, 2: 5, 6: 5, 7: 6, 23: 6, 24: 7, 351: 9} {
		if got := stats.DefaultMethod.SamplesToMark(comparisons); got != want {
			t.Errorf("%d comparisons: got %d samples, want %d", comparisons, got, want)
		}
	}
}

// R's p.Adjust(p, "holm") and p.Adjust(p, "BH") have these values.
func TestCorrectionsOfKnownValues(t *testing.T) {
	four, three := []float64{0.01, 0.04, 0.03, 0.005}, []float64{0.5, 0.6, 0.001}
	for _, c := range []struct {
		by      stats.Correction
		name    string
		p, want []float64
	}{
		{stats.Holm, "Holm", four, []float64{0.03, 0.06, 0.06, 0.02}},
		{stats.Holm, "Holm", three, []float64{1, 1, 0.003}},
		{stats.Holm, "Holm", []float64{0.04, 0.01, 0.01}, []float64{0.04, 0.03, 0.03}},
		{stats.BenjaminiHochberg, "Benjamini-Hochberg", four, []float64{0.02, 0.04, 0.04, 0.02}},
		{stats.BenjaminiHochberg, "Benjamini-Hochberg", three, []float64{0.6, 0.6, 0.003}},
		{stats.NoCorrection, "no correction", three, three},
	} {
		times := map[float64]int{}
		for _, x := range c.p {
			times[x]++
		}
		got := c.by.Adjust(times)
		for k, x := range c.p {
			if math.Abs(got[x]-c.want[k]) > 1e-12 || c.by.String() != c.name {
				t.Errorf("%v of %v: got %v, want %v by %s", c.by, c.p, got, c.want, c.name)
			}
		}
	}
}
