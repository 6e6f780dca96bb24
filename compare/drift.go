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

// speeds has how much slower than usual a side was at several times: the sums of logarithms.
type speeds struct {
	sum map[int32]float64
	n   map[int32]float64
}

func newSpeeds() speeds { return speeds{map[int32]float64{}, map[int32]float64{}} }

// add adds the samples of a search at some times.
func (s speeds) add(values []float64, times []int32) {
	center := math.Log(stats.Median(append([]float64(nil), values...)))
	for k, x := range values {
		s.sum[times[k]] += math.Log(x) - center
		s.n[times[k]]++
	}
}

// spread returns the difference between the slowest and the fastest time, as a logarithm.
func (s speeds) spread() float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for at, sum := range s.sum {
		mean := sum / s.n[at]
		least, most = min(least, mean), max(most, mean)
	}
	return max(0, most-least)
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
	s := newSide()
	seen := 0
	for _, g := range GroupBy(rows).all {
		values, runs := g.values(results.MustUnit(results.Seconds))
		if s.take(values, runs); len(values) > 1 {
			seen++
		}
	}
	if drift := math.Exp(s.byPart.spread()) - 1; seen >= driftSearches && drift >= driftShown {
		return drift
	}
	return 0
}

// side collects the speeds of a column.
type side struct {
	runs          map[int32]bool
	byRun, byPart speeds
}

func newSide() *side { return &side{map[int32]bool{}, newSpeeds(), newSpeeds()} }

// take adds the samples of a search, with the run of each. Values of 0 do not count.
func (s *side) take(values []float64, runs []int32) {
	positive, of := values[:0:0], runs[:0:0]
	several := false
	for k, x := range values {
		if !(x > 0) {
			continue
		}
		positive, of = append(positive, x), append(of, runs[k])
		several = several || runs[k] != of[0]
		s.runs[runs[k]] = true
	}
	switch {
	case len(positive) < 2:
	case several:
		s.byRun.add(positive, of)
	default:
		at := make([]int32, len(positive))
		for k := range at {
			at[k] = int32(k * parts / len(positive))
		}
		s.byPart.add(positive, at)
	}
}

// single reports whether no search of the side is in several runs.
func (s *side) single() bool { return len(s.byRun.sum) < 2 }

// drift returns the logarithm of the allowance for the side.
func (s *side) drift() float64 {
	if s.single() {
		return max(s.byPart.spread(), math.Log(1+singleRunThreshold))
	}
	return s.byRun.spread()
}

// allowance returns the factor that an interval between two sides is wider by on both ends, because the
// machine may have changed its speed between them. Single means that a side has no more than one run.
func allowance(base, other *side) (factor float64, single bool) {
	return math.Exp(max(base.drift(), other.drift())), base.single() || other.single()
}

// meet reports whether two sides have a run in common, which measured them in turns.
func meet(a, b map[int32]bool) bool {
	for run := range a {
		if b[run] {
			return true
		}
	}
	return false
}

// setDrifts sets the allowance of each column. A column that shares a run with the base needs none.
func (t *tabulation) setDrifts() {
	sides := make([]*side, len(t.cols))
	for k := range sides {
		sides[k] = newSide()
	}
	for _, groups := range t.rows {
		for _, g := range groups {
			if k, ok := t.at[g.col]; ok {
				sides[k].take(g.values(t.unit))
			}
		}
	}
	for k := 1; k < len(sides); k++ {
		base, other := sides[0], sides[k]
		if meet(base.runs, other.runs) || len(base.runs)*len(other.runs) == 0 {
			continue
		}
		t.allow[k], t.single[k] = allowance(base, other)
	}
}
