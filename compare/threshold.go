package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Threshold is the greatest difference of times that passes, as a fraction: 0.05 is 5%.
type Threshold struct {
	Any   float64            // for searches of solvers without a threshold of their own
	Own   map[string]float64 // by solver
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
		return Threshold{Any: DefaultThreshold, From: "as the samples are too few to measure noise"}
	}
	last := len(noise) - 1 // of all solvers
	t := Threshold{Any: max(noise[last].Floor, leastThreshold), Own: map[string]float64{}, Shift: noise[last].Shift, From: from}
	for _, n := range noise[:last] {
		least := leastThreshold
		if n.Pairs < manyPairs {
			least = t.Any
		}
		t.Own[n.Solver] = max(n.Floor, least)
	}
	return t
}

// NoiseOf returns the noise in the samples of two programs as the threshold between them.
func NoiseOf(unit string, old, now *Groups) Threshold {
	return NoiseThreshold(MeasureNoise(unit, old, now), "the noise in the samples of these runs")
}

// given returns the threshold that is given for a solver.
func (t Threshold) given(solver string) (x float64, ok bool) {
	if x, ok = t.Given[solver]; !ok {
		x, ok = t.Given[""]
	}
	return x, ok
}

// of returns the threshold of a search.
func (t Threshold) of(solver string) float64 {
	if x, ok := t.given(solver); ok {
		return x
	}
	if own, ok := t.Own[solver]; ok {
		return own
	}
	return t.Any
}

// ofGroup returns the threshold of a solver, or of a family if solver is "". The noise of a mean of n
// rows is the noise of a row divided by the root of n. What shifts all rows together does not average
// out. Its estimate is one difference, or two, so twice the estimate may occur by chance.
func (t Threshold) ofGroup(solver string, rows int) float64 {
	if x, ok := t.given(solver); ok {
		return x
	}
	return max(leastGroupThreshold, t.of(solver)/math.Sqrt(float64(rows)), 2*t.Shift)
}

// String returns the threshold in one line: "5.0%, as given".
func (t Threshold) String() string {
	_, all := t.Given[""]
	given, noise := thresholds(t.Given, !all)+", as given", percent(t.Any)+", "+t.From
	if len(t.Own) > 0 {
		noise = thresholds(t.Own, false) + ", " + t.From
	}
	switch {
	case all:
		return given
	case len(t.Given) > 0:
		return given + "; of others " + noise
	}
	return noise
}

// thresholds lists solvers by their thresholds. A threshold of all need not be named.
func thresholds(of map[string]float64, named bool) string {
	byValue := map[string][]string{}
	for _, solver := range slices.Sorted(maps.Keys(of)) {
		x := percent(of[solver])
		byValue[x] = append(byValue[x], cmp.Or(solver, "others"))
	}
	var parts []string
	for x, solvers := range byValue {
		if named || len(byValue) > 1 {
			x = strings.Join(solvers, ", ") + " " + x
		}
		parts = append(parts, x)
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ")
}

func percent(part float64) string { return fmt.Sprintf("%.1f%%", 100*part) }
