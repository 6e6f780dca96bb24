package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Threshold is the greatest difference of times that passes, as a fraction: 0.05 is 5%.
type Threshold struct {
	Of    map[string]float64 // by solver, and "" for all others
	given map[string]bool    // those that are given, and not measured; means have the same thresholds
	Shift float64            // how much all times together differ although the program is the same
	From  string             // where these come from, such as "the noise of old"
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

	// singleRunThreshold is the smallest threshold of all if either program has a single run, which
	// cannot show the drift of the machine from run to run.
	singleRunThreshold = 0.05

	// manyPairs is the smallest number of pairs for a noise floor of 95 in 100. Of fewer pairs, 95
	// in 100 are all pairs.
	manyPairs = 20
)

// NoiseThreshold returns the noise floor of each solver as its threshold. A solver with few pairs
// of halves gets the noise floor of all solvers, if that is greater. No noise is too few samples.
func NoiseThreshold(noise []Noise, from string) Threshold {
	if len(noise) == 0 {
		return Threshold{Of: map[string]float64{"": DefaultThreshold}, From: "as the samples are too few to measure noise"}
	}
	t := Threshold{Of: map[string]float64{}, Shift: noise[len(noise)-1].Shift, From: from}
	for _, n := range slices.Backward(noise) { // the last one is of all solvers
		least := leastThreshold
		if n.Pairs < manyPairs {
			least = max(least, t.Of[""])
		}
		t.Of[n.Solver] = max(n.Floor, least)
	}
	return t
}

// NoiseOf returns the noise in the samples of two programs as the threshold between them.
func NoiseOf(unit string, old, now *Groups) Threshold {
	return NoiseThreshold(MeasureNoise(unit, old, now), "the noise in the samples of these runs")
}

// With returns the threshold with some that are given, by solver, and "" for all others.
func (t Threshold) With(given map[string]float64) Threshold {
	t.Of, t.given = maps.Clone(t.Of), map[string]bool{}
	for solver, x := range given {
		t.Of[solver], t.given[solver] = x, true
	}
	if len(given) > 0 {
		t.From = strings.TrimPrefix(t.From+", or as given", ", or ")
	}
	return t
}

// of returns the threshold of a solver, or of a family if solver is "", over a number of rows. The noise of a
// mean of n rows is the noise of a row divided by the root of n. What shifts all rows together does not average
// out. Its estimate is one difference, or two, so twice the estimate may occur by chance.
func (t Threshold) of(solver string, rows int) float64 {
	x, own := t.Of[solver]
	if !own {
		solver, x = "", t.Of[""]
	}
	if rows == 1 || t.given[solver] {
		return x
	}
	return max(leastGroupThreshold, x/math.Sqrt(float64(rows)), 2*t.Shift)
}

// String returns the least and the greatest threshold in one line: "1.0% to 2.5%, as given".
func (t Threshold) String() string {
	all := slices.Sorted(maps.Values(t.Of))
	text := percent(all[0])
	if most := percent(all[len(all)-1]); most != text {
		text += " to " + most
	}
	return text + ", " + t.From
}

func percent(part float64) string { return fmt.Sprintf("%.1f%%", 100*part) }
