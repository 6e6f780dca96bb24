package compare

import (
	"fmt"
	"math"
	"slices"

	"xcbench/cover"
	"xcbench/results"
)

// Timed is one or more runs of one program. Their samples are taken together.
type Timed struct {
	Rows  []*results.Rows // by run
	label string
}

// ReadTimed reads the rows of runs that a filter chooses. Each run is a directory or a file of its
// rows. The label names the program.
func ReadTimed(label string, paths []string, filter results.Filter) (Timed, error) {
	t := Timed{label: label}
	inputs, err := results.Inputs(paths)
	if err != nil {
		return t, err
	}
	for _, in := range inputs {
		run, err := in.Read(nil, filter)
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, run.Rows)
	}
	return t, nil
}

// machines returns the machines of all rows, in order of appearance.
func (t Timed) machines() (all []results.Machine) {
	for _, rows := range t.Rows {
		for _, m := range rows.Machines() {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return all
}

// on returns the rows of the machines that pass: only times of one machine can be compared.
func (t Timed) on(pass func(results.Machine) bool) *results.Rows {
	all, _ := together(t.Rows)
	return all.Where(func(r results.Row) bool { return pass(r.On()) })
}

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
func CheckTimes(unit string, baseline, now Timed, threshold Threshold) (TimeCheck, error) {
	u := results.MustUnit(unit)
	stopped := now.stopped(u)
	if !baseline.repeated() || !now.repeated() {
		threshold = threshold.singleRun()
	}
	var check TimeCheck
	var overlap Overlap
	var rows []Finding
	var timed []timedPair
	for _, machine := range baseline.machines() {
		if machine.Several() {
			continue
		}
		old, new := baseline.on(func(m results.Machine) bool { return m == machine }), now.on(machine.Same)
		t := sides(u, old, new)
		overlap.Add(t)
		for _, row := range t.Rows {
			if row.Cells[0].Measured() {
				f := Finding{Search: results.ParseLabel(row.Label), Verdict: Same, Time: true}
				f.checkTime(unit, row.Cells[0], row.Cells[1], stopped[f.Search], threshold.of(f.Solver))
				rows = append(rows, f)
			}
		}
		timed = append(timed, pairsOf(t)...)
		if n := fewSamples(t); n > 0 {
			check.Needed = max(check.Needed, n)
			check.Findings = append(check.Findings, undecidedRows(t))
		}
	}
	if overlap.None() {
		return check, nothingInCommon(u, baseline, now)
	}
	groups, needed := checkGroups(unit, timed, threshold)
	check.Findings, check.Needed = append(check.Findings, groups...), max(check.Needed, needed)
	sortFindings(check.Findings)
	sortFindings(rows)
	check.Findings = append(check.Findings, rows...)
	check.How = howDecided(groups, threshold)
	check.Machines = results.DistinctMachines(slices.Concat(baseline.machines(), now.machines()))
	return check, nil
}

// nothingInCommon is the error of a comparison without any pair of values.
func nothingInCommon(u results.Unit, all ...Timed) error {
	for _, t := range all {
		if !slices.ContainsFunc(t.Rows, func(rows *results.Rows) bool {
			return slices.ContainsFunc(slices.Collect(rows.All()), func(r results.Row) bool { return measured(r, u) })
		}) {
			reason := ""
			if u.Name == results.CPUSeconds || u.Name == results.Instructions {
				reason = ": the kernel of the machine gave none (virtual machines often have no such counter, " +
					"and kernel.perf_event_paranoid may deny it); compare another unit"
			}
			return fmt.Errorf("the runs of the %s have no values in %s%s", t.label, u.Name, reason)
		}
	}
	return fmt.Errorf("%s and %s have no values in %s in common that can be compared: "+
		"not the same rows, or not the same machine", all[0].label, all[1].label, u.Name)
}

// howDecided says how times were decided.
func howDecided(groups []Finding, threshold Threshold) string {
	text := "times: a row fails if the U test marks it and it exceeds " + threshold.String()
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

// repeated reports whether any search is in several runs. Shards of one run have no search in common.
func (t Timed) repeated() bool {
	if len(t.Rows) < 2 {
		return false
	}
	rows, ends := together(t.Rows)
	searches := rows.Searches(rows.Solvers())
	for instance := range rows.Instances() {
		for column := range searches.Columns {
			all := searches.Of(instance, column)
			for _, end := range ends {
				if len(all) > 0 && all[0] < end && all[len(all)-1] >= end {
					return true
				}
			}
		}
	}
	return false
}

// stopped returns the longest time of each search that was stopped, in seconds. It is wall time if
// the unit was not measured.
func (t Timed) stopped(u results.Unit) map[results.Search]float64 {
	all := map[results.Search]float64{}
	for _, rows := range t.Rows {
		for row := range rows.All() {
			if row.Measured() {
				continue
			}
			seconds, ok := u.Of(row)
			if !ok {
				seconds = row.Search
			}
			all[row.Key()] = max(all[row.Key()], seconds)
		}
	}
	return all
}

// checkTime gives the finding its verdict.
func (f *Finding) checkTime(unit string, old, now Cell, stopped, threshold float64) {
	c := Change{Unit: unit, Old: old.Center, New: now.Center}
	switch {
	case !now.Has():
		f.Verdict, f.Note = Missing, "not in the run"
	case now.Status == results.Killed:
		f.Verdict, f.Note = Missing, string(results.Killed)
	case !now.Measured():
		c.New, f.Note = stopped, string(now.Status)
		if now.Status != cover.Timeout || stopped > old.Center*(1+threshold) {
			f.Verdict = Slower
		}
	case now.Compared && now.Differs:
		c.Samples = &Samples{now.BaseN, now.N, now.P}
		switch ratio := now.Center / old.Center; {
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
