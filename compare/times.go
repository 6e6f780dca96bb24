package compare

import (
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
	Drift    float64   // the factor by which intervals are wider, as the sides were not measured in turns
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
	check := TimeCheck{Drift: 1}
	var rows []Finding
	var all []timedPair
	common := false
	for _, machine := range baseline.rows.Machines() {
		if machine.Several() {
			continue
		}
		t, sides := baseline.against(now, u, machine)
		drift := max(1, t.Verdicts[1].Drift)
		check.Drift = max(check.Drift, drift)
		for k, s := range sides {
			f := Finding{Search: s.old.Search, Verdict: Same, Time: true}
			f.checkTime(u, s, t.Rows[k].Cells, drift, threshold.of(f.Solver))
			rows, common = append(rows, f), common || len(s.now.rows) > 0
			if !t.Rows[k].Cells[1].Compared {
				continue
			}
			if p, _ := t.pair(search{&s.old, &s.now}, 1); min(slices.Min(p.Base), slices.Min(p.Other)) > 0 {
				all = append(all, timedPair{f.Search, p})
			}
		}
		if n := t.shortOf(); n > 0 {
			check.Needed = max(check.Needed, n)
			check.Findings = append(check.Findings, Finding{Verdict: Undecided, Time: true, Rows: len(sides),
				Note: fmt.Sprintf("too few samples to mark a single one of %d rows", len(sides))})
		}
	}
	if !common {
		return check, nothingInCommon(u, baseline, now)
	}
	groups, needed := checkGroups(unit, all, threshold, check.Drift)
	check.Findings, check.Needed = append(check.Findings, groups...), max(check.Needed, needed)
	sortFindings(check.Findings)
	sortFindings(rows)
	check.Findings = append(check.Findings, rows...)
	check.How = howDecided(groups, threshold, check.Drift)
	check.Machines = results.DistinctMachines(slices.Concat(baseline.rows.Machines(), now.rows.Machines()))
	return check, nil
}

// sides has a search of the baseline, and of the program if it has it.
type sides struct{ old, now Group }

// timedPair has the samples of a search on both sides.
type timedPair struct {
	results.Search
	stats.Pair
}

// against returns a table of the searches that have a value on a machine, with those of another program.
func (g *Groups) against(now *Groups, u results.Unit, machine results.Machine) (tabulation, []sides) {
	t := tabulation{Table: Table{Method: stats.DefaultMethod, Columns: []string{g.Label, now.Label}}, unit: u, whole: true, marks: true, drifts: true,
		test: stats.NewUTest(stats.DefaultMethod)}
	var all []placed
	var pairs []sides
	for _, one := range g.all {
		s := sides{one.on(func(m results.Machine) bool { return m == machine }), now.find(one.Search).on(machine.Same)}
		if values, _ := s.old.values(u); len(values) == 0 || !results.Valued(s.old.status()) {
			continue
		}
		row := len(pairs)
		all, t.labels = append(all, placed{place{row: row}, &s.old}), append(t.labels, one.Label())
		if pairs = append(pairs, s); len(s.now.rows) > 0 {
			all = append(all, placed{place{row: row, col: 1}, &s.now})
		}
	}
	t.fill(all)
	return t, pairs
}

// nothingInCommon is the error of a comparison without any pair of values.
func nothingInCommon(u results.Unit, all ...*Groups) error {
	for _, g := range all {
		if slices.ContainsFunc(g.all, func(one Group) bool { values, _ := one.values(u); return len(values) > 0 }) {
			continue
		}
		reason := ""
		if u.Name == results.CPUSeconds || u.Name == results.Instructions {
			reason = ": the kernel of the machine gave none (virtual machines often have no such counter, " +
				"and kernel.perf_event_paranoid may deny it); compare another unit"
		}
		return fmt.Errorf("the runs of the %s have no values in %s%s", g.Label, u.Name, reason)
	}
	return fmt.Errorf("%s and %s have no values in %s in common that can be compared: "+
		"not the same rows, or not the same machine", all[0].Label, all[1].Label, u.Name)
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
func (f *Finding) checkTime(u results.Unit, s sides, cells []Cell, drift, threshold float64) {
	old, now := cells[0], cells[1]
	c := Change{Unit: u.Name, Old: old.Center}
	switch status := s.now.status(); {
	case status == "":
		f.Verdict, f.Note = Missing, "not in the run"
	case status == results.Killed:
		f.Verdict, f.Note = Missing, string(status)
	case !results.Valued(status):
		c.New, f.Note = s.now.longest(u), string(status)
		if status != cover.Timeout || c.New > c.Old*drift*(1+threshold) {
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
