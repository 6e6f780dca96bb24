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

// surplus returns the index of the first row that the plan has no place for, or -1. A search has a row
// for each sample, and none after one that did not finish.
func (p *Plan) surplus(rows []results.Row) int {
	left := map[results.Search]int{}
	for _, in := range p.Instances {
		for _, v := range p.Variants {
			left[results.Search{InstanceID: in.ID(), Solver: v.Name}] = p.Samples
		}
	}
	for k, row := range rows {
		n, planned := left[row.Key()]
		switch {
		case !planned:
		case n == 0:
			return k
		case row.Measured():
			left[row.Key()] = n - 1
		default:
			left[row.Key()] = 0
		}
	}
	return -1
}
