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
	u := results.MustUnit(unit)
	t, sides := baseline.against(now, u)
	if !slices.ContainsFunc(sides, func(s [2]*Group) bool { return len(s[1].rows) > 0 && together(s[:]...) }) {
		return TimeCheck{}, fmt.Errorf("%s and %s have no values in %s in common: not the same searches, "+
			"not the same machine, or a counter that the kernel does not give (virtual machines often have none, and "+
			"kernel.perf_event_paranoid may deny it)", baseline.Label, now.Label, u.Name)
	}
	drift := max(1, t.Verdicts[1].Drift)
	var rows, summary []Finding
	of := map[results.Search][]stats.Pair{}
	for k, s := range sides {
		old := s[0]
		f := Finding{Search: old.Search, Verdict: Same, Time: true}
		f.checkTime(u, s, t.Rows[k].Cells, drift, threshold.of(f.Solver))
		rows = append(rows, f)
		if !t.Rows[k].Cells[1].Compared {
			continue
		}
		if p, _ := t.pair(t.searches[k][0], 1); min(slices.Min(p.Base), slices.Min(p.Other)) > 0 {
			for _, group := range []results.Search{{Solver: f.Solver}, {InstanceID: old.family() + "/*"}} {
				of[group] = append(of[group], p)
			}
		}
	}
	needed := t.shortOf()
	if needed > 0 {
		summary = []Finding{{Verdict: Undecided, Time: true, Rows: len(sides),
			Note: fmt.Sprintf("too few samples to mark a single one of %d rows", len(sides))}}
	}
	groups, more := checkGroups(unit, of, threshold, drift)
	summary = append(summary, groups...)
	sortFindings(summary)
	sortFindings(rows)
	return TimeCheck{append(summary, rows...), max(needed, more), howDecided(groups, threshold, drift),
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

// howDecided says how times were decided.
func howDecided(groups []Finding, threshold Threshold, drift float64) string {
	text := "times: a row fails if the U test marks it and it exceeds " + threshold.String()
	if drift > 1 {
		text += fmt.Sprintf(", with an allowance of %s for the drift of the machine", percent(drift-1))
	}
	if len(groups) == 0 {
		return text
	}
	least, most := math.Inf(1), 0.0
	for _, f := range groups {
		x := threshold.ofGroup(f.Solver, f.Rows)
		least, most = min(least, x), max(most, x)
	}
	by := percent(least)
	if most > least {
		by += " to " + percent(most)
	}
	return text + "; a solver or a family if its whole interval exceeds " + by
}

// checkTime gives the finding its verdict, from the cells that compare the search. A search that was
// stopped may take more time than before by the drift and the threshold.
func (f *Finding) checkTime(u results.Unit, sides [2]*Group, cells []Cell, drift, threshold float64) {
	old, now := cells[0], cells[1]
	c := Change{Unit: u.Name, Old: old.Center}
	switch {
	case now.Status == "":
		f.Verdict, f.Note = Missing, "not in the run"
	case !together(sides[:]...):
		f.Verdict, f.Note = Missing, "measured on another machine, or on several"
	case now.Status == results.Killed:
		f.Verdict, f.Note = Missing, string(now.Status)
	case !results.Valued(now.Status):
		c.New, f.Note = sides[1].longest(u), string(now.Status)
		if now.Status != cover.Timeout || c.New > c.Old*drift*(1+threshold) {
			f.Verdict = Slower
		}
	case now.Differs:
		c.New, c.Samples = now.Center, &Samples{old.N, now.N, now.P}
		switch ratio := c.New / c.Old; {
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
// value in the unit.
func (g *Group) longest(u results.Unit) (most float64) {
	for _, row := range g.samples() {
		x, ok := u.Of(row)
		if !ok {
			x = row.Search
		}
		if !row.Measured() {
			most = max(most, x)
		}
	}
	return most
}
