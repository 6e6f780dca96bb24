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
	Pairs  int     // of halves, an instance each, with at least minHalf samples in both
	Median float64 // of the differences of the halves' medians, as a part of the smaller one
	Floor  float64 // 95 of 100 differences are not above it
	Most   float64
	Alarms int // pairs that a Mann-Whitney U test calls different at the 5% level
}

// minHalf is the least number of samples in which a U test can find a difference.
const minHalf = 4

// MeasureNoise splits the samples of a program, solver by solver and instance by instance,
// into halves that have no cause to differ, and compares their times: of a single run
// every other sample, which is fair as a run goes round by round, and of several
// runs every other run, so that what changes from run to run is noise too. Each
// program is a list of runs; the halves of each are compared, never one program with
// another. The last element is of all solvers together.
func MeasureNoise(programs ...[][]Row) []Noise { return MeasureNoiseIn(Seconds, programs...) }

// MeasureNoiseIn is [MeasureNoise] of times in another unit, as [CPUSeconds]. Samples without a value
// in it do not count.
func MeasureNoiseIn(unit string, programs ...[][]Row) []Noise {
	differences, alarms := map[string][]float64{}, map[string]int{}
	for _, runs := range programs {
		for _, h := range halve(runs, unit) {
			if min(len(h.times[0]), len(h.times[1])) < minHalf {
				continue
			}
			d, p := apart(h.times[0], h.times[1])
			for _, solver := range []string{h.solver, ""} {
				differences[solver] = append(differences[solver], d)
				if p < 0.05 {
					alarms[solver]++
				}
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

// halves are the times of one solver on one instance.
type halves struct {
	solver string
	times  [2][]float64
}

// halve splits the samples of each search by runs or, if only one run has any, by turns.
func halve(runs [][]Row, unit string) []halves {
	byRun := map[Search][][]float64{} // without the runs that have none
	var order []Search
	for _, rows := range runs {
		begun := map[Search]bool{}
		for _, r := range rows {
			if !r.Measured() || r.Value(unit) == 0 && unit != Seconds {
				continue
			}
			k := r.Key()
			if byRun[k] == nil {
				order = append(order, k)
			}
			if !begun[k] {
				begun[k] = true
				byRun[k] = append(byRun[k], nil)
			}
			at := len(byRun[k]) - 1
			byRun[k][at] = append(byRun[k][at], r.Value(unit))
		}
	}
	var all []halves
	for _, k := range order {
		h := halves{solver: k.Solver}
		for n, times := range byRun[k] {
			for i, x := range times {
				side := n % 2
				if len(byRun[k]) == 1 {
					side = i % 2
				}
				h.times[side] = append(h.times[side], x)
			}
		}
		all = append(all, h)
	}
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
