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
	t := Table{Title: unit.Name + ", spread over scrambled copies", Columns: []Column{
		{Name: "instance"}, {Name: "solver"}, {Name: "copies", Right: true}, {Name: "as it stands", Right: true},
		{Name: "least", Right: true}, {Name: "median", Right: true}, {Name: "most", Right: true},
		{Name: "most/least", Right: true},
	}}
	asIs, copies := map[results.Search][]float64{}, map[results.Search]map[string][]float64{}
	var order []results.Search
	for r := range rows.All() {
		value, ok := unit.Of(r)
		if !r.Measured() || !ok {
			continue
		}
		original, _, isCopy := corpus.Original(r.InstanceID())
		if !isCopy {
			s := r.Key()
			asIs[s] = append(asIs[s], value)
			continue
		}
		s := results.Search{InstanceID: original, Solver: r.Solver}
		if copies[s] == nil {
			copies[s] = map[string][]float64{}
			order = append(order, s)
		}
		copies[s][r.Name] = append(copies[s][r.Name], value)
	}
	for _, s := range order {
		var of []float64
		for _, samples := range copies[s] {
			of = append(of, stats.Median(samples))
		}
		slices.Sort(of)
		here := Value("", "")
		if asIs[s] != nil {
			here = quantity(stats.Median(asIs[s]), unit)
		}
		least, most := of[0], of[len(of)-1]
		ratio := Value("", "")
		if least > 0 {
			ratio = Value(english.Factor(most/least), most/least)
		}
		t.Rows = append(t.Rows, []Cell{Text(s.InstanceID), Text(s.Solver), Int(int64(len(of))), here,
			quantity(least, unit), quantity(stats.Median(of), unit), quantity(most, unit), ratio})
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
