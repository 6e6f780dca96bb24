package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Threshold says by how much the times of a solver may differ, as a part: 0.05 for 5%.
type Threshold struct {
	Any  float64            // of solvers that have none of their own
	Own  map[string]float64 // by solver
	From string             // how it came about, as "as given"
}

const (
	// DefaultThreshold is for samples that are too few to measure their noise.
	DefaultThreshold = 0.05

	// leastThreshold is the least that is ever measured: where code comes to lie in memory
	// moves times by as much, and no sample of one program shows it.
	leastThreshold = 0.01

	// Of fewer pairs than this, 95 of 100 are all of them.
	manyPairs = 20
)

// NoiseThreshold is the noise floor of each solver or, where there are too few pairs of
// halves to tell, that of all solvers if it is greater.
func NoiseThreshold(noise []Noise, from string) Threshold {
	t := Threshold{DefaultThreshold, map[string]float64{}, from}
	for _, n := range noise {
		if n.Solver == "" {
			t.Any = max(n.Floor, leastThreshold)
		}
	}
	for _, n := range noise {
		least := leastThreshold
		if n.Pairs < manyPairs {
			least = t.Any
		}
		if n.Solver != "" {
			t.Own[n.Solver] = max(n.Floor, least)
		}
	}
	return t
}

func (t Threshold) of(solver string) float64 {
	if own, ok := t.Own[solver]; ok {
		return own
	}
	return t.Any
}

// String is the threshold in one line: "5.0%, as given".
func (t Threshold) String() string {
	if len(t.Own) == 0 {
		return percent(t.Any) + ", " + t.From
	}
	byValue := map[string][]string{}
	for _, solver := range slices.Sorted(maps.Keys(t.Own)) {
		x := percent(t.Own[solver])
		byValue[x] = append(byValue[x], solver)
	}
	var parts []string
	for x, solvers := range byValue {
		if len(byValue) > 1 {
			x = strings.Join(solvers, ", ") + " " + x
		}
		parts = append(parts, x)
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ") + ", " + t.From
}

func percent(part float64) string { return fmt.Sprintf("%.1f%%", 100*part) }
