package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

// TimeUnits are the units of times that a gate can compare. Other work on the machine moves wall time
// more than the processor's time, and instructions least.
var TimeUnits = []string{results.Seconds, results.TotalSeconds, results.CPUSeconds, results.Instructions}

// TimeCheck is the comparison of times.
type TimeCheck struct {
	Findings []Finding // on solvers and families, and then on searches; each from worst to best
	Needed   int       // how many samples of each side would decide; 0 if these samples do
	How      string    // how it was decided, in one line
	Machines []string  // if there are several; times are compared within a machine only
}

// CheckTimes compares the search times of a program with a baseline, in a unit of [TimeUnits]. A
// search is slower or faster if a Mann-Whitney U test marks the difference, corrected for the
// number of searches, and the difference exceeds the threshold. A search that has lost its time is
// slower too, unless it ran into a time limit within the threshold. A solver, or a family over all
// solvers, is slower or faster if the whole interval of its mean ratio exceeds the threshold.
//
// The check is undecided if no single search could be marked with so few samples, or if the
// interval of a solver is too wide. Times of different machines are not compared. It is an error if
// there is nothing to compare.
func CheckTimes(unit string, baseline, now *Groups, threshold Threshold) (c TimeCheck, err error) {
	t, sides := baseline.against(now, results.UnitNamed(unit))
	if !slices.ContainsFunc(sides, func(s [2]*Group) bool { return len(s[1].rows) > 0 && together(s[:]...) }) {
		return c, fmt.Errorf("%s and %s have no values in %s in common: not the same searches, "+
			"not the same machine, or a counter that the kernel does not give (virtual machines often have none, and "+
			"kernel.perf_event_paranoid may deny it)", baseline.Label, now.Label, unit)
	}
	rule := timeRule{threshold, t.unit, max(1, t.Verdicts[1].Drift), now.Units.GetBetter(unit) > 0}
	var rows []Finding
	of := map[results.Search][]stats.Pair{}
	for k, s := range sides {
		f, cells := rule.check(s, t.Rows[k].Cells), t.Rows[k].Cells
		if rows = append(rows, f); f.Verdict == Undecided { // more samples show whether it stops again
			c.Needed = max(c.Needed, cells[0].N+1)
		}
		if !cells[1].Compared {
			continue
		}
		values := t.searches[k][0].of
		if p := (stats.Pair{Base: values[0].values, Other: values[1].values}); min(p.Base[0], p.Other[0]) > 0 {
			of[results.Search{Solver: f.Solver}] = append(of[results.Search{Solver: f.Solver}], p)
			if _, own := threshold.Given[f.Solver]; !own { // or the family would fail by the threshold of others
				family := results.Search{InstanceID: results.Row{Family: s[0].family, Name: "*"}.InstanceID()}
				of[family] = append(of[family], p)
			}
		}
	}
	groups, needed := rule.checkGroups(of)
	c.Needed, c.How = max(c.Needed, needed, t.shortOf()), rule.howDecided(groups)
	if t.shortOf() > 0 {
		groups = slices.Insert(groups, 0, Finding{Verdict: Undecided, Time: true, Rows: len(sides),
			Note: fmt.Sprintf("too few samples to mark a single one of %d rows", len(sides))})
	}
	sortFindings(groups)
	sortFindings(rows)
	c.Findings, c.Machines = append(groups, rows...), results.DistinctMachines(slices.Concat(baseline.rows.Machines(), now.rows.Machines()))
	return c, nil
}

// against returns a table of the searches of two programs, and the groups of its rows. Searches without a value
// are left out.
func (g *Groups) against(now *Groups, u results.Unit) (t tabulation, sides [][2]*Group) {
	t = tabulation{Table: Table{Method: stats.DefaultMethod, Columns: []string{g.Label, now.Label}}, unit: u, whole: true, drifts: true,
		test: stats.NewUTest(stats.DefaultMethod)}
	others := map[results.Search]*Group{}
	for _, one := range now.all {
		others[one.Search] = one
	}
	var all []*Group
	for _, one := range g.all {
		if values, _ := one.values(u); len(values) == 0 || !results.Valued(one.status) {
			continue
		}
		old, other := *one, *cmp.Or(others[one.Search], &Group{in: now})
		old.row, old.col, other.row, other.col = len(sides), 0, len(sides), 1
		t.labels, sides = append(t.labels, one.Label()), append(sides, [2]*Group{&old, &other})
		all = append(all, &old, &other)
	}
	t.fill(all)
	return t, sides
}

// timeRule says when times differ.
type timeRule struct {
	Threshold
	unit   results.Unit
	drift  float64 // of the machine, as a factor
	higher bool    // a higher value is better
}

