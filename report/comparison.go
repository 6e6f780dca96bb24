package report

import (
	"fmt"
	"strconv"

	"golang.org/x/perf/benchunit"

	"xcbench/results/compare"
)

// Comparison returns the table of a comparison as benchstat shows it: each column but the first is
// followed by its difference from the first. With differ, it has only the rows in which something is
// different.
func Comparison(c compare.Table, differ bool) Table {
	t := Table{Title: comparisonTitle(c), Columns: []Column{{Name: "benchmark"}}}
	for k, name := range c.Columns {
		t.Columns = append(t.Columns, Column{Name: name, Right: true})
		if k > 0 {
			t.Columns = append(t.Columns, Column{Name: "vs base", Right: true, Key: name + " vs " + c.Columns[0]})
		}
	}
	for _, row := range c.Rows {
		if differ && !row.Changed() {
			continue
		}
		cells := make([]Cell, 0, len(t.Columns))
		cells = append(cells, Text(row.Label))
		for k, cell := range row.Cells {
			cells = append(cells, value(c, cell))
			if k > 0 {
				cells = append(cells, change(c, cell))
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	if differ {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of %d rows differ", len(t.Rows), len(c.Rows)))
	}
	t.Footer = means(c)
	for _, w := range c.Warnings {
		t.Notes = append(t.Notes, "note: "+warning(w))
	}
	return t
}

func comparisonTitle(c compare.Table) string {
	if config := configText(c); config != "" {
		return c.Unit + "; " + config
	}
	return c.Unit
}

func warning(w compare.Warning) string {
	switch w.Cells {
	case 0:
		return w.Text
	case 1:
		return fmt.Sprintf("%s (%s)", w.Text, w.First)
	}
	return fmt.Sprintf("%s (%d cells, the first: %s)", w.Text, w.Cells, w.First)
}

// value is the median with its interval, all digits of a counter, or the reason why there is no value.
func value(c compare.Table, cell compare.Cell) Cell {
	switch {
	case !cell.Has():
		return Cell{"", nil}
	case !cell.Measured():
		return Text(string(cell.Status))
	case c.Exact && cell.Lo != cell.Hi:
		return Cell{integer(cell.Lo) + " to " + integer(cell.Hi), cell.Center}
	case c.Exact:
		return Cell{integer(cell.Center), cell.Center}
	}
	return Cell{benchunit.Scale(cell.Center, c.Class()) + " ± " + cell.Range(), cell.Center}
}

// integer writes all digits of a counter.
func integer(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// change is the difference from the base in percent. Counters differ exactly; measurements have a "~"
// unless the difference is significant.
func change(c compare.Table, cell compare.Cell) Cell {
	if !cell.Compared {
		return Cell{"", nil}
	}
	value, text := any(nil), "?"
	if percent, ok := cell.Change(); ok {
		value, text = percent, signedPercent(percent)
	}
	if c.Exact {
		return Cell{exactChange(cell, text), value}
	}
	if !cell.Differs {
		text = "~"
	}
	b := make([]byte, 0, 64) // for a million rows, fmt takes 2 s more
	b = append(append(b, text...), " (p="...)
	b = strconv.AppendFloat(b, cell.P, 'f', 3, 64)
	if !cell.Differs && cell.P < c.Alpha { // Holm's correction makes the difference insignificant
		b = strconv.AppendFloat(append(b, " Holm="...), cell.Holm, 'f', 3, 64)
	}
	b = append(b, " n="...)
	if cell.N != cell.BaseN {
		b = append(strconv.AppendInt(b, int64(cell.BaseN), 10), '+')
	}
	return Cell{string(append(strconv.AppendInt(b, int64(cell.N), 10), ')')), value}
}

func exactChange(cell compare.Cell, percent string) string {
	switch diff := cell.Center - cell.Base; {
	case !cell.Differs:
		return "="
	case diff == 0:
		return "varies"
	case percent == "?":
		return signed(diff)
	default:
		return signed(diff) + " (" + percent + ")"
	}
}

func signedPercent(x float64) string { return fmt.Sprintf("%+.2f%%", x) }

// signed writes all digits of a difference, and its sign.
func signed(x float64) string {
	if x > 0 {
		return "+" + integer(x)
	}
	return integer(x)
}

// means is the footer: the geometric mean of each column, and its difference from that of the base.
func means(c compare.Table) []Cell {
	if c.Geomean == nil {
		return nil
	}
	footer := []Cell{Text("geomean")}
	for k, mean := range c.Geomean {
		text := benchunit.Scale(mean, c.Class())
		if c.Exact {
			text = strconv.FormatFloat(mean, 'f', 1, 64)
		}
		footer = append(footer, Cell{text, mean})
		if k > 0 && c.Ratios[k] == 0 {
			footer = append(footer, Cell{"", nil})
		} else if k > 0 {
			footer = append(footer, Cell{signedPercent((c.Ratios[k] - 1) * 100), c.Ratios[k]})
		}
	}
	return footer
}
