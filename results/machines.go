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
		all = appendMachines(all, run.Rows)
	}
	return compare.DistinctMachines(all)
}

// appendMachines appends the machines of rows that are not in the list.
func appendMachines(all []compare.Machine, rows []Row) []compare.Machine {
	var last *compare.Machine
	for k := range rows {
		if m := rows[k].Machine; m != nil && m != last {
			if last = m; !slices.Contains(all, *m) {
				all = append(all, *m)
			}
		}
	}
	return all
}

// sameMachine reports whether the times of two rows can be compared. A row without a machine can be
// of any.
func sameMachine(a, b *compare.Machine) bool {
	return a == nil || b == nil || a.Same(*b)
}