// slower returns Slower or Faster if the whole interval of a ratio, new to old, exceeds a threshold.
func (t timeRule) slower(r stats.Ratio, threshold float64) GateVerdict {
	more, less := Slower, Faster
	if t.higher {
		more, less = less, more
	}
	switch {
	case r.Low > 1+threshold:
		return more
	case r.High < 1/(1+threshold):
		return less
	}
	return Same
}

// howDecided says how times were decided.
func (t timeRule) howDecided(groups []Finding) string {
	text := "times: a row fails if the U test marks it and it exceeds " + t.String()
	if t.drift > 1 {
		text += fmt.Sprintf(", with an allowance of %s for the drift of the machine", percent(t.drift-1))
	}
	var of []float64
	for _, f := range groups {
		of = append(of, t.ofGroup(f.Solver, f.Rows))
	}
	if of == nil {
		return text
	}
	return text + "; a solver or a family if its whole interval exceeds " + between(of...)
}

// check returns the finding on a search, from the cells that compare it. A search that was
// stopped may take more time than before by the drift and the threshold.
func (t timeRule) check(sides [2]*Group, cells []Cell) Finding {
	f, old, now := Finding{Search: sides[0].Search, Verdict: Same, Time: true}, cells[0], cells[1]
	c := Change{Unit: t.unit.Name, Old: old.Center}
	threshold, _ := t.of(f.Solver)
	switch {
	case !now.Has():
		f.Verdict, f.Note = Missing, "not in the run"
	case !together(sides[:]...):
		f.Verdict, f.Note = Missing, "measured on another machine, or on several"
	case now.Status == results.Killed:
		f.Verdict, f.Note = Missing, string(now.Status)
	case !results.Valued(now.Status):
		stalled := false
		c.New, stalled = sides[1].longest(t.unit)
		switch f.Note = string(now.Status); {
		case now.Status == cover.Timeout && stalled:
			f.Verdict, f.Note = Undecided, "timeout, but other processes had the processor for most of its time"
		case now.Status != cover.Timeout || c.New > c.Old*t.drift*(1+threshold):
			f.Verdict = Slower
		}
	case now.Differs:
		x := now.Center / old.Center
		c.New, c.Samples = now.Center, &Samples{old.N, now.N, now.P}
		if f.Verdict = t.slower(stats.Ratio{Value: x, Low: x, High: x}, threshold); f.Verdict != Same {
			f.Note = "more than " + percent(threshold)
		}
	default:
		return f
	}
	f.Changes = []Change{c}
	return f
}

// longest returns the longest time of the rows that are not measured. It is wall time if a row has no
// value in the unit. It also reports whether all of them waited for the processor for more than half of their
// time.
func (g *Group) longest(u results.Unit) (most float64, stalled bool) {
	stalled = true
	for _, row := range g.samples() {
		if row.Measured() {
			continue
		}
		x, ok := u.Of(row)
		if !ok {
			x = row.Search
		}
		cpu, known := row.Costs.Of(results.CPUSeconds)
		most, stalled = max(most, x), stalled && known && cpu < row.Search/2
	}
	return most, stalled
}

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
func (t timeRule) checkGroups(of map[results.Search][]stats.Pair) (groups []Finding, needed int) {
	maps.DeleteFunc(of, func(_ results.Search, pairs []stats.Pair) bool { return len(pairs) == 1 })
	m := stats.DefaultMethod
	m.Confidence = 1 - m.Alpha/float64(len(of))
	for _, name := range slices.SortedFunc(maps.Keys(of), results.Search.Compare) {
		pairs := of[name]
		own, most := m.FixedRatio(pairs), t.ofGroup(name.Solver, len(pairs))
		r := allow(own, t.drift)
		f := Finding{Search: name, Time: true, Rows: len(pairs), Verdict: t.slower(r, most)}
		limit := max(visible, visibleRow/math.Sqrt(float64(len(pairs))), 2*most) // the least change that must be visible
		shown := (1 + limit) * min(t.drift, 1+singleRunThreshold)
		blind := r.Low <= 1 && r.High > shown
		if t.higher {
			blind = r.High >= 1 && r.Low < 1/shown
		}
		switch {
		case f.Verdict != Same:
			f.Note = "more than " + percent(most)
		case blind && name.Solver != "":
			f.Verdict, needed = Undecided, max(needed, samplesToSee(own, limit, pairs))
		}
		var old stats.GeoMean
		for _, p := range pairs {
			old.Add(stats.Median(p.Base))
		}
		f.Changes = []Change{{Unit: t.unit.Name, Old: old.Mean(), New: old.Mean() * r.Value, Interval: &r}}
		groups = append(groups, f)
	}
	return groups, needed
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
