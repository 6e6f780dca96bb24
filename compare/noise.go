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
	differences, of := map[string][]float64{}, map[string]Noise{}
	for _, program := range programs {
		ratios := map[string]stats.GeoMean{}
		for _, g := range program.all {
			base, other := g.halves(u)
			if min(len(base), len(other)) < minHalf {
				continue
			}
			x, y := stats.Median(base), stats.Median(other) // sorts them
			c, _, _ := test.Compare(base, other)
			for _, solver := range []string{g.Solver, ""} {
				n, ratio, difference := of[solver], ratios[solver], 0.0
				if x != y {
					difference = math.Abs(x-y) / min(x, y)
				}
				if min(x, y) > 0 {
					ratio.Add(y / x)
				}
				if difference > 0 && c.P < stats.DefaultMethod.Alpha {
					n.Alarms++
				}
				differences[solver] = append(differences[solver], difference)
				of[solver], ratios[solver] = n, ratio
			}
		}
		for solver, ratio := range ratios {
			n := of[solver]
			if mean := ratio.Mean(); mean > 0 {
				n.Shift = max(n.Shift, mean-1, 1/mean-1)
			}
			of[solver] = n
		}
	}
	for _, solver := range slices.Sorted(maps.Keys(of)) {
		n, d := of[solver], differences[solver]
		slices.Sort(d)
		n.Solver, n.Pairs, n.Median, n.Floor, n.Most = solver, len(d), stats.Median(d), stats.Floor(d, 0.95), d[len(d)-1]
		all = append(all, n)
	}
	if len(all) > 0 { // the first one is about all solvers
		all = append(all[1:], all[0])
	}
	return all
}

// halves splits the samples by every other run or, if only one run has any, by every other sample.
func (g *Group) halves(u results.Unit) (base, other []float64) {
	values, runs, _ := g.values(u)
	part := 0
	for k, x := range values {
		if k > 0 && (runs[0] == runs[len(runs)-1] || runs[k] != runs[k-1]) {
			part++
		}
		if part%2 == 0 {
			base = append(base, x)
		} else {
			other = append(other, x)
		}
	}
	return base, other
}
