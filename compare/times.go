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
		pairs := baseline.against(now, u, machine)
		table, drift := tableOf(u, pairs)
		check.Drift = max(check.Drift, drift)
		for k, p := range pairs {
			f := Finding{Search: p.old.Search, Verdict: Same, Time: true}
			f.checkTime(u, p, table.Rows[k].Cells[1], drift*(1+threshold.of(f.Solver))-1, threshold.of(f.Solver))
			rows = append(rows, f)
			common = common || len(p.now.rows) > 0
			if table.Rows[k].Cells[1].Compared && min(p.Base[0], p.Other[0]) > 0 {
				all = append(all, p)
			}
		}
		if n := table.shortOf(); n > 0 {
			check.Needed = max(check.Needed, n)
			check.Findings = append(check.Findings, Finding{Verdict: Undecided, Time: true, Rows: len(pairs),
				Note: fmt.Sprintf("too few samples to mark a single one of %d rows", len(pairs))})
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

// timedPair has one search on both sides, and its sorted samples.
type timedPair struct {
	old, now Group
	stats.Pair
}

// against returns the searches that have a value on a machine, with those of another program.
func (g *Groups) against(now *Groups, u results.Unit, machine results.Machine) (pairs []timedPair) {
	for _, one := range g.all {
		p := timedPair{old: one.on(func(m results.Machine) bool { return m == machine }), now: now.find(one.Search).on(machine.Same)}
		p.Base, _ = p.old.values(u)
		p.Other, _ = p.now.values(u)
		slices.Sort(p.Base)
		slices.Sort(p.Other)
		if len(p.Base) > 0 && results.Valued(p.old.status()) {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// tableOf compares two sides: a row for each pair. It also returns the factor that allows for the drift
// of the machine between the sides.
func tableOf(u results.Unit, pairs []timedPair) (Table, float64) {
	t := tabulation{Method: DefaultMethod, unit: u, columns: []string{"", ""}, whole: true, labels: make([]string, len(pairs)),
		test: stats.NewUTest(DefaultMethod.Method)}
	var all []placed
	base, other := newSide(), newSide()
	for row := range pairs {
		p := &pairs[row]
		all = append(all, placed{place{row: row}, &p.old})
		if len(p.now.rows) > 0 {
			all = append(all, placed{place{row: row, col: 1}, &p.now})
		}
		if len(p.Other) > 0 && results.Valued(p.now.status()) {
			base.take(p.old.values(u))
			other.take(p.now.values(u))
		}
	}
	t.fill(all)
	if u.Form != results.AsDuration {
		return t.table(), 1
	}
	t.allow[1], t.single[1] = allowance(base, other)
	return t.table(), t.allow[1]
}

// nothingInCommon is the error of a comparison without any pair of values.
func nothingInCommon(u results.Unit, all ...*Groups) error {
	for _, g := range all {
		if !slices.ContainsFunc(g.all, func(one Group) bool { values, _ := one.values(u); return len(values) > 0 }) {
			reason := ""
			if u.Name == results.CPUSeconds || u.Name == results.Instructions {
				reason = ": the kernel of the machine gave none (virtual machines often have no such counter, " +
					"and kernel.perf_event_paranoid may deny it); compare another unit"
			}
			return fmt.Errorf("the runs of the %s have no values in %s%s", g.Label, u.Name, reason)
		}
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

// checkTime gives the finding its verdict, from the cell that compares the search. A search that was
// stopped may take more than before by the given part.
func (f *Finding) checkTime(u results.Unit, p timedPair, cell Cell, most, threshold float64) {
	c := Change{Unit: u.Name, Old: stats.Median(p.Base)}
	switch status := p.now.status(); {
	case status == "":
		f.Verdict, f.Note = Missing, "not in the run"
	case status == results.Killed:
		f.Verdict, f.Note = Missing, string(status)
	case !results.Valued(status):
		c.New, f.Note = p.now.longest(u), string(status)
		if status != cover.Timeout || c.New > c.Old*(1+most) {
			f.Verdict = Slower
		}
	case cell.Differs:
		c.New, c.Samples = cell.Center, &Samples{len(p.Base), len(p.Other), cell.P}
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
