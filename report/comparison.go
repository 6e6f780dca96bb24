package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Comparison returns the table of comparisons of the same columns in some units. After each column but
// the first comes its difference from the first. The verdict on each column over all rows comes before
// the table. With several units, a benchmark has a row for each, and the means are the last rows.
func Comparison(view View, all ...compare.Table) Table {
	first, several := all[0], len(all) > 1
	title := first.Unit
	if several {
		title = first.Columns[1] + " against " + first.Columns[0]
	}
	t := Table{Title: title + configText(first), Columns: Heads("benchmark", "unit")}
	for k, name := range first.Columns {
		t.Columns = append(t.Columns, Column{columnName(first, k), true, name})
		if k > 0 {
			t.Columns = append(t.Columns, Column{"vs base", true, name + " vs " + first.Columns[0]})
		}
	}
	for _, c := range all {
		shown, notes := view.of(c)
		for _, row := range shown.Rows {
			t.Add(row.Label, c.Unit, rowOf(c, row))
		}
		t.Lead = append(t.Lead, headlines(c)...)
		for _, note := range append(notes, notesBelow(c)...) {
			if !slices.Contains(t.Notes, note) {
				t.Notes = append(t.Notes, note)
			}
		}
	}
	if several {
		slices.SortStableFunc(t.Rows, func(a, b []Cell) int { return view.places[a[0].Text] - view.places[b[0].Text] })
		for k := len(t.Rows) - 1; k > 0; k-- {
			if t.Rows[k-1][0] == t.Rows[k][0] {
				t.Rows[k][0].Text = ""
			}
		}
	}
	return t.only(func(k int) bool { return several || k != 1 })
}

// rowOf returns the values of a row and their differences from the first one.
func rowOf(c compare.Table, row compare.Row) (cells []Cell) {
	best := BestColumn(row)
	for k, cell := range row.Cells {
		cells = append(cells, median(c, cell))
		if k == best && strings.HasSuffix(c.Unit, "/op") { // the less, the better
			cells[len(cells)-1].Look = Best
		}
		if k > 0 {
			cells = append(cells, change(c, cell, row.Cells[0]))
		}
	}
	return cells
}

// notesBelow returns what explains the marks of a comparison, and its warnings.
func notesBelow(c compare.Table) []string {
	notes := legend(c)
	if slices.Contains(c.Started, true) {
		notes = append(notes, startNote)
	}
	for _, w := range c.Warnings {
		notes = append(notes, "note: "+w)
	}
	return notes
}

// columnName returns the name of a column, with a mark if its times include the start of a program.
func columnName(c compare.Table, k int) string {
	return c.Columns[k] + choose(k < len(c.Started) && c.Started[k], startMark, "")
}

// BestColumn returns the column whose value is below those of all others that compare, beyond their intervals,
// or -1.
func BestColumn(row compare.Row) int {
	var compared []int
	for k, c := range row.Cells {
		if c.Measured() && (k == 0 || c.Compared) {
			compared = append(compared, k)
		}
	}
	slices.SortFunc(compared, func(a, b int) int { return cmp.Compare(row.Cells[a].Lo, row.Cells[b].Lo) })
	if len(compared) < 2 || row.Cells[compared[0]].Hi >= row.Cells[compared[1]].Lo {
		return -1
	}
	return compared[0]
}

// median is the median with its interval, all digits of a counter, or the reason why there is no
// value.
func median(c compare.Table, cell compare.Cell) Cell {
	switch {
	case !cell.Measured():
		return named(string(cell.Status))
	case c.Exact && cell.Mean:
		return Real(cell.Center, 1)
	}
	text := benchunit.Scale(cell.Center, benchunit.ClassOf(c.Unit))
	switch {
	case c.Exact && cell.Lo != cell.Hi:
		text = allDigits(cell.Lo) + " to " + allDigits(cell.Hi)
	case c.Exact:
		text = allDigits(cell.Center)
	case !math.IsInf(cell.Hi, 0): // too few samples have no interval
		text += " ± " + cell.PctRangeString()
	}
	return Value(text, cell.Center)
}

// change is the difference from the base, as a factor. Counters differ exactly; measurements have an
// interval, and a mark that says whether the difference is significant.
func change(c compare.Table, cell, base compare.Cell) Cell {
	if !cell.Compared {
		return Value(whyNot(c, cell, base), nil)
	}
	percent, known := cell.Change()
	ratio, text := cell.Ratio, "?"
	if c.Exact {
		ratio.Low = 0 // no interval
	}
	if known = known && ratio.Value > 0; known {
		text = ratioText(c.Unit, ratio)
	}
	switch diff := cell.Center - base.Center; {
	case !c.Exact:
		text += mark(ratio, cell.Differs)
	case !cell.Differs:
		text = "="
	case cell.Mean: // the ratio
	case diff == 0:
		text = "varies"
	case known:
		text = fmt.Sprintf("%+.0f (%s)", diff, text)
	default:
		text = fmt.Sprintf("%+.0f", diff)
	}
	look := Plain
	if cell.Differs && strings.HasSuffix(c.Unit, "/op") {
		look = choose(percent < 0, Better, Worse)
	}
	return Cell{text, number(cell.Change()), look}
}

// whyNot says why two values are not compared, or nothing if one of them is missing, whose cell says why.
func whyNot(c compare.Table, cell, base compare.Cell) string {
	switch {
	case !cell.Measured() || !base.Measured():
		return ""
	case cell.Foreign || base.Foreign:
		return "other machine"
	case results.UnitNamed(c.Unit).Same == results.SameRule:
		return "no common rule"
	}
	return "no common counter"
}

// mark says at the end of a difference whether it is significant. Too few samples have neither an interval nor a
// mark.
func mark(r stats.Ratio, significant bool) string {
	if significant {
		return " *"
	}
	return choose(math.IsInf(r.High, 0), "", " ~")
}
