package compare

import (
	"cmp"
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
func MeasureNoise(unit string, programs ...*Groups) []Noise {
	u, test := results.MustUnit(unit), stats.NewUTest(stats.DefaultMethod)
	differences, alarms, shifts := map[string][]float64{}, map[string]int{}, map[string]float64{}
	for _, program := range programs {
		ratios := map[string]*stats.GeoMean{}
		for _, g := range program.all {
			base, other := g.halves(u)
			if min(len(base), len(other)) < minHalf {
				continue
			}
			x, y := stats.Median(base), stats.Median(other) // sorts them
			difference := 0.0
			if x != y {
				difference = math.Abs(x-y) / min(x, y)
			}
			c, _, _ := test.Compare(base, other)
			for _, solver := range []string{g.Solver, ""} {
				differences[solver] = append(differences[solver], difference)
				if x > 0 && y > 0 {
					if ratios[solver] == nil {
						ratios[solver] = &stats.GeoMean{}
					}
					ratios[solver].Add(y / x)
				}
				if difference > 0 && c.P < stats.DefaultMethod.Alpha {
					alarms[solver]++
				}
			}
		}
		for solver, r := range ratios {
			shifts[solver] = max(shifts[solver], math.Exp(math.Abs(math.Log(r.Mean())))-1)
		}
	}
	var all []Noise
	for solver, d := range differences {
		slices.Sort(d)
		all = append(all, Noise{solver, len(d), stats.Median(d), stats.Floor(d, 0.95), d[len(d)-1], shifts[solver], alarms[solver]})
	}
	slices.SortFunc(all, func(a, b Noise) int {
		return cmp.Or(-cmp.Compare(min(len(a.Solver), 1), min(len(b.Solver), 1)), cmp.Compare(a.Solver, b.Solver))
	})
	return all
}
