package bench

import (
	"slices"

	"xcbench/results"
)

// recorded is what an interrupted run has recorded already.
type recorded struct {
	rows     []results.Row
	profiles []results.Profile
}

// dropKilled drops the rows of searches whose worker was killed from outside, and returns these
// searches.
func (r *recorded) dropKilled() (again []string) {
	r.rows = slices.DeleteFunc(r.rows, func(row results.Row) bool {
		if row.Status != results.Killed {
			return false
		}
		again = append(again, row.Key().Label())
		return true
	})
	return again
}
