package results

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Noise is what the samples of a solver show when they are set against themselves: how far
// two halves of them lie apart although the program is the same.
type Noise struct {
	Solver string  // "" for all solvers together
	Pairs  int     // instances with at least minHalf samples in each half
	Median float64 // of the differences of the halves' medians, as a part of the smaller one
	Floor  float64 // 95 of 100 differences are not above it
	Most   float64
	Alarms int // pairs that a Mann-Whitney U test calls different at the 5% level
}

// minHalf is the least number of samples in which a U test can find a difference.
const minHalf = 4

// MeasureNoise takes the samples of each solver on each instance in turns for one and for
// the other of two runs that never were, and compares their times. A run records its
// samples round by round, so that a drift of the machine is in both halves alike.
// The last element is of all solvers together.
func MeasureNoise(rows []Row) []Noise {
	type key struct{ id, solver string }
	samples := map[key][]float64{}
	var order []key
	for _, r := range rows {
		k := key{r.ID(), r.Solver}
		if !r.Measured() {
			continue
		}
		if samples[k] == nil {
			order = append(order, k)
		}
		samples[k] = append(samples[k], r.Search)
	}
	differences, alarms := map[string][]float64{}, map[string]int{}
	for _, k := range order {
		var halves [2][]float64
		for i, x := range samples[k] {
			halves[i%2] = append(halves[i%2], x)
		}
		if len(halves[1]) < minHalf {
			continue
		}
		d, p := apart(halves[0], halves[1])
		for _, solver := range []string{k.solver, ""} {
			differences[solver] = append(differences[solver], d)
			if p < 0.05 {
				alarms[solver]++
			}
		}
	}
	var all []Noise
	for solver, d := range differences {
		slices.Sort(d)
		all = append(all, Noise{solver, len(d), quantile(d, 0.5), quantile(d, 0.95), d[len(d)-1], alarms[solver]})
	}
	slices.SortFunc(all, func(a, b Noise) int {
		return cmp.Or(-cmp.Compare(min(len(a.Solver), 1), min(len(b.Solver), 1)), cmp.Compare(a.Solver, b.Solver))
	})
	return all
}

// apart returns how far the medians of two samples differ, and the p-value of the
// U test.
func apart(a, b []float64) (difference, p float64) {
	x, y := benchmath.NewSample(a, &benchmath.DefaultThresholds), benchmath.NewSample(b, &benchmath.DefaultThresholds)
	assume := benchmath.AssumeNothing
	s, t := assume.Summary(x, 0.95).Center, assume.Summary(y, 0.95).Center
	if s == t {
		return 0, 1
	}
	return math.Abs(s-t) / min(s, t), assume.Compare(x, y).P
}

// quantile returns the least value that the part q of the sorted values is not above.
func quantile(sorted []float64, q float64) float64 {
	return sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]
}
