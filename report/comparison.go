package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/internal/stats"
)

// Comparison returns the table of a comparison: after each column but the first comes its
// difference from the first. The verdict on each column over all rows comes before the table.
func Comparison(c compare.Table, view View) Table {
	t := Table{Title: comparisonTitle(c), Lead: headlines(c), Columns: []Column{{Name: "benchmark"}}}
	for k, name := range c.Columns {
		t.Columns = append(t.Columns, Column{Name: columnName(c, k), Right: true, Key: name})
		if k > 0 {
			t.Columns = append(t.Columns, Column{Name: "vs base", Right: true, Key: name + " vs " + c.Columns[0]})
		}
	}
	rows, notes := view.rows(c)
	for _, k := range rows {
		row := c.Rows[k]
		cells := []Cell{Text(row.Label)}
		for k, cell := range row.Cells {
			cells = append(cells, value(c, cell))
			if k > 0 {
				cells = append(cells, change(c, cell))
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	t.Notes = notes
	t.Footer = means(c)
	if text := legend(c); text != "" {
		t.Notes = append(t.Notes, text)
	}
	if anyStarted(c) {
		t.Notes = append(t.Notes, startNote)
	}
	for _, w := range c.Warnings {
		t.Notes = append(t.Notes, "note: "+warning(w))
	}
	return t
}

// shownBecause says what the rows of a table have in common that has only rows with a difference.
// Measurements that are not marked may differ, too.
func shownBecause(c compare.Table) string {
	oneSided := false
	for _, r := range c.Rows {
		other := func(cell compare.Cell) bool { return cell.Measured() != r.Cells[0].Measured() }
		oneSided = oneSided || slices.ContainsFunc(r.Cells, other)
	}
	switch {
	case c.Exact:
		return "differ"
	case oneSided:
		return "are marked, or have no value in some column"
	}
	return "are marked"
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

// value is the median with its interval, all digits of a counter, or the reason why there is no
// value.
func value(c compare.Table, cell compare.Cell) Cell {
	switch {
	case !cell.Has():
		return Cell{"", nil}
	case !cell.Measured():
		return Text(string(cell.Status))
	case c.Exact && cell.Mean:
		return Real(cell.Center, 1)
	case c.Exact && cell.Lo != cell.Hi:
		return Cell{integer(cell.Lo) + " to " + integer(cell.Hi), cell.Center}
	case c.Exact:
		return Cell{integer(cell.Center), cell.Center}
	}
	text := benchunit.Scale(cell.Center, c.Class())
	if !math.IsInf(cell.Hi, 0) { // too few samples have no interval
		text += " ± " + cell.Range()
	}
	return Cell{text, cell.Center}
}

// integer writes all digits of a counter.
func integer(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// change is the difference from the base, in percent or as a factor. Counters differ exactly;
// measurements have an interval, and a mark that says whether the difference is significant.
func change(c compare.Table, cell compare.Cell) Cell {
	if !cell.Compared {
		return Cell{"", nil}
	}
	percent, ok := cell.Change()
	switch {
	case c.Exact && ok:
		return Cell{exactChange(cell, between(stats.Ratio{Value: 1 + percent/100, High: math.Inf(1)}, 2)), percent}
	case c.Exact:
		return Cell{exactChange(cell, "?"), nil}
	case !ok:
		return Cell{"?" + mark(cell.Differs), nil}
	}
	r := stats.Ratio{Value: 1 + percent/100, Low: cell.Low, High: cell.High}
	return Cell{marked(r, cell.Differs), percent}
}

// marked writes a ratio, its interval, and whether it is significant. Too few samples have neither an
// interval nor a mark.
func marked(r stats.Ratio, significant bool) string {
	text := between(r, 1)
	if math.IsInf(r.High, 0) && !significant {
		return text
	}
	return text + mark(significant)
}

// mark ends the text of a difference.
func mark(significant bool) string {
	if significant {
		return " *"
	}
	return " ~"
}

// between writes a ratio and its interval, if it has one: a small one in percent, as in
// -32.4% (-33.0 to -31.8), and a ratio of 2 or more, in either direction, as a factor: ×747 (534 to
// 1,170). The digits after the point of a percentage are at least as many as given.
func between(r stats.Ratio, digits int) string {
	if isFactor(r.Value) {
		if math.IsInf(r.High, 0) {
			return english.Factor(r.Value)
		}
		return fmt.Sprintf("%s (%s to %s)", english.Factor(r.Value), english.ThreeDigits(r.Low), english.ThreeDigits(r.High))
	}
	percent := func(x float64) float64 { return (x - 1) * 100 }
	value, low, high := percent(r.Value), percent(r.Low), percent(r.High)
	if math.IsInf(high, 0) {
		low, high = value, value
	}
	switch most := max(math.Abs(value), math.Abs(low), math.Abs(high)); {
	case most < 10:
		digits = 2
	case most >= 1000:
		digits = 0
	}
	if math.IsInf(r.High, 0) {
		return fmt.Sprintf("%+.*f%%", digits, value)
	}
	return fmt.Sprintf("%+.*f%% (%+.*f to %+.*f)", digits, value, digits, low, digits, high)
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

// signed writes all digits of a difference, and its sign.
func signed(x float64) string {
	if x > 0 {
		return "+" + integer(x)
	}
	return integer(x)
}

// means returns the footer: the geometric mean of each column, and its difference from the mean of
// the base.
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
		if k > 0 {
			footer = append(footer, meanChange(c, c.Verdicts[k]))
		}
	}
	return footer
}

// meanChange is the difference from the base over all rows that both columns have.
func meanChange(c compare.Table, v compare.Verdict) Cell {
	switch {
	case v.Value == 0:
		return Cell{"", nil}
	case c.Exact:
		return Cell{between(stats.Ratio{Value: v.Value, High: math.Inf(1)}, 2), v.Value}
	}
	return Cell{marked(v.Ratio, v.Decided() && v.Shown()), v.Value}
}
