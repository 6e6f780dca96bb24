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
	Shift float64            // how much all times together differ although the program is the same
	From  string             // where these come from, such as "the noise of old"

	// Given has thresholds that are given, by solver, and "" for all others. Means have the same thresholds.
	Given map[string]float64
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
	all := noise[len(noise)-1] // solvers
	t := Threshold{Of: map[string]float64{"": max(all.Floor, leastThreshold)}, Shift: all.Shift, From: from}
	for _, n := range noise[:len(noise)-1] {
		least := leastThreshold
		if n.Pairs < manyPairs {
			least = t.Of[""]
		}
		t.Of[n.Solver] = max(n.Floor, least)
	}
	return t
}

// NoiseOf returns the noise in the samples of two programs as the threshold between them.
func NoiseOf(unit string, old, now *Groups) Threshold {
	return NoiseThreshold(MeasureNoise(unit, old, now), "the noise in the samples of these runs")
}

// of returns the threshold of a search, and whether it is given.
func (t Threshold) of(solver string) (x float64, given bool) {
	for k, from := range []map[string]float64{t.Given, t.Of} {
		for _, name := range []string{solver, ""} {
			if x, ok := from[name]; ok {
				return x, k == 0
			}
		}
	}
	return 0, false
}

// ofGroup returns the threshold of a solver, or of a family if solver is "". The noise of a mean of n
// rows is the noise of a row divided by the root of n. What shifts all rows together does not average
// out. Its estimate is one difference, or two, so twice the estimate may occur by chance.
func (t Threshold) ofGroup(solver string, rows int) float64 {
	x, given := t.of(solver)
	if given {
		return x
	}
	return max(leastGroupThreshold, x/math.Sqrt(float64(rows)), 2*t.Shift)
}

// String returns the threshold in one line: "5.0%, naive 20.0%, as given".
func (t Threshold) String() (text string) {
	for _, solver := range slices.Sorted(maps.Keys(t.Given)) {
		text += strings.TrimSpace(solver+" "+percent(t.Given[solver])) + ", "
	}
	if text != "" {
		text += "as given"
	}
	if _, all := t.of(""); all {
		return text
	}
	if text != "" {
		text += "; of others "
	}
	return text + between(slices.Collect(maps.Values(t.Of))...) + ", " + t.From
}

// between returns the least and the greatest of some thresholds: "1.0% to 2.5%".
func between(all ...float64) string {
	text := percent(slices.Min(all))
	if most := percent(slices.Max(all)); most != text {
		text += " to " + most
	}
	return text
}

func percent(part float64) string { return fmt.Sprintf("%.1f%%", 100*part) }
