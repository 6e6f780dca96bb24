package report

import (
	"maps"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/results"
)

// Comparisons returns the tables of a run in the units that are shown by default, with a column for each
// solver; two solvers have one table. The title names the choice rule of the first solver. Units such as
// updates are compared only within a counter class.
func Comparisons(rows *results.Rows, solvers []string, classes results.Classes, view View) []Table {
	var all []compare.Table
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		c := compare.Compare(rows, unit.Name, solvers, classes)
		c.Columns = slices.Clone(c.Columns)
		for k, solver := range c.Columns[1:] { // nodes differ because the trees do
			if other := classes[solver].Rule; other != classes[solvers[0]].Rule && other != "" {
				c.Columns[k+1] = solver + " [" + string(other) + "]"
			}
		}
		all = append(all, c)
	}
	tables := Tables(all, view)
	for k := range tables {
		tables[k].Columns[0].Name = "instance"
		if rule := classes[solvers[0]].Rule; rule != "" {
			tables[k].Title += ", choice rule " + string(rule)
		}
	}
	return tables
}

// Tables returns the tables of comparisons, with their rows in one order: that of the first one. The
// comparisons of two solvers are one table, with a row for each unit.
func Tables(all []compare.Table, view View) (tables []Table) {
	for k, c := range all {
		if k > 0 {
			view = view.like(all[0])
		}
		tables = append(tables, Comparison(c, view))
	}
	units := map[string]bool{}
	for _, c := range all {
		units[c.Unit] = c.Solvers && c.Searches && len(c.Columns) == 2
	}
	if len(all) < 2 || len(units) < len(all) || slices.Contains(slices.Collect(maps.Values(units)), false) {
		return tables
	}
	return []Table{joined(all, tables)}
}

// joined returns the tables of two solvers as one: the units of an instance stand below each other, and
// the means are the last rows.
func joined(all []compare.Table, tables []Table) Table {
	t := tables[0]
	t.Title = all[0].Columns[1] + " against " + all[0].Columns[0] + strings.TrimPrefix(t.Title, all[0].Unit)
	t.Lead, t.Rows, t.Footer, t.Notes = nil, nil, nil, nil
	t.Columns = slices.Insert(slices.Clone(t.Columns), 1, Column{Name: "unit"})
	of, order := map[any][][]Cell{}, []any{}
	for k, one := range tables {
		for _, row := range append(slices.Clip(one.Rows), one.Footer) {
			if row == nil {
				continue
			}
			label, row := row[0].Value, slices.Insert(slices.Clone(row), 1, Text(all[k].Unit))
			if of[label] != nil {
				row[0].Text = ""
			} else if label != mean {
				order = append(order, label)
			}
			of[label] = append(of[label], row)
		}
		t.Lead = append(t.Lead, one.Lead...)
		for _, note := range one.Notes {
			if !slices.Contains(t.Notes, note) {
				t.Notes = append(t.Notes, note)
			}
		}
	}
	for _, label := range append(order, mean) {
		t.Rows = append(t.Rows, of[label]...)
	}
	return t
}
