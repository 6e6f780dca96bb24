package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/internal/stats"
	"xcbench/results"
)

// Comparison returns the table of comparisons of the same columns in some units. After each column but
// the first comes its difference from the first. The verdict on each column over all rows comes before
// the table. Of several units, those of a benchmark stand below each other, and the means are the last rows.
func Comparison(view View, all ...compare.Table) Table {
	first := all[0]
	t := Table{Title: comparisonTitle(first), Columns: heads("benchmark")}
	if len(all) > 1 {
		t.Title = first.Columns[1] + " against " + first.Columns[0] + strings.TrimPrefix(t.Title, first.Unit)
		t.Columns = heads("benchmark", "unit")
	}
	for k, name := range first.Columns {
		t.Columns = append(t.Columns, Column{Name: columnName(first, k), Right: true, Key: name})
		if k > 0 {
			t.Columns = append(t.Columns, Column{Name: "vs base", Right: true, Key: name + " vs " + first.Columns[0]})
		}
	}
	of, order := map[string][][]Cell{}, []string{}
	add := func(label, unit string, cells []Cell) {
		row := line(label, cells)
		if len(all) > 1 {
			row = line(label, unit, cells)
		}
		if of[label] == nil {
			order = append(order, label)
		} else if len(all) > 1 {
			row[0].Text = ""
		}
		of[label] = append(of[label], row)
	}
	for _, c := range all {
		rows, notes := view.rows(c)
		for _, k := range rows {
			add(c.Rows[k].Label, c.Unit, rowOf(c, c.Rows[k]))
		}
		t.Lead = append(t.Lead, headlines(c)...)
		for _, note := range append(notes, notesBelow(c)...) {
			if !slices.Contains(t.Notes, note) {
				t.Notes = append(t.Notes, note)
			}
		}
	}
	for _, c := range all {
		switch cells := means(c); {
		case cells != nil && len(all) > 1:
			add(mean, c.Unit, cells)
		case cells != nil:
			t.Footer = line(mean, cells)
		}
	}
	for _, label := range order {
		t.Rows = append(t.Rows, of[label]...)
	}
	return t
}

