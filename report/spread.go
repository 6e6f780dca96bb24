package report

import (
	"slices"

	"xcbench/corpus"
	"xcbench/internal/english"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Spreads returns tables of the effect of ordering, in the units that are shown by default: how
// much the scrambled copies of an instance vary, and where the instance itself is among them. It
// returns nil if nothing was scrambled.
func Spreads(rows *results.Rows) []Table {
	var tables []Table
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		if unit.Name == results.TotalSeconds { // set-up hardly depends on the order
			continue
		}
		if t := spread(rows, unit); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

func spread(rows *results.Rows, unit results.Unit) Table {
	t := Table{Title: unit.Name + ", spread over scrambled copies", Columns: Heads("instance", "solver", ">copies", ">as it stands",
		">least", ">median", ">most", ">most/least")}
	samples, searches := map[results.Search][]float64{}, []results.Search{}
	for r := range rows.All() {
		if value, ok := unit.Of(r); ok && r.Measured() {
			search := r.Key()
			if samples[search] == nil {
				searches = append(searches, search)
			}
			samples[search] = append(samples[search], value)
		}
	}
	copies, originals := map[results.Search][]float64{}, []results.Search{}
	for _, search := range searches {
		if original, _, isCopy := corpus.Original(search.InstanceID); isCopy {
			of := results.Search{InstanceID: original, Solver: search.Solver}
			if copies[of] == nil {
				originals = append(originals, of)
			}
			copies[of] = append(copies[of], stats.Median(samples[search]))
		}
	}
	for _, s := range originals {
		least, median, most := slices.Min(copies[s]), stats.Median(copies[s]), slices.Max(copies[s])
		var here, ratio Cell
		if samples[s] != nil {
			here = quantity(stats.Median(samples[s]), unit)
		}
		if least > 0 {
			ratio = Value(english.Factor(most/least), most/least)
		}
		t.Add(s.InstanceID, s.Solver, len(copies[s]), here, quantity(least, unit), quantity(median, unit), quantity(most, unit), ratio)
	}
	return t
}
