package count_test

import (
	"fmt"
	"math"
	"testing"

	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// chiSquare returns the statistic of draws among classes of the same probability, and its 99.9%
// quantile by the approximation of Wilson and Hilferty (1931).
func chiSquare(drawn map[string]int, classes int) (statistic, quantile float64) {
	n := 0
	for _, times := range drawn {
		n += times
	}
	mean := float64(n) / float64(classes)
	statistic = float64(classes-len(drawn)) * mean
	for _, times := range drawn {
		statistic += (float64(times) - mean) * (float64(times) - mean) / mean
	}
	free := float64(classes - 1)
	cube := 1 - 2/(9*free) + 3.0902*math.Sqrt(2/(9*free))
	return statistic, free * cube * cube * cube
}

// Samples are uniform. The usual mistake is a walk that takes each transition with the same probability.
func TestSamplesAreUniform(t *testing.T) {
	for id, solutions := range map[string]int{"domino/4x6": 281, "queens/6": 4, "langford/7": 26, "matching/k8": 105, "edges/4_c3_s2": 32} {
		p := corpustest.Problem(id)
		for _, name := range []string{"separation", "input"} {
			drawn := map[string]int{}
			for options := range diagram(t, solvers()[name], p).Samples(60*solutions, 2026) {
				drawn[setOf(options)]++
			}
			if got, limit := chiSquare(drawn, solutions); got > limit {
				t.Errorf("%s, %s: got a chi-square of %.1f, want at most %.1f", id, name, got, limit)
			}
		}
	}
}

// A seed stands for the same samples in all versions of the package.
func TestTheSeedDeterminesTheSamples(t *testing.T) {
	d := diagram(t, solvers()["input"], textbook.Problem(1, textbook.Times(5, 0)...))
	draw := func(seed uint64) (drawn []int) {
		for options := range d.Samples(12, seed) {
			drawn = append(drawn, options...)
		}
		return drawn
	}
	if got, want := fmt.Sprint(draw(7)), "[0 1 1 3 2 3 2 1 3 3 1 1]"; got != want || fmt.Sprint(draw(8)) == want {
		t.Errorf("got the options %s and, from another seed, %v, want %s", got, draw(8), want)
	}
}
