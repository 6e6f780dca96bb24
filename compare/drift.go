package compare

import (
	"math"

	"xcbench/internal/stats"
	"xcbench/results"
)

// Two sides whose searches were not measured in turns differ by what the program does, and by how the
// machine's speed changed from one to the other. Samples of a side show how much its speed changes: from
// run to run if it has several runs, or else from one part of the run to another. That much is allowed
// for in each interval. A single run shows too little, so at least singleRunThreshold is allowed for.

// parts is how many parts of a run are held against each other, one a round of the default plan. A run
// samples everything once before it samples anything again, so the nth samples of all its searches are
// of one time. With 4 parts, a load that changes slowly made 2 to 7 of 30 pairs of runs of one program
// have a marked row, and with 12 none.
const parts = 12

// pace has how much slower than usual a side was in each run, or in each part of the runs.
type pace map[int32]*stats.GeoMean

// add adds a sample that took some times as long as usual.
func (p pace) add(at int32, times float64) {
	if p[at] == nil {
		p[at] = &stats.GeoMean{}
	}
	p[at].Add(times)
}

// spread returns the ratio of the slowest time to the fastest.
func (p pace) spread() float64 {
	least, most := math.Inf(1), 0.0
	for _, m := range p {
		least, most = min(least, m.Mean()), max(most, m.Mean())
	}
	return max(1, most/least)
}

// column has the pace of the samples of a column.
type column struct {
	runs          map[run]bool
	byRun, byPart pace
}

// run is a run of some searches.
type run struct {
	in *Groups
	n  int32
}

func newColumn() *column { return &column{map[run]bool{}, pace{}, pace{}} }

// take adds the samples of a search, and returns how many it has. Values of 0 do not count.
func (c *column) take(g *Group, u results.Unit) int {
	values, runs := g.values(u)
	var positive []float64
	var of []int32
	several := false
	for k, x := range values {
		if x > 0 {
			positive, of = append(positive, x), append(of, runs[k])
			several = several || runs[k] != of[0]
			c.runs[run{g.in, runs[k]}] = true
		}
	}
	if len(positive) < 2 {
		return len(positive)
	}
	usual := stats.Median(append([]float64(nil), positive...))
	for k, x := range positive {
		if several {
			c.byRun.add(of[k], x/usual)
		} else {
			c.byPart.add(int32(k*parts/len(positive)), x/usual)
		}
	}
	return len(positive)
}

// single reports whether no search is in several runs.
func (c *column) single() bool { return len(c.byRun) == 0 }

// drift returns the factor that allows for the column's changes of speed.
func (c *column) drift() float64 {
	if c.single() {
		return max(c.byPart.spread(), 1+singleRunThreshold)
	}
	return c.byRun.spread()
}

// setDrifts sets the allowance of each column. A column that shares a run with the base needs none.
func (t *tabulation) setDrifts(all []placed) {
	columns := make([]*column, len(t.Columns))
	for k := range columns {
		columns[k] = newColumn()
	}
	for _, g := range all {
		if results.Valued(g.status()) {
			columns[t.at[g.col]].take(g.Group, t.unit)
		}
	}
	base := columns[0]
	for k, other := range columns[1:] {
		apart := len(base.runs)*len(other.runs) > 0
		for run := range base.runs {
			apart = apart && !other.runs[run]
		}
		if apart {
			v := &t.Verdicts[k+1]
			v.Drift, v.Single = max(base.drift(), other.drift()), base.single() || other.single()
		}
	}
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
	all, seen := newColumn(), 0
	for _, g := range GroupBy(rows).all {
		if all.take(&g, results.MustUnit(results.Seconds)) > 1 {
			seen++
		}
	}
	if drift := all.byPart.spread() - 1; seen >= driftSearches && drift >= driftShown {
		return drift
	}
	return 0
}
