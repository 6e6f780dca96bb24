package page

import (
	"slices"
	"testing"

	"xcbench/results"
)

// add adds rows to a run.
func add(run *results.Run, rows ...results.Row) {
	if run.Rows == nil {
		run.Rows = results.NewRows()
	}
	for k := range rows {
		run.Rows.Add(&rows[k])
	}
}

// editAll changes the rows of a run.
func editAll(run *results.Run, change func(k int, r *results.Row)) {
	rows := slices.Collect(run.Rows.All())
	for k := range rows {
		change(k, &rows[k])
	}
	run.Rows = results.RowsOf(rows)
}

// at changes row k of a run.
func at(run *results.Run, k int, change func(r *results.Row)) {
	editAll(run, func(n int, r *results.Row) {
		if n == k {
			change(r)
		}
	})
}

// studyOf returns the study of runs in memory.
func studyOf(t *testing.T, runs ...results.Run) *study {
	t.Helper()
	s, err := newStudy(runs)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
