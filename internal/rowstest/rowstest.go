// Package rowstest changes the rows of runs in memory. Only tests import it.
package rowstest

import (
	"slices"

	"xcbench/results"
)

// Add adds rows to a run.
func Add(run *results.Run, rows ...results.Row) {
	if run.Rows == nil {
		run.Rows = &results.Rows{}
	}
	for _, row := range rows {
		run.Rows.Add(row)
	}
}

// EditAll calls change for every row of a run, with the number of the row.
func EditAll(run *results.Run, change func(k int, r *results.Row)) {
	rows := slices.Collect(run.Rows.All())
	for k := range rows {
		change(k, &rows[k])
	}
	run.Rows = results.RowsOf(rows)
}

// Edit changes row k of a run.
func Edit(run *results.Run, k int, change func(r *results.Row)) {
	EditAll(run, func(n int, r *results.Row) {
		if n == k {
			change(r)
		}
	})
}
