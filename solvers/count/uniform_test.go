package count

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"xcbench/internal/corpustest"
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
	cube := 1 - 2/(9*free) + 3.0902*sqrt(2/(9*free))
	return statistic, free * cube * cube * cube
}

func sqrt(x float64) float64 {
	root, _ := new(big.Float).Sqrt(big.NewFloat(x)).Float64()
	return root
}

func TestSamplesAreUniform(t *testing.T) {
	for _, c := range []struct {
		id        string
		solutions int
	}{{"domino/4x6", 281}, {"queens/6", 4}, {"langford/7", 26}, {"matching/k8", 105}} {
		for name, s := range diagrammers() {
			d := diagramOf(t, s, corpustest.Problem(c.id))
			drawn := map[string]int{}
			for options := range d.Samples(100*c.solutions, 2026) {
				drawn[setOf(options)]++
			}
			if got, limit := chiSquare(drawn, c.solutions); got > limit {
				t.Errorf("%s, %s: got a chi-square of %.1f, want at most %.1f", c.id, name, got, limit)
			}
		}
	}
}

// A walk that takes each transition with the same probability is the usual mistake. The test of
// uniformity finds it.
func TestTheTestOfUniformityFindsAWalkWithoutCounts(t *testing.T) {
	d := diagramOf(t, Frontier(Input).(Diagrammer), corpustest.Problem("domino/4x6"))
	rng, drawn := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for range 28100 {
		var options []int
		for state := 0; state < d.States(); {
			from, to := d.out(state)
			e := d.edges.at(from + rng.IntN(to-from))
			options, state = append(options, int(e.option)), int(e.to)
		}
		drawn[setOf(options)]++
	}
	if got, limit := chiSquare(drawn, 281); got <= limit {
		t.Errorf("got a chi-square of %.1f for a biased walk, want more than %.1f", got, limit)
	}
}

// With two options for each of n items, any set of n choices is a solution: a sample is n random
// bits, of which a 64-bit number would have the first 64 only.
func TestSamplesBeyond64BitsAreUniform(t *testing.T) {
	const n, draws = 150, 2000
	var options [][]int
	for i := range n {
		options = append(options, []int{i}, []int{i})
	}
	d := diagramOf(t, Frontier(Input).(Diagrammer), problem(t, n, n, options))
	if got := d.Count().BitLen(); got != n+1 || d.limbs != 3 {
		t.Fatalf("got a count of %d bits in %d limbs, want %d", got, d.limbs, n+1)
	}
	ones, pairs := make([]int, n), make([]int, n)
	for options := range d.Samples(draws, 3) {
		for i, o := range options {
			ones[i] += o & 1
			pairs[i] += (o ^ options[(i+1)%n]) & 1
		}
	}
	for i := range n { // 5 standard deviations
		if off := max(ones[i], draws-ones[i], pairs[i], draws-pairs[i]) - draws/2; off > 112 {
			t.Errorf("bit %d: got %d ones and %d changes in %d draws, want about half", i, ones[i], pairs[i], draws)
		}
	}
}

func TestTheSeedDeterminesTheSamples(t *testing.T) {
	d := diagramOf(t, Frontier(Breadth).(Diagrammer), corpustest.Problem("domino/12x12"))
	draw := func(seed uint64) (all []string) {
		for options := range d.Samples(3, seed) {
			all = append(all, fmt.Sprint(options))
		}
		return all
	}
	if one, again := draw(1), draw(1); !slices.Equal(one, again) {
		t.Error("got other samples from the same seed")
	}
	if one, two := draw(1), draw(2); slices.Equal(one, two) {
		t.Error("got the same samples from two seeds")
	}
}
