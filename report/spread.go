package report

import (
	"math"
	"slices"

	"golang.org/x/perf/benchunit"

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
	t := Table{Title: unit.Name + ", spread over scrambled copies", Columns: heads("instance", "solver", ">copies", ">as it stands",
		">least", ">median", ">most", ">most/least")}
	samples, copies := map[results.Search][]float64{}, map[results.Search][]results.Search{}
	var order []results.Search
	for r := range rows.All() {
		value, ok := unit.Of(r)
		if !r.Measured() || !ok {
			continue
		}
		search := r.Key()
		original, _, isCopy := corpus.Original(search.InstanceID)
		if as := (results.Search{InstanceID: original, Solver: r.Solver}); isCopy && samples[search] == nil {
			if copies[as] == nil {
				order = append(order, as)
			}
			copies[as] = append(copies[as], search)
		}
		samples[search] = append(samples[search], value)
	}
	for _, s := range order {
		var of []float64
		for _, one := range copies[s] {
			of = append(of, stats.Median(samples[one]))
		}
		least, most := slices.Min(of), slices.Max(of)
		here, ratio := Text(""), Text("")
		if samples[s] != nil {
			here = quantity(stats.Median(samples[s]), unit)
		}
		if least > 0 {
			ratio = Value(english.Factor(most/least), most/least)
		}
		t.add(s.InstanceID, s.Solver, len(of), here, quantity(least, unit), quantity(stats.Median(of), unit), quantity(most, unit), ratio)
	}
	return t
}

// quantity is a value in a unit: a measurement is scaled, and a counter has all digits. The median
// of two counters may be half of an odd number.
func quantity(x float64, unit results.Unit) Cell {
	switch {
	case !unit.Exact:
		return Value(benchunit.Scale(x, benchunit.ClassOf(unit.Name)), x)
	case x == math.Trunc(x):
		return Int(int64(x))
	}
	return Value(integer(x), x)
}
