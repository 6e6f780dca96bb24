package compare

import (
	"maps"
	"math"
	"slices"

	"xcbench/internal/stats"
	"xcbench/results"
)

// The samples must be able to show a change of a solver by visible, or else they decide nothing. On
// few instances it is visibleRow divided by the root of their number.
const (
	visible    = 0.10
	visibleRow = 0.50
)

// checkGroups gives each solver and each family its verdict, from the interval of the geometric mean
// of its ratios, which the drift of the machine makes wider. Without a sign of drift, the allowance is less
// than a change that should be visible. Bonferroni's correction widens the intervals: the chance of any wrong
// interval is alpha. A group is slower if its whole interval exceeds the threshold. A solver is undecided if its
// interval has both 1 and a change that should be visible; families are too small for that. Then
// checkGroups also returns how many samples of each side would narrow the interval enough. A group of one
// is a row.
func (t timeRule) checkGroups(unit string, of map[results.Search][]stats.Pair) (groups []Finding, needed int) {
	maps.DeleteFunc(of, func(_ results.Search, pairs []stats.Pair) bool { return len(pairs) == 1 })
	m := stats.DefaultMethod
	m.Confidence = 1 - m.Alpha/float64(len(of))
	for _, name := range slices.SortedFunc(maps.Keys(of), results.Search.Compare) {
		pairs := of[name]
		f := Finding{Search: name, Time: true, Rows: len(pairs)}
		own := m.FixedRatio(pairs)
		r := stats.Ratio{Value: own.Value, Low: own.Low / t.drift, High: own.High * t.drift}
		most := t.ofGroup(f.Solver, f.Rows)
		limit := visibleChange(f.Rows, most)
		switch f.Verdict = groupVerdict(t.slowdown(r), most, (1+limit)*min(t.drift, 1+singleRunThreshold)-1); {
		case f.Verdict == Undecided && f.Solver == "":
			f.Verdict = Same
		case f.Verdict == Undecided:
			needed = max(needed, samplesToSee(own, limit, pairs))
		case f.Verdict != Same:
			f.Note = "more than " + percent(most)
		}
		var old stats.GeoMean
		for _, p := range pairs {
			old.Add(stats.Median(p.Base))
		}
		f.Changes = []Change{{Unit: unit, Old: old.Mean(), New: old.Mean() * r.Value, Interval: &r}}
		groups = append(groups, f)
	}
	return groups, needed
}

// visibleChange returns the least change of a group that its samples must be able to show.
func visibleChange(rows int, threshold float64) float64 {
	return max(visible, visibleRow/math.Sqrt(float64(rows)), 2*threshold)
}

// groupVerdict returns the verdict on an interval, or Undecided if it has both 1 and a visible change.
func groupVerdict(r stats.Ratio, threshold, visible float64) GateVerdict {
	switch {
	case r.Low > 1+threshold:
		return Slower
	case r.High < 1/(1+threshold):
		return Faster
	case r.Low <= 1 && r.High > 1+visible:
		return Undecided
	}
	return Same
}

// samplesToSee returns how many samples of each side narrow an interval to half the width of a
// change. The width of an interval shrinks with the root of the number of samples.
func samplesToSee(r stats.Ratio, change float64, pairs []stats.Pair) int {
	n := math.MaxInt
	for _, p := range pairs {
		n = min(n, len(p.Base), len(p.Other))
	}
	if r.Low == 0 {
		return n + 1
	}
	narrower := math.Log(r.High/r.Low) / 2 / math.Log(1+change)
	return max(n+1, int(math.Ceil(float64(n)*narrower*narrower)))
}
