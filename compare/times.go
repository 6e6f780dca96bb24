package compare

import (
	"cmp"
	"fmt"
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
func CheckTimes(unit string, baseline, now *Groups, threshold Threshold) (TimeCheck, error) {
	u := results.UnitNamed(unit)
	rule := timeRule{Threshold: threshold, higher: now.Units.GetBetter(unit) > 0}
	t, sides := baseline.against(now, u)
	if !slices.ContainsFunc(sides, func(s [2]*Group) bool { return len(s[1].rows) > 0 && together(s[:]...) }) {
		return TimeCheck{}, fmt.Errorf("%s and %s have no values in %s in common: not the same searches, "+
			"not the same machine, or a counter that the kernel does not give (virtual machines often have none, and "+
			"kernel.perf_event_paranoid may deny it)", baseline.Label, now.Label, u.Name)
	}
	rule.drift = max(1, t.Verdicts[1].Drift)
	var rows, summary []Finding
	stalled := 0 // how many samples show whether a search stops again
	of := map[results.Search][]stats.Pair{}
	for k, s := range sides {
		old := s[0]
		f := Finding{Search: old.Search, Verdict: Same, Time: true}
		rule.check(&f, u, s, t.Rows[k].Cells)
		if rows = append(rows, f); f.Verdict == Undecided {
			stalled = max(stalled, t.Rows[k].Cells[0].N+1)
		}
		if !t.Rows[k].Cells[1].Compared {
			continue
		}
		if p, _ := t.pair(t.searches[k][0], 1); min(slices.Min(p.Base), slices.Min(p.Other)) > 0 {
			of[results.Search{Solver: f.Solver}] = append(of[results.Search{Solver: f.Solver}], p)
			if _, own := threshold.Given[f.Solver]; !own { // or the family would fail by the threshold of others
				family := results.Search{InstanceID: results.Row{Family: old.family(), Name: "*"}.InstanceID()}
				of[family] = append(of[family], p)
			}
		}
	}
	needed := t.shortOf()
	if needed > 0 {
		summary = []Finding{{Verdict: Undecided, Time: true, Rows: len(sides),
			Note: fmt.Sprintf("too few samples to mark a single one of %d rows", len(sides))}}
	}
	groups, more := rule.checkGroups(unit, of)
	summary = append(summary, groups...)
	sortFindings(summary)
	sortFindings(rows)
	return TimeCheck{append(summary, rows...), max(needed, more, stalled), rule.howDecided(groups),
		results.DistinctMachines(slices.Concat(baseline.rows.Machines(), now.rows.Machines()))}, nil
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
		if values, _ := one.values(u); len(values) == 0 || !results.Valued(one.status()) {
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
	drift  float64 // of the machine, as a factor
	higher bool    // a higher value is better
}

// slowdown returns the ratio of the old value to the new one if higher values are better, or else of the new
// value to the old one.
func (t timeRule) slowdown(r stats.Ratio) stats.Ratio {
	if t.higher {
		return stats.Ratio{Value: 1 / r.Value, Low: 1 / r.High, High: 1 / r.Low}
	}
	return r
}

// howDecided says how times were decided.
func (t timeRule) howDecided(groups []Finding) string {
	text := "times: a row fails if the U test marks it and it exceeds " + t.String()
	if t.drift > 1 {
		text += fmt.Sprintf(", with an allowance of %s for the drift of the machine", percent(t.drift-1))
	}
	if len(groups) == 0 {
		return text
	}
	least, most := math.Inf(1), 0.0
	for _, f := range groups {
		x := t.ofGroup(f.Solver, f.Rows)
		least, most = min(least, x), max(most, x)
	}
	by := percent(least)
	if most > least {
		by += " to " + percent(most)
	}
	return text + "; a solver or a family if its whole interval exceeds " + by
}

// check gives the finding its verdict, from the cells that compare the search. A search that was
// stopped may take more time than before by the drift and the threshold.
func (t timeRule) check(f *Finding, u results.Unit, sides [2]*Group, cells []Cell) {
	old, now, threshold := cells[0], cells[1], t.of(f.Solver)
	c := Change{Unit: u.Name, Old: old.Center}
	switch {
	case !now.Has():
		f.Verdict, f.Note = Missing, "not in the run"
	case !together(sides[:]...):
		f.Verdict, f.Note = Missing, "measured on another machine, or on several"
	case now.Status == results.Killed:
		f.Verdict, f.Note = Missing, string(now.Status)
	case !results.Valued(now.Status):
		stalled := false
		c.New, stalled = sides[1].longest(u)
		switch f.Note = string(now.Status); {
		case now.Status == cover.Timeout && stalled:
			f.Verdict, f.Note = Undecided, "timeout, but other processes had the processor for most of its time"
		case now.Status != cover.Timeout || c.New > c.Old*t.drift*(1+threshold):
			f.Verdict = Slower
		}
	case now.Differs:
		c.New, c.Samples = now.Center, &Samples{old.N, now.N, now.P}
		switch ratio := t.slowdown(stats.Ratio{Value: c.New / c.Old}).Value; {
		case ratio > 1+threshold:
			f.Verdict = Slower
		case ratio < 1/(1+threshold):
			f.Verdict = Faster
		}
		if f.Verdict != Same {
			f.Note = "more than " + percent(threshold)
		}
	default:
		return
	}
	f.Changes = []Change{c}
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
