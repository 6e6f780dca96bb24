package results

import (
	"slices"
)

// Machines returns the names of the machines of all rows, or nil if there is only one. Times of
// different machines cannot be compared.
func Machines(runs []Run) []string {
	var all []Machine
	for _, run := range runs {
		for _, m := range run.Rows.Machines() {
			if m != (Machine{}) && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return DistinctMachines(all)
}
