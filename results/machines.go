package results

import (
	"slices"

	"xcbench/results/compare"
)

// Machines returns the names of the machines of all rows, or nil if there is only one. Times of
// different machines cannot be compared.
func Machines(runs []Run) []string {
	var all []compare.Machine
	for _, run := range runs {
		for _, m := range run.Rows.Machines() {
			if !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return compare.DistinctMachines(all)
}

// Machines returns the machines of the rows, in order of appearance.
func (r *Rows) Machines() (all []compare.Machine) {
	if r == nil {
		return nil
	}
	for _, m := range r.machines {
		if m != nil {
			all = append(all, *m)
		}
	}
	return all
}
