package report

import (
	"slices"

	"xcbench/compare"
	"xcbench/corpus"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Spreads returns tables of the effect of ordering, in the units that are shown by default: how
// much the scrambled copies of an instance vary, and where the instance itself is among them. It
// returns nil if nothing was scrambled.
func Spreads(rows *results.Rows) (tables []Table) {
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		if unit.Name == results.TotalSeconds { // set-up hardly depends on the order
			continue
		}
		if t := spread(compare.Medians(rows, unit.Name, rows.Solvers()), unit); t.Rows != nil {
			tables = append(tables, t)
		}
	}
	return tables
}

func spread(c compare.Table, unit results.Unit) Table {
	t := Table{Title: unit.Name + ", spread over scrambled copies", Columns: Heads("instance", "solver", ">copies", ">as it stands",
		">least", ">median", ">most", ">most/least")}
	own, copies, originals := map[string][]compare.Row{}, map[string][]compare.Row{}, []string{}
	for _, row := range c.Rows {
		own[row.Label] = []compare.Row{row}
		if original, _, isCopy := corpus.Original(row.Label); isCopy {
			if copies[original] == nil {
				originals = append(originals, original)
			}
			copies[original] = append(copies[original], row)
		}
	}
	for _, original := range originals {
		for k, solver := range c.Columns {
			values := centers(copies[original], k)
			if values == nil {
				continue
			}
			least, most := slices.Min(values), slices.Max(values)
			var here, ratio Cell
			if one := centers(own[original], k); one != nil {
				here = quantity(one[0], unit)
			}
			if least > 0 {
				ratio = factorCell(most / least)
			}
			t.Add(original, solver, len(values), here, quantity(least, unit), quantity(stats.Median(values), unit), quantity(most, unit), ratio)
		}
	}
	return t
}

// centers returns the values of a column in some rows that have one.
func centers(rows []compare.Row, column int) (values []float64) {
	for _, row := range rows {
		if cell := row.Cells[column]; cell.Measured() {
			values = append(values, cell.Center)
		}
	}
	return values
}
