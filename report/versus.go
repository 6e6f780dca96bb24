package report

import (
	"fmt"
	"strconv"

	"golang.org/x/perf/benchunit"

	"xcbench/results/compare"
)

// Versus returns the table of a comparison as benchstat shows it: after each
// column but the first, its difference to the first. With differ it has the rows
// only in which something is different.
func Versus(c compare.Table, differ bool) Table {
	t := Table{Title: versusTitle(c), Columns: []Column{{Name: "benchmark"}}}
	for k, name := range c.Columns {
		t.Columns = append(t.Columns, Column{Name: name, Right: true})
		if k > 0 {
			t.Columns = append(t.Columns, Column{Name: "vs base", Right: true, Key: name + " vs " + c.Columns[0]})
		}
	}
	var cells []Cell // of many rows
	for _, row := range c.Rows {
		if differ && !row.Changed() {
			continue
		}
		if len(cells)+len(t.Columns) > cap(cells) {
			cells = make([]Cell, 0, max(1, min(1024, len(c.Rows)))*len(t.Columns))
		}
		from := len(cells)
		cells = append(cells, Text(row.Label))
		for k, cell := range row.Cells {
			cells = append(cells, versusValue(c, cell))
			if k > 0 {
				cells = append(cells, change(c, cell))
			}
		}
		t.Rows = append(t.Rows, cells[from:len(cells):len(cells)])
	}
	if differ {
		t.Notes = append(t.Notes, fmt.Sprintf("%d of %d rows differ", len(t.Rows), len(c.Rows)))
	}
	t.Footer = versusMean(c)
	for _, w := range c.Warnings {
		t.Notes = append(t.Notes, "note: "+warning(w))
	}
	return t
}

func versusTitle(c compare.Table) string {
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

func versusValue(c compare.Table, cell compare.Cell) Cell {
	switch {
	case cell.Status != "":
		return Text(string(cell.Status))
	case cell.N == 0:
		return Cell{"", nil}
	case c.Exact && cell.Lo != cell.Hi:
		return Cell{integer(cell.Lo) + " to " + integer(cell.Hi), cell.Center}
	case c.Exact:
		return Cell{integer(cell.Center), cell.Center}
	}
	return Cell{benchunit.Scale(cell.Center, c.Class()) + " ± " + cell.Range(), cell.Center}
}

// integer writes all digits of a counter.
func integer(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// change is the difference to the base: exact for counters, and for measurements
// "~" unless it is significant.
func change(c compare.Table, cell compare.Cell) Cell {
	if !cell.Compared {
		return Cell{"", nil}
	}
	percent, ok := cell.Change()
	value := Cell{Value: nil}
	if ok {
		value.Value = percent
	}
	text := "?"
	if ok {
		text = signedPercent(percent)
	}
	if c.Exact {
		diff := cell.Center - cell.Base
		switch {
		case !cell.Differs:
			value.Text = "="
		case diff == 0:
			value.Text = "varies"
		case !ok:
			value.Text = signed(diff)
		default:
			value.Text = signed(diff) + " (" + text + ")"
		}
		return value
	}
	if !cell.Differs {
		text = "~"
	}
	b := make([]byte, 0, 64) // there may be a million: this is half the time of fmt
	b = append(append(b, text...), " (p="...)
	b = strconv.AppendFloat(b, cell.P, 'f', 3, 64)
	if !cell.Differs && cell.P < c.Alpha { // so it is Holm's correction that says so
		b = strconv.AppendFloat(append(b, " Holm="...), cell.Holm, 'f', 3, 64)
	}
	b = append(b, " n="...)
	if cell.N != cell.BaseN {
		b = append(strconv.AppendInt(b, int64(cell.BaseN), 10), '+')
	}
	b = append(strconv.AppendInt(b, int64(cell.N), 10), ')')
	value.Text = string(b)
	return value
}

// signedPercent is "%+.2f%%" of fmt.
func signedPercent(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64) + "%"
	if text[0] == '-' || text[0] == '+' {
		return text
	}
	return "+" + text
}

// signed writes all digits of a difference, and its sign.
func signed(x float64) string {
	if x > 0 {
		return "+" + integer(x)
	}
	return integer(x)
}

func versusMean(c compare.Table) []Cell {
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
