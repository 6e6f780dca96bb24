package compare

import (
	"math"
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Two sides whose searches were not measured in turns differ by what the program does, and by how the
// machine's speed changed from one to the other. Samples of a side show how much its speed changes: from
// run to run if it has several runs, or else from one part of the run to another. That much is allowed
// for in each interval. A single run shows too little, so at least singleRunThreshold is allowed for.

// parts is how many parts of a run are compared with each other. The default plan has as many rounds. A run
// samples everything once before it samples anything again, so the nth samples of all its searches are
// of one time. With 4 parts, a load that changes slowly made 2 to 7 of 30 pairs of runs of one program
// have a marked row, and with 12 none.
const parts = 12

// pace has how much slower than usual a side was in each run, or in each part of the runs. Its keys are
// numbers of runs and of parts.
type pace struct {
	runs          map[run]bool
	byRun, byPart map[int32]*stats.GeoMean
	several       int // searches with several samples
}

// run is a run of some searches.
type run struct {
	in *Groups
	n  int32
}

// paceOf returns the pace of some searches. Values of 0 do not count.
func paceOf(groups []*Group, u results.Unit) pace {
	p := pace{map[run]bool{}, map[int32]*stats.GeoMean{}, map[int32]*stats.GeoMean{}, 0}
	for _, g := range groups {
		var values []float64
		var runs []int32
		for n, row := range g.samples() {
			if x, ok := u.Of(row); ok && x > 0 && results.Valued(row.Status) {
				values, runs, p.runs[run{g.in, n}] = append(values, x), append(runs, n), true
			}
		}
		if len(values) < 2 {
			continue
		}
		p.several++
		usual, single := stats.Median(slices.Clone(values)), runs[0] == runs[len(runs)-1]
		for k, x := range values {
			of, at := p.byRun, runs[k]
			if single {
				of, at = p.byPart, int32(k*parts/len(runs))
			}
			if of[at] == nil {
				of[at] = &stats.GeoMean{}
			}
			of[at].Add(x / usual)
		}
	}
	return p
}

// spread returns the ratio of the slowest time to the fastest.
func spread(times map[int32]*stats.GeoMean) float64 {
	least, most := math.Inf(1), 0.0
	for _, m := range times {
		least, most = min(least, m.Mean()), max(most, m.Mean())
	}
	return max(1, most/least)
}

// single reports whether no search is in several runs.
func (p pace) single() bool { return len(p.byRun) == 0 }

// drift returns the factor that allows for the side's changes of speed.
func (p pace) drift() float64 {
	if p.single() {
		return max(spread(p.byPart), 1+singleRunThreshold)
	}
	return spread(p.byRun)
}

// setDrifts sets the allowance of each column. A column that shares a run with the base needs none.
func (t *tabulation) setDrifts(all []*Group) {
	of := make([][]*Group, len(t.Columns))
	for _, g := range all {
		if results.Valued(g.status) {
			of[t.at[g.col]] = append(of[t.at[g.col]], g)
		}
	}
	base := paceOf(of[0], t.unit)
	for k := range of[1:] {
		other := paceOf(of[k+1], t.unit)
		apart := len(base.runs)*len(other.runs) > 0
		for run := range base.runs {
			apart = apart && !other.runs[run]
		}
		if v := &t.Verdicts[k+1]; apart {
			v.Drift, v.Single = max(base.drift(), other.drift()), base.single() || other.single()
		}
	}
}

// allow widens an interval by the drift of the machine. A drift of 0 changes nothing.
func allow(r stats.Ratio, drift float64) stats.Ratio {
	drift = max(drift, 1)
	return stats.Ratio{Value: r.Value, Low: r.Low / drift, High: r.High * drift}
}

// driftShown is the least drift of a run that is worth a warning: twice what is allowed for anyway. It
// needs that many searches, so that it is not the noise of a few.
const (
	driftShown    = 2 * singleRunThreshold
	driftSearches = 8
)

// Drift returns by how much the speed of the machine changed during a run, as a part of the fastest. It
// is 0 if it was less than one would notice.
func Drift(rows *results.Rows) float64 {
	p := paceOf(GroupBy(rows).all, results.MustUnit(results.Seconds))
	if drift := spread(p.byPart) - 1; p.several >= driftSearches && drift >= driftShown {
		return drift
	}
	return 0
}
