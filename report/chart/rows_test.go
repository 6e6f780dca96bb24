package chart

import (
	"slices"

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

// edit changes rows of a run.
func edit(run *results.Run, change func(k int, r *results.Row)) {
	rows := slices.Collect(run.Rows.All())
	for k := range rows {
		change(k, &rows[k])
	}
	run.Rows = results.RowsOf(rows)
}

// at changes row k of a run.
func at(run *results.Run, k int, change func(r *results.Row)) {
	edit(run, func(n int, r *results.Row) {
		if n == k {
			change(r)
		}
	})
}
