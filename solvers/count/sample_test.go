package count_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"xcbench/cover"
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

// Samples are uniform. A walk that takes each transition with the same probability is the usual
// mistake, and the test finds it.
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
	dice, biased, steps := rand.New(rand.NewPCG(1, 2)), map[string]int{}, map[string][]int{}
	for n := 0; n < 28100; {
		chosen, key := []int(nil), ""
		for {
			if key = setOf(chosen); steps[key] == nil {
				node := textbook.NewNode(corpustest.Problem("domino/4x6"), chosen)
				steps[key] = append([]int{}, node.With(max(0, node.Branch(cover.First)))...)
			}
			if len(steps[key]) == 0 {
				break
			}
			chosen = append(chosen, steps[key][dice.IntN(len(steps[key]))])
		}
		if len(chosen) == 12 {
			biased[key]++
			n++
		}
	}
	if got, limit := chiSquare(biased, 281); got <= limit {
		t.Errorf("got a chi-square of %.1f for a biased walk, want more than %.1f", got, limit)
	}
}

// A seed stands for the same samples in all versions of the package.
func TestTheSeedDeterminesTheSamples(t *testing.T) {
	d := diagram(t, solvers()["input"], problem(1, 1, [][]int{{0}, {0}, {0}, {0}, {0}}))
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
