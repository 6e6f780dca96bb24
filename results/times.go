package results

import (
	"fmt"
	"strings"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/results/compare"
)

// Timed is one or more runs of one program. Their samples are taken together.
type Timed struct {
	Rows      [][]Row          // by run
	byMachine map[string][]Row // by kind of machine
	kinds     []string         // of machines, in order of appearance
	label     string
}

// ReadTimed reads runs, each a run directory or a file of its rows. The label names the program.
func ReadTimed(label string, paths []string) (Timed, error) {
	t := Timed{label: label, byMachine: map[string][]Row{}}
	inputs, err := compare.Inputs(paths)
	if err != nil {
		return t, err
	}
	for _, in := range inputs {
		if err := t.read(in.Path()); err != nil {
			return t, err
		}
	}
	return t, nil
}

func (t *Timed) read(path string) error {
	f, err := openWhole(path, isRows, "results", unitLines())
	if err != nil {
		return err
	}
	defer f.Close()
	var rows []Row
	err = readEach(f.lines, path, func(r Row, rec *benchfmt.Result) error {
		machine := machineOf(rec)
		if t.byMachine[machine] == nil {
			t.kinds = append(t.kinds, machine)
		}
		rows, t.byMachine[machine] = append(rows, r), append(t.byMachine[machine], r)
		return nil
	})
	t.Rows = append(t.Rows, rows)
	return err
}

// machineOf names the kind of machine that a result is of, by the same keys as the tables of cmp.
func machineOf(rec *benchfmt.Result) string {
	var all []string
	for key := range strings.SplitSeq(compare.Defaults().Table, ",") {
		all = append(all, rec.GetConfig(key))
	}
	return strings.Join(all, "\n")
}

// TimeUnits are the units of times that a gate can compare. Other work on the machine moves wall
// time more than the processor's time.
var TimeUnits = map[string]string{"wall": Seconds, "cpu": CPUSeconds}

// CheckTimes compares the search times of a program with a baseline, in a unit of [TimeUnits]. A
// search is slower or faster if a corrected Mann-Whitney U test finds a difference,
// and the difference exceeds the threshold. A search that has lost its time is slower too, unless
// it ran into a time limit within the threshold. Times of different kinds of machines are not
// compared. It is an error if there is nothing to compare.
func CheckTimes(unit string, baseline, now Timed, threshold Threshold) ([]Finding, error) {
	u := mustUnit(unit)
	stopped := now.stopped(u)
	var overlap compare.Overlap
	var all []Finding
	for _, machine := range baseline.kinds {
		t := pairs(u, baseline.byMachine[machine], now.byMachine[machine])
		overlap.Add(t)
		for _, row := range t.Rows {
			if row.Cells[0].Measured() {
				f := Finding{Search: parseLabel(row.Label), Verdict: Same, Time: true}
				f.checkTime(row.Cells[0], row.Cells[1], stopped[f.Search], threshold.of(f.Solver))
				all = append(all, f)
			}
		}
	}
	if overlap.None() {
		return nil, fmt.Errorf("%s and %s have no values in %s in common that can be compared: "+
			"not the same rows, or not the same kind of machine", baseline.label, now.label, unit)
	}
	sortFindings(all)
	return all, nil
}

// stopped returns the longest time of each search that was stopped, in seconds. It is wall time if
// the unit was not measured.
func (t Timed) stopped(u Unit) map[Search]float64 {
	all := map[Search]float64{}
	for _, rows := range t.Rows {
		for _, r := range rows {
			if r.Measured() {
				continue
			}
			seconds, ok := u.Of(r)
			if !ok {
				seconds = r.Search
			}
			all[r.Key()] = max(all[r.Key()], seconds)
		}
	}
	return all
}

// checkTime gives the finding its verdict.
func (f *Finding) checkTime(old, now compare.Cell, stopped, threshold float64) {
	change, ok := now.Change()
	switch {
	case !now.Has():
		f.Verdict, f.Why = Missing, "not in the run"
	case now.Status == cover.Timeout:
		f.Why = fmt.Sprintf("timeout after %.3gs; the baseline took %.3gs", stopped, old.Center)
		if stopped > old.Center*(1+threshold) {
			f.Verdict = Slower
		}
	case !now.Measured():
		f.Verdict, f.Why = Slower, fmt.Sprintf("%s; the baseline took %.3gs", now.Status, old.Center)
	case ok && now.Differs:
		beyond := ""
		switch ratio := 1 + change/100; {
		case ratio > 1+threshold:
			f.Verdict = Slower
		case ratio < 1/(1+threshold):
			f.Verdict = Faster
		}
		if f.Verdict != Same {
			beyond = ", more than " + percent(threshold)
		}
		f.Why = fmt.Sprintf("%+.1f%% time%s (p=%.3f n=%d+%d)", change, beyond, now.P, now.BaseN, now.N)
	}
}
