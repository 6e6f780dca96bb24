package report

import (
	"slices"

	"xcbench/results"
	"xcbench/results/compare"
)

// Comparisons returns the tables of a run: for every choice rule, a table in each unit that is
// shown by default, with a column for each solver. Units such as updates are compared only within a
// counter class.
func Comparisons(rows []results.Row, solvers []string, classes compare.Classes) []Table {
	var tables []Table
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		for _, group := range byRule(solvers, classes) {
			t := Comparison(results.Compare(rows, unit.Name, group, classes), false)
			t.Columns[0].Name = "instance"
			if rule := classes[group[0]].Rule; rule != "" {
				t.Title += ", choice rule " + string(rule)
			}
			tables = append(tables, t)
		}
	}
	return tables
}

// byRule groups solvers by choice rule, in order of appearance.
func byRule(solvers []string, classes compare.Classes) [][]string {
	var groups [][]string
	for _, solver := range solvers {
		k := slices.IndexFunc(groups, func(g []string) bool { return classes[g[0]].Rule == classes[solver].Rule })
		if k < 0 {
			groups = append(groups, nil)
			k = len(groups) - 1
		}
		groups[k] = append(groups[k], solver)
	}
	return groups
}
