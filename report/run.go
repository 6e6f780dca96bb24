package report

import (
	"xcbench/results"
	"xcbench/results/compare"
	"xcbench/solvers"
)

// Comparisons returns the tables of a run: time, nodes and updates, each for every choice rule, with a
// column for each solver. Updates are compared only within a counter class.
func Comparisons(rows []results.Row, variants []solvers.Variant) []Table {
	counters := map[string]solvers.Counter{}
	for _, v := range variants {
		counters[v.Name] = v.Counter
	}
	m := compare.DefaultMethod
	m.Comparable = func(unit, base, column string) bool {
		return unit != results.Updates || counters[base] == counters[column]
	}
	var tables []Table
	for _, unit := range []string{results.Seconds, results.Nodes, results.Updates} {
		for _, group := range byRule(variants) {
			var names []string
			for _, v := range group {
				names = append(names, v.Name)
			}
			t := Comparison(results.Tabulate(m, rows, unit, names), false)
			t.Title, t.Columns[0].Name = unit+", choice rule "+string(group[0].Rule), "instance"
			tables = append(tables, t)
		}
	}
	return tables
}

// byRule groups variants by choice rule, in order of appearance.
func byRule(variants []solvers.Variant) [][]solvers.Variant {
	var groups [][]solvers.Variant
next:
	for _, v := range variants {
		for k := range groups {
			if groups[k][0].Rule == v.Rule {
				groups[k] = append(groups[k], v)
				continue next
			}
		}
		groups = append(groups, []solvers.Variant{v})
	}
	return groups
}