// rowOf returns the values of a row and their differences from the first one.
func rowOf(c compare.Table, row compare.Row) (cells []Cell) {
	best := best(row)
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
func notesBelow(c compare.Table) (notes []string) {
	if text := legend(c); text != "" {
		notes = append(notes, text)
	}
	if slices.Contains(c.Started, true) {
		notes = append(notes, startNote)
	}
	for _, w := range c.Warnings {
		notes = append(notes, "note: "+warning(w))
	}
	return notes
}

// columnName returns the name of a column, with a mark if its times include the start of a program.
func columnName(c compare.Table, k int) string {
	if k < len(c.Started) && c.Started[k] {
		return c.Columns[k] + startMark
	}
	return c.Columns[k]
}

// best returns the column whose value is below those of all others that compare, beyond their intervals,
// or -1.
func best(row compare.Row) int {
	var those []int
	for k, c := range row.Cells {
		if c.Measured() && (k == 0 || c.Compared) {
			those = append(those, k)
		}
	}
	if len(those) < 2 {
		return -1
	}
	best := slices.MinFunc(those, func(a, b int) int { return cmp.Compare(row.Cells[a].Hi, row.Cells[b].Hi) })
	if slices.ContainsFunc(those, func(k int) bool { return k != best && row.Cells[k].Lo <= row.Cells[best].Hi }) {
		return -1
	}
	return best
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

// median is the median with its interval, all digits of a counter, or the reason why there is no
// value.
func median(c compare.Table, cell compare.Cell) Cell {
	switch {
	case !cell.Has():
		return Value("", nil)
	case !cell.Measured():
		return Text(string(cell.Status))
	case c.Exact && cell.Mean:
		return Real(cell.Center, 1)
	case c.Exact && cell.Lo != cell.Hi:
		return Value(integer(cell.Lo)+" to "+integer(cell.Hi), cell.Center)
	case c.Exact:
		return Value(integer(cell.Center), cell.Center)
	}
	text := benchunit.Scale(cell.Center, c.Class())
	if !math.IsInf(cell.Hi, 0) { // too few samples have no interval
		text += " ± " + cell.Range()
	}
	return Value(text, cell.Center)
}

// integer writes all digits of a counter.
func integer(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// change is the difference from the base, as a factor. Counters differ exactly; measurements have an
// interval, and a mark that says whether the difference is significant.
func change(c compare.Table, cell, base compare.Cell) Cell {
	if !cell.Compared {
		return Value(whyNot(c, cell, base), nil)
	}
	percent, ok := cell.Change()
	ratio := stats.Ratio{Value: 1 + percent/100, Low: cell.Low, High: cell.High}
	text := "?" + mark(cell.Differs)
	switch known := ok && ratio.Value > 0; {
	case c.Exact && known:
		text = exactChange(cell, ratioText(stats.Ratio{Value: ratio.Value}, "less", "more"))
	case c.Exact:
		text = exactChange(cell, "")
	case known:
		text = marked(c, ratio, cell.Differs)
	}
	look := Plain
	if cell.Differs && strings.HasSuffix(c.Unit, "/op") {
		look = map[bool]Look{true: Better, false: Worse}[percent < 0]
	}
	return Cell{text, number(percent, ok), look}
}

// whyNot says why two values are not compared, or nothing if one of them is missing, whose cell says why.
func whyNot(c compare.Table, cell, base compare.Cell) string {
	unit, _ := results.FindUnit(c.Unit)
	switch {
	case !cell.Measured() || !base.Measured():
		return ""
	case cell.Foreign || base.Foreign:
		return "other machine"
	case unit.Same == results.SameRule:
		return "no common rule"
	}
	return "no common counter"
}

// marked writes a ratio, its interval, and whether it is significant. Too few samples have neither an
// interval nor a mark.
func marked(c compare.Table, r stats.Ratio, significant bool) string {
	less, more := words(c.Unit)
	text := ratioText(r, less, more)
	if math.IsInf(r.High, 0) && !significant {
		return text
	}
	return text + mark(significant)
}

// words returns what smaller and greater values of a unit are called.
func words(unit string) (less, more string) {
	if strings.HasSuffix(unit, "sec/op") {
		return "faster", "slower"
	}
	return "less", "more"
}

// mark ends the text of a difference.
func mark(significant bool) string {
	if significant {
		return " *"
	}
	return " ~"
}

func exactChange(cell compare.Cell, factor string) string {
	switch diff := cell.Center - cell.Base; {
	case !cell.Differs:
		return "="
	case diff == 0:
		return "varies"
	case factor == "":
		return signed(diff)
	default:
		return signed(diff) + " (" + factor + ")"
	}
}

// signed writes all digits of a difference, and its sign.
func signed(x float64) string {
	if x > 0 {
		return "+" + integer(x)
	}
	return integer(x)
}

// mean is the label of the footer.
const mean = "geomean"

// means returns the geometric mean of each column, and its difference from the mean of the base.
func means(c compare.Table) (cells []Cell) {
	for k, mean := range c.Geomean {
		text := benchunit.Scale(mean, c.Class())
		if c.Exact {
			text = strconv.FormatFloat(mean, 'f', 1, 64)
		}
		cells = append(cells, Value(text, mean))
		if k > 0 {
			cells = append(cells, meanChange(c, c.Verdicts[k]))
		}
	}
	return cells
}

// meanChange is the difference from the base over all rows that both columns have.
func meanChange(c compare.Table, v compare.Verdict) Cell {
	switch {
	case v.Value == 0:
		return Value("", nil)
	case c.Exact:
		return Value(ratioText(stats.Ratio{Value: v.Value}, "less", "more"), v.Value)
	}
	return Value(marked(c, v.Ratio, v.Decided() && v.Shown()), v.Value)
}
