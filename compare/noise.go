package compare

import (
	"maps"
	"math"
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Noise is the result of comparing the samples of a solver with each other: how much the medians of
// two halves differ although the program is the same.
type Noise struct {
	Solver string  // "" for all solvers together
	Pairs  int     // of halves, one for each instance with at least minHalf samples in both
	Median float64 // of the differences of the halves' medians, as a part of the smaller median
	Floor  float64 // 95 of 100 differences are not above it
	Most   float64
	Shift  float64 // of all pairs together: the difference of the halves' geometric means
	Alarms int     // pairs that a Mann-Whitney U test calls different at the 5% level, without correction

	differences []float64 // of all pairs
}

// minHalf is the number of samples that each half needs: with fewer, no U test finds a difference.
const minHalf = 4

// MeasureNoise splits the samples of each search into two halves that have no cause to differ, and
// compares their times in a unit, such as [results.CPUSeconds]. Only halves of the same program are
// compared. A single run is split into every other sample and the rest. That is fair because a run
// samples everything once before it samples anything again. Several runs are split into every other run
// and the rest, so that changes from run to run count as noise. The last element is about all solvers
// together. It is nil if no search has enough samples.
func MeasureNoise(unit string, programs ...*Groups) (all []Noise) {
	u, test := results.UnitNamed(unit), stats.NewUTest(stats.DefaultMethod)
	of := map[string]Noise{}
	for _, program := range programs {
		ratios := map[string]stats.GeoMean{}
		for _, g := range program.all {
			half := g.halves(u)
			if min(len(half[0]), len(half[1])) < minHalf {
				continue
			}
			x, y := stats.Median(half[0]), stats.Median(half[1]) // sorts them
			c, _, _ := test.Compare(half[0], half[1])
			for _, solver := range []string{g.Solver, ""} {
				n, ratio := of[solver], ratios[solver]
				if n.differences = append(n.differences, 0); x != y {
					n.differences[n.Pairs] = math.Abs(x-y) / min(x, y)
					if c.P < stats.DefaultMethod.Alpha {
						n.Alarms++
					}
				}
				if min(x, y) > 0 {
					ratio.Add(y / x)
				}
				n.Solver, n.Pairs = solver, n.Pairs+1
				of[solver], ratios[solver] = n, ratio
			}
		}
		for solver, ratio := range ratios {
			if n, mean := of[solver], ratio.Mean(); mean > 0 {
				n.Shift = max(n.Shift, mean-1, 1/mean-1)
				of[solver] = n
			}
		}
	}
	for _, solver := range slices.Sorted(maps.Keys(of)) {
		n := of[solver]
		slices.Sort(n.differences)
		n.Median, n.Floor, n.Most = stats.Median(n.differences), stats.Floor(n.differences, 0.95), n.differences[n.Pairs-1]
		all = append(all, n)
	}
	if len(all) > 0 { // the first one is about all solvers
		all = append(all[1:], all[0])
	}
	return all
}

// halves splits the samples by every other run or, if only one run has any, by every other sample.
func (g *Group) halves(u results.Unit) (half [2][]float64) {
	values, runs, _ := g.values(u)
	part := 0
	for k, x := range values {
		if k > 0 && (runs[0] == runs[len(runs)-1] || runs[k] != runs[k-1]) {
			part++
		}
		half[part%2] = append(half[part%2], x)
	}
	return half
}
