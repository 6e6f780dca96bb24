package report

import (
	"slices"

	"golang.org/x/perf/benchunit"

	"xcbench/corpus"
	"xcbench/results"
)

// Spreads returns tables of what the luck of ordering does: of time, nodes and
// updates, how far the scrambled copies of an instance lie apart, and where the
// instance as it stands is among them. There are none if nothing was scrambled.
func Spreads(rows []results.Row) []Table {
	var tables []Table
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		if t := spread(rows, unit); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

func spread(rows []results.Row, unit results.Unit) Table {
	t := Table{Title: unit.Name + ", spread over scrambled copies", Columns: []Column{{Name: "instance"}, {Name: "solver"},
		{Name: "copies", Right: true}, {Name: "as it stands", Right: true}, {Name: "least", Right: true},
		{Name: "median", Right: true}, {Name: "most", Right: true}, {Name: "most/least", Right: true}}}
	asIs, copies := map[results.Search][]float64{}, map[results.Search]map[string][]float64{}
	var order []results.Search
	for _, r := range rows {
		if !r.Measured() {
			continue
		}
		original, _, isCopy := corpus.Original(r.InstanceID())
		if !isCopy {
			s := r.Key()
			asIs[s] = append(asIs[s], r.Value(unit.Name))
			continue
		}
		s := results.Search{InstanceID: original, Solver: r.Solver}
		if copies[s] == nil {
			copies[s] = map[string][]float64{}
			order = append(order, s)
		}
		copies[s][r.Name] = append(copies[s][r.Name], r.Value(unit.Name))
	}
	for _, s := range order {
		var of []float64
		for _, samples := range copies[s] {
			of = append(of, median(samples))
		}
		slices.Sort(of)
		here := Cell{"", ""}
		if asIs[s] != nil {
			here = quantity(median(asIs[s]), unit)
		}
		least, most := of[0], of[len(of)-1]
		ratio := Cell{"", ""}
		if least > 0 {
			ratio = Cell{times(most / least), most / least}
		}
		t.Rows = append(t.Rows, []Cell{Text(s.InstanceID), Text(s.Solver), Int(int64(len(of))), here,
			quantity(least, unit), quantity(median(of), unit), quantity(most, unit), ratio})
	}
	return t
}

// quantity is a value in a unit: a time scaled, a counter to the last digit.
func quantity(x float64, unit results.Unit) Cell {
	if unit.Exact {
		return Int(int64(x))
	}
	return Cell{benchunit.Scale(x, benchunit.ClassOf(unit.Name)), x}
}

// median sorts the values; of an even number it is the lower one in the middle, so
// that the median of counters is one of them.
func median(values []float64) float64 {
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
