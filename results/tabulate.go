package results

import (
	"slices"

	"xcbench/results/compare"
)

// Tabulate sets solvers side by side in one unit: the table has a row for each instance, in order of
// appearance, and a column for each of the solvers. The first solver is the base. All rows of a search
// are samples of one cell.
func Tabulate(m compare.Method, rows []Row, unit string, solvers []string) compare.Table {
	return compare.Tabulate(m, unitOf(unit), solvers, func(yield func(compare.Sample) bool) {
		for _, r := range rows {
			if one, ok := r.sample(unit); ok && !yield(one) {
				return
			}
		}
	})
}

// sample returns the row as a sample of its solver on its instance. There is none if the unit was not
// measured, unless the search was stopped.
func (r Row) sample(unit string) (compare.Sample, bool) {
	if !r.has(unit) && r.Measured() {
		return compare.Sample{}, false
	}
	return compare.Sample{Row: r.InstanceID(), Column: r.Solver, Status: r.Status, Value: r.Value(unit)}, true
}

// has reports whether the row has a value in the unit. Only costs may be missing.
func (r Row) has(unit string) bool {
	_, measured := r.Costs[unit]
	return measured || !slices.Contains(CostUnits(), unit)
}

func unitOf(name string) compare.Unit {
	return compare.Unit{Name: name, Exact: name == Solutions || name == Nodes || name == Updates}
}

// pairs compares the times of two series of rows, such as those of two programs or of two halves of a
// run: the table has two columns, and a row for each search, with the label of the search.
func pairs(unit string, base, other []Row) compare.Table {
	columns := []string{"base", "other"}
	return compare.Tabulate(compare.DefaultMethod, unitOf(unit), columns, func(yield func(compare.Sample) bool) {
		for k, rows := range [][]Row{base, other} {
			for _, r := range rows {
				one, ok := r.sample(unit)
				one.Row, one.Column = r.Key().Label(), columns[k]
				if ok && !yield(one) {
					return
				}
			}
		}
	})
}
