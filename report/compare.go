package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"xcbench/results"
	"xcbench/results/compare"
)

// Comparisons returns the tables of a run: for each choice rule, time, nodes and
// updates, with a column a solver. Updates are set in proportion only within a
// counter class.
func Comparisons(rows []results.Row, solvers []string, classes compare.Classes) []Table {
	var tables []Table
	for _, unit := range results.UnitsShown(results.InTables, rows) {
		for _, group := range byRule(solvers, classes) {
			title := unit.Name
			if rule := classes[group[0]].Rule; rule != "" {
				title += ", choice rule " + string(rule)
			}
			tables = append(tables, comparison(results.Compare(rows, unit.Name, group), title))
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

func comparison(c results.Comparison, title string) Table {
	t := Table{Title: title, Columns: []Column{{Name: "instance"}}}
	for k, solver := range c.Solvers {
		t.Columns = append(t.Columns, Column{Name: solver, Right: true})
		if k > 0 && !c.Exact {
			t.Columns = append(t.Columns, Column{Name: "vs " + c.Solvers[0], Right: true, Key: solver + " vs " + c.Solvers[0]})
		}
	}
	for k, id := range c.Instances {
		row := []Cell{Text(id)}
		for s, cell := range c.Cells[k] {
			row = append(row, value(c, cell))
			if s > 0 && !c.Exact {
				row = append(row, ratio(cell))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.Footer = geomean(c)
	return t
}

func value(c results.Comparison, cell results.Cell) Cell {
	switch {
	case cell.Status == "":
		return Cell{"", ""}
	case !cell.Measured():
		return Text(string(cell.Status))
	case c.Exact:
		return Int(int64(cell.Summary.Center))
	}
	text := benchunit.Scale(cell.Summary.Center, benchunit.ClassOf(c.Unit))
	if pct := cell.Summary.PctRangeString(); !strings.Contains(pct, "∞") {
		text += " ± " + pct
	}
	return Cell{text, cell.Summary.Center}
}

// ratio is how many times the base's value this one is, and "~" where the test
// finds no difference.
func ratio(cell results.Cell) Cell {
	switch {
	case cell.Ratio == 0:
		return Cell{"", ""}
	case !cell.Differs:
		return Cell{fmt.Sprintf("~ (p=%.3f n=%d)", cell.P, cell.N), cell.Ratio}
	}
	return Cell{times(cell.Ratio), cell.Ratio}
}

func times(r float64) string {
	switch {
	case r >= 99.95:
		return fmt.Sprintf("%.0fx", r)
	case r >= 9.995:
		return fmt.Sprintf("%.1fx", r)
	}
	return fmt.Sprintf("%.2fx", r)
}

func geomean(c results.Comparison) []Cell {
	if c.Geomean == nil {
		return nil
	}
	label := "geomean"
	if c.Common < len(c.Instances) {
		label = fmt.Sprintf("geomean of the %d that all have", c.Common)
	}
	footer := []Cell{Text(label)}
	for k, mean := range c.Geomean {
		if c.Exact {
			footer = append(footer, Cell{strconv.FormatFloat(mean, 'f', 0, 64), mean})
			continue
		}
		footer = append(footer, Cell{benchunit.Scale(mean, benchunit.ClassOf(c.Unit)), mean})
		if k > 0 {
			footer = append(footer, Cell{times(mean / c.Geomean[0]), mean / c.Geomean[0]})
		}
	}
	return footer
}
