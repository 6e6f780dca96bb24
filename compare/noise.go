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
// compares their times in a unit, such as [CPUSeconds]. Each program is a list of runs, and only
// halves of the same program are compared. A single run is split into every other sample and the
// rest. That is fair because a run samples everything once before it samples anything again.
// Several runs are split into every other run and the rest, so that changes from run to run count
// as noise. The last element is about all solvers together. It is nil if no search has enough
// samples.
func MeasureNoise(unit string, programs ...[]*results.Rows) []Noise {
	u := results.MustUnit(unit)
	differences, alarms, shifts := map[string][]float64{}, map[string]int{}, map[string]float64{}
	for _, runs := range programs {
		half, ratios := halves(runs, u), map[string]*stats.GeoMean{}
		table := sides(u, half[0], half[1])
		for _, row := range table.Rows {
			base, other := row.Cells[0], row.Cells[1]
			if min(base.N, other.N) < minHalf {
				continue
			}
			difference := 0.0
			if base.Center != other.Center {
				difference = math.Abs(base.Center-other.Center) / min(base.Center, other.Center)
			}
			for _, solver := range []string{results.ParseLabel(row.Label).Solver, ""} {
				differences[solver] = append(differences[solver], difference)
				if base.Center > 0 && other.Center > 0 {
					if ratios[solver] == nil {
						ratios[solver] = &stats.GeoMean{}
					}
					ratios[solver].Add(other.Center / base.Center)
				}
				if difference > 0 && other.P < stats.DefaultMethod.Alpha {
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

// halves splits the measured rows of each search by runs or, if only one run has any, by turns. It
// leaves out the searches with too few rows for two halves, often all searches of a long run.
func halves(runs []*results.Rows, u results.Unit) (half [2]*results.Rows) {
	half = [2]*results.Rows{{}, {}}
	rows, ends := together(runs)
	searches := rows.Searches(rows.Solvers())
	for instance := range rows.Instances() {
		for column := range searches.Columns {
			all := searches.Of(instance, column)
			if len(all) < 2*minHalf {
				continue
			}
			var parts [][]results.Row // by run, of the runs that have measured rows
			for next := 0; len(all) > 0; next++ {
				n, _ := slices.BinarySearch(all, ends[next])
				var part []results.Row
				for _, k := range all[:n] {
					if row := rows.At(int(k)); measured(row, u) {
						part = append(part, row)
					}
				}
				if len(part) > 0 {
					parts = append(parts, part)
				}
				all = all[n:]
			}
			if len(parts) == 1 {
				parts = slices.Collect(slices.Chunk(parts[0], 1))
			}
			for n, some := range parts {
				for _, row := range some {
					half[n%2].Add(row)
				}
			}
		}
	}
	return half
}

// together returns the rows of all runs, and where the rows of each run end.
func together(runs []*results.Rows) (all *results.Rows, ends []int32) {
	all = &results.Rows{}
	for _, rows := range runs {
		if len(runs) == 1 {
			all = rows
		} else {
			all.Append(rows, "")
		}
		ends = append(ends, int32(all.Len()))
	}
	return all, ends
}

func measured(r results.Row, u results.Unit) bool {
	_, ok := u.Of(r)
	return ok && r.Measured()
}
