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
		drift := driftOf(u, pairs)
		check.Drift = max(check.Drift, drift)
		differs, compared := testPairs(pairs, drift)
		for k := range pairs {
			p := &pairs[k]
			f := Finding{Search: p.old.Search, Verdict: Same, Time: true}
			f.checkTime(u, p, differs[k], drift*(1+threshold.of(f.Solver))-1, threshold.of(f.Solver))
			rows = append(rows, f)
			common = common || len(p.now.rows) > 0
			if p.compared() && min(p.Base[0], p.Other[0]) > 0 {
				all = append(all, *p)
			}
		}
		if n := fewSamples(pairs, compared); n > 0 {
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

// timedPair has the sorted samples of one search on both sides.
type timedPair struct {
	old, now Group
	stats.Pair
	baseRuns, otherRuns []int32
}

// against returns the searches that have a value on a machine, with those of another program.
func (g *Groups) against(now *Groups, u results.Unit, machine results.Machine) (pairs []timedPair) {
	for _, one := range g.all {
		p := timedPair{old: one.on(func(m results.Machine) bool { return m == machine }), now: now.find(one.Search).on(machine.Same)}
		p.Base, p.baseRuns = p.old.values(u)
		p.Other, p.otherRuns = p.now.values(u)
		if len(p.Base) > 0 && results.Valued(p.old.status()) {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// compared reports whether both sides have a value.
func (p *timedPair) compared() bool { return len(p.Other) > 0 && results.Valued(p.now.status()) }

// driftOf returns the allowance for the drift of the machine between two sides. Counters have none.
func driftOf(u results.Unit, pairs []timedPair) float64 {
	if u.Form != results.AsDuration {
		return 1
	}
	base, other := newSide(), newSide()
	for _, p := range pairs {
		if p.compared() {
			base.take(p.Base, p.baseRuns)
			other.take(p.Other, p.otherRuns)
		}
	}
	factor, _ := allowance(base, other)
	return factor
}

// testPairs returns the p-value of each pair if its difference is significant after the correction, and
// its interval leaves out 1 in spite of the drift; or else -1. It sorts the samples.
func testPairs(pairs []timedPair, drift float64) (marked []float64, compared int) {
	test, known := stats.NewUTest(stats.DefaultMethod), map[float64]int{}
	marked = make([]float64, len(pairs))
	clear := make([]bool, len(pairs))
	for k, p := range pairs {
		slices.Sort(p.Base)
		slices.Sort(p.Other)
		if marked[k] = -1; p.compared() {
			c, low, high := test.Compare(p.Base, p.Other)
			known[c.P]++
			marked[k], clear[k], compared = c.P, low > drift || high < 1/drift, compared+1
		}
	}
	adjusted := stats.DefaultMethod.Correction.AdjustCounts(known)
	for k, p := range marked {
		if p >= 0 && !(clear[k] && adjusted[p] < stats.DefaultMethod.Alpha) {
			marked[k] = -1
		}
	}
	return marked, compared
}

// fewSamples returns how many samples of each side could mark a single one of the compared pairs, or 0
// if the samples of some pair can.
func fewSamples(pairs []timedPair, compared int) int {
	can := func(p timedPair) bool {
		return p.compared() && stats.DefaultMethod.CanMark(len(p.Base), len(p.Other), compared)
	}
	if compared == 0 || slices.ContainsFunc(pairs, can) {
		return 0
	}
	return stats.DefaultMethod.SamplesToMark(compared)
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

// checkTime gives the finding its verdict. The p-value is that of a marked difference, or -1. A search
// that was stopped may take more than before by the given part.
func (f *Finding) checkTime(u results.Unit, p *timedPair, marked, most, threshold float64) {
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
	case marked >= 0:
		c.New, c.Samples = stats.Median(p.Other), &Samples{len(p.Base), len(p.Other), marked}
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
