package report

import (
	"slices"

	"xcbench/compare"
	"xcbench/results"
)

// Comparisons returns the tables of a run in the units that are shown by default, with a column for each
// solver; two solvers have one table. The title names the choice rule of the first solver. Units such as
// updates are compared only within a counter class.
func Comparisons(rows *results.Rows, solvers []string, classes results.Classes, view View) []Table {
	rule := func(solver string) string { return string(classes[solver].Rule) }
	columns, first := slices.Clone(solvers), rule(solvers[0])
	for k, solver := range solvers { // nodes differ because the trees do
		if other := rule(solver); other != first && other != "" {
			columns[k] += " [" + other + "]"
		}
	}
	var all []compare.Table
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		c := compare.Compare(rows, unit.Name, solvers, classes)
		c.Columns = columns
		all = append(all, c)
	}
	tables := Tables(all, view)
	for k := range tables {
		tables[k].Columns[0].Name = "instance"
		if first != "" {
			tables[k].Title += ", choice rule " + first
		}
	}
	return tables
}

// Tables returns the tables of comparisons. All have their rows in the order of the first. The
// comparisons of two solvers are one table, with a row for each unit.
func Tables(all []compare.Table, view View) (tables []Table) {
	units, one := map[string]bool{}, len(all) > 1
	for _, c := range all {
		one = one && c.Solvers && c.Searches && len(c.Columns) == 2 && !units[c.Unit]
		units[c.Unit] = true
	}
	if one {
		return []Table{Comparison(view, all...)}
	}
	view.places = map[string]int{}
	for _, c := range all {
		tables = append(tables, Comparison(view, c))
	}
	return tables
}
