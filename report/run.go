package report

import (
	"xcbench/compare"
	"xcbench/results"
)

// Comparisons returns the tables of a run in the units that are shown by default, with a column for each
// solver; two solvers have one table. Units such as updates are compared only within a counter class.
func Comparisons(rows *results.Rows, solvers []string, classes results.Classes, view View) []Table {
	tables := Tables(mapped(results.UnitsShown(results.InTables, rows), func(unit results.Unit) compare.Table {
		return compare.Compare(rows, unit.Name, solvers, classes)
	}), view)
	for k := range tables {
		tables[k].Columns[0].Name = "instance"
	}
	return tables
}

// Tables returns the tables of comparisons. All have their rows in the order of the first. The
// comparisons of two solvers are one table, with a row for each unit.
func Tables(all []compare.Table, view View) []Table {
	units, one := map[string]bool{}, len(all) > 1
	for _, c := range all {
		one = one && c.Solvers && c.Searches && len(c.Columns) == 2 && !units[c.Unit]
		units[c.Unit] = true
	}
	view.places = map[string]int{}
	if one {
		return []Table{Comparison(view, all...)}
	}
	return mapped(all, func(c compare.Table) Table { return Comparison(view, c) })
}
