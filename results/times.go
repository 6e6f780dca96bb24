package results

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/results/compare"
)

// Timed is one or more runs of one program. Their samples are taken together.
type Timed struct {
	Rows  []*Rows // by run
	label string
}

// ReadTimed reads the rows of runs that a filter chooses. Each run is a directory or a file of its
// rows. Rows have their times, and their values in the given units; none means all. The label names
// the program.
func ReadTimed(label string, paths []string, filter Filter, units ...string) (Timed, error) {
	t := Timed{label: label}
	inputs, err := compare.Inputs(paths)
	if err != nil {
		return t, err
	}
	for _, in := range inputs {
		rows, err := readTimed(in.Path(), filter, units)
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, rows)
	}
	return t, nil
}

func readTimed(path string, filter Filter, units []string) (*Rows, error) {
	f, err := openRows(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if len(units) > 0 {
		units = append(slices.Clip(units), Seconds)
	}
	rows := NewRows(units...)
	return rows, readEach(f, f.Path, func(r *Row, rec *benchfmt.Result) error {
		if filter.match(rec) {
			rows.Add(r)
		}
		return nil
	})
}

// machines returns the machines of all rows, in order of appearance.
func (t Timed) machines() (all []compare.Machine) {
	for _, rows := range t.Rows {
		for _, m := range rows.machines {
			indexOf(&all, machineOf(m))
		}
	}
	return all
}

// machineOf returns the zero value for nil.
func machineOf(m *compare.Machine) compare.Machine {
	if m == nil {
		return compare.Machine{}
	}
	return *m
}

// on returns the rows of the machines that pass: only times of one machine can be compared.
func (t Timed) on(pass func(compare.Machine) bool) *Rows {
	other := func(m *compare.Machine) bool { return !pass(machineOf(m)) }
	if len(t.Rows) == 1 && !slices.ContainsFunc(t.Rows[0].machines, other) {
		return t.Rows[0]
	}
	all := NewRows()
	for _, rows := range t.Rows {
		for k := range rows.n {
			if pass(machineOf(rows.MachineAt(k))) {
				row := rows.At(k)
				all.Add(&row)
			}
		}
	}
	return all
}

// TimeUnits are the units of times that a gate can compare, by their names on the command line.
// Other work on the machine moves wall time more than the processor's time, and instructions least.
var TimeUnits = map[string]string{"wall": Seconds, "cpu": CPUSeconds, "instructions": Instructions}

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
	u := mustUnit(unit)
	stopped := now.stopped(u)
	if !baseline.repeated() || !now.repeated() {
		threshold = threshold.singleRun()
	}
	var check TimeCheck
	var overlap compare.Overlap
	var rows []Finding
	var timed []timedPair
	for _, machine := range baseline.machines() {
		if machine.Several() {
			continue
		}
		old, new := baseline.on(func(m compare.Machine) bool { return m == machine }), now.on(machine.Same)
		t := pairs(u, old, new)
		overlap.Add(t)
		for _, row := range t.All() {
			if row.Cells[0].Measured() {
				f := Finding{Search: parseLabel(row.Label), Verdict: Same, Time: true}
				f.checkTime(unit, row.Cells[0], row.Cells[1], stopped[f.Search], threshold.of(f.Solver))
				rows = append(rows, f)
			}
		}
		timed = append(timed, pairsOf(u, t, old, new)...)
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
	check.Machines = compare.DistinctMachines(slices.Concat(baseline.machines(), now.machines()))
	return check, nil
}

// nothingInCommon is the error of a comparison without any pair of values.
func nothingInCommon(u Unit, all ...Timed) error {
	for _, t := range all {
		if !slices.ContainsFunc(t.Rows, func(rows *Rows) bool { return rows.anyMeasured(u) }) {
			reason := ""
			if u.Name == CPUSeconds || u.Name == Instructions {
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

// anyMeasured reports whether a row has a value in a unit.
func (r *Rows) anyMeasured(u Unit) bool {
	for k := range r.n {
		if r.measured(k, u) {
			return true
		}
	}
	return false
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
func (t Timed) stopped(u Unit) map[Search]float64 {
	all := map[Search]float64{}
	for _, rows := range t.Rows {
		value, wall := rows.Values(u), rows.Values(mustUnit(Seconds))
		for k := range rows.n {
			if rows.Status(k).Measured() {
				continue
			}
			seconds, ok := value(k)
			if !ok {
				seconds, _ = wall(k)
			}
			s := Search{rows.ID(rows.Instance(k)), rows.SolverAt(k)}
			all[s] = max(all[s], seconds)
		}
	}
	return all
}

// checkTime gives the finding its verdict.
func (f *Finding) checkTime(unit string, old, now compare.Cell, stopped, threshold float64) {
	c := Change{Unit: unit, Old: old.Center, New: now.Center}
	switch {
	case !now.Has():
		f.Verdict, f.Note = Missing, "not in the run"
	case now.Status == Killed:
		f.Verdict, f.Note = Missing, string(Killed)
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
