package compare

import (
	"math"
	"slices"
)

// Threshold is the greatest difference of times that passes, as a fraction: 0.05 is 5%.
type Threshold struct {
	Noise map[string]float64 // measured, by solver, and "" for all others
	Given map[string]float64 // in place of the noise; means have the same thresholds
	Shift float64            // how much all times together differ although the program is the same
}

const (
	// DefaultThreshold applies if the samples are too few to measure their noise.
	DefaultThreshold = 0.05

	// leastThreshold is the smallest threshold of a search. The position of code in memory changes
	// times by as much from build to build, and the samples of one build do not show it.
	leastThreshold = 0.01

	// leastGroupThreshold is the smallest threshold of a solver or a family. The position of code
	// changes the times of a solver on all instances alike, so it does not average out.
	leastGroupThreshold = 0.02

	// manyPairs is the smallest number of pairs for a noise floor of 95 in 100. Of fewer pairs, 95
	// in 100 are all pairs.
	manyPairs = 20
)

// NoiseThreshold returns the noise floor of each solver as its threshold. A solver with few pairs
// of halves gets the noise floor of all solvers, if that is greater. No noise is too few samples.
func NoiseThreshold(noise []Noise) Threshold {
	if len(noise) == 0 {
		return Threshold{Noise: map[string]float64{"": DefaultThreshold}}
	}
	t := Threshold{Noise: map[string]float64{}, Shift: noise[len(noise)-1].Shift}
	for _, n := range slices.Backward(noise) { // the last one is of all solvers
		least := leastThreshold
		if n.Pairs < manyPairs {
			least = max(least, t.Noise[""])
		}
		t.Noise[n.Solver] = max(n.Floor, least)
	}
	return t
}

// of returns the threshold of a solver, or of a family if solver is "", over a number of rows. The noise of a
// mean of n rows is the noise of a row divided by the root of n. What shifts all rows together does not average
// out. Its estimate is one difference, or two, so twice the estimate may occur by chance.
func (t Threshold) of(solver string, rows int) float64 {
	for _, name := range [...]string{solver, ""} {
		if x, ok := t.Given[name]; ok {
			return x
		}
		if x, ok := t.Noise[name]; ok {
			if rows > 1 {
				x = max(leastGroupThreshold, x/math.Sqrt(float64(rows)), 2*t.Shift)
			}
			return x
		}
	}
	return 0
}
