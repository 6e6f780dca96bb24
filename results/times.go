package results

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"xcbench/cover"
	"xcbench/results/compare"
)

// Timed are runs of one program, whose samples are taken together.
type Timed struct {
	Rows   [][]Row // by run
	inputs []compare.Input
	label  string
}

// ReadTimed reads runs, each a run directory or a file of its rows. The label tells these
// runs from those of another program.
func ReadTimed(label string, paths []string) (Timed, error) {
	t := Timed{label: label}
	var labelled []string
	for _, path := range paths {
		labelled = append(labelled, label+"="+path)
	}
	var err error
	if t.inputs, err = compare.Inputs(labelled); err != nil {
		return t, err
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, RowsFile)
		}
		rows, err := readRows(path)
		if err != nil {
			return t, err
		}
		t.Rows = append(t.Rows, rows)
	}
	return t, nil
}

// TimeUnits are the units of times that a gate can compare. Others at work on the machine move the
// time on the wall more than that of the processor.
var TimeUnits = map[string]string{"wall": Seconds, "cpu": CPUSeconds}

// CheckTimes compares the search times of a program, in a unit of [TimeUnits], with those of a baseline by
// a Mann-Whitney U test with Holm's correction: a row is slower or faster if the
// difference is significant and more than the threshold. A search that has no time any more
// is slower too, unless it ran into a time limit within the threshold. An error is a line that cannot be
// read, or runs that have nothing to compare.
func CheckTimes(unit string, baseline, now Timed, threshold Threshold) ([]Finding, error) {
	opts := compare.Defaults()
	opts.Col, opts.Filter = ".file", ".unit:"+unit
	res, err := compare.Compare(opts, append(baseline.inputs[:len(baseline.inputs):len(baseline.inputs)], now.inputs...), nil)
	switch {
	case err != nil:
		return nil, err
	case len(res.Faults) > 0:
		return nil, fmt.Errorf("%s", res.Faults[0])
	case res.Disjoint():
		return nil, fmt.Errorf("%s and %s have no values in %s in common that can be compared: not the same rows, or not the same kind of machine", baseline.label, now.label, unit)
	}
	stopped := now.stopped(unit)
	var all []Finding
	for _, t := range res.Tables {
		for _, row := range t.Rows {
			if len(row.Cells) < 2 || row.Cells[0].N == 0 {
				continue
			}
			id, solver, _ := strings.Cut(row.Label, " ")
			f := Finding{Search: Search{id, solver}, Verdict: Same, Time: true}
			f.checkTime(row.Cells[0], row.Cells[1], stopped[f.Search], threshold.of(solver))
			all = append(all, f)
		}
	}
	sortFindings(all)
	return all, nil
}

// stopped returns the longest time of each search that was stopped, in seconds: in the unit or, where that
// was not measured, on the wall.
func (t Timed) stopped(unit string) map[Search]float64 {
	all := map[Search]float64{}
	for _, rows := range t.Rows {
		for _, r := range rows {
			if at := r.Key(); !r.Measured() {
				seconds := r.Value(unit)
				if seconds == 0 {
					seconds = r.Search
				}
				all[at] = max(all[at], seconds)
			}
		}
	}
	return all
}

// checkTime gives the finding its verdict.
func (f *Finding) checkTime(old, now compare.Cell, stopped, threshold float64) {
	change, ok := now.Change()
	switch {
	case now.Status == "" && now.N == 0:
		f.Verdict, f.Why = Missing, "not in the run"
	case now.Status == cover.Timeout:
		f.Why = fmt.Sprintf("timeout after %.3gs; the baseline took %.3gs", stopped, old.Center)
		if stopped > old.Center*(1+threshold) {
			f.Verdict = Slower
		}
	case now.N == 0:
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
