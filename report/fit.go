package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"xcbench/internal/english"
)

// leastNames is how short names get before columns are dropped, in characters.
const leastNames = 16

// Fit returns the table as it fits into lines of a number of characters, as on a terminal; 0 stands
// for any number. First it shortens the texts of the columns that align left, the longest first.
// Then it drops columns from the right, and a note names them. The first two columns stay. The
// sentences above and below the table are wrapped.
func (t Table) Fit(width int) Table {
	if width <= 0 {
		return t
	}
	t = t.fitColumns(width)
	t.Lead, t.Notes = wrapAll(t.Lead, width), wrapAll(t.Notes, width)
	return t
}

func (t Table) fitColumns(width int) Table {
	widths := make([]int, len(t.Columns))
	for k, c := range t.Columns {
		widths[k] = displayWidth(c.Name)
		for _, row := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.Footer) {
			if row != nil {
				widths[k] = max(widths[k], displayWidth(printable(row[k].Text)))
			}
		}
	}
	excess := -width
	for _, n := range widths {
		excess += 1 + n + 1
	}
	if excess <= 0 {
		return t
	}
	bounds, kept := slices.Clone(widths), len(t.Columns)
	excess = shrink(t.Columns, bounds, excess)
	for excess > 0 && kept > 2 {
		kept--
		excess -= 1 + bounds[kept] + 1
	}
	if kept < len(t.Columns) { // what the dropped columns leave is for the others
		excess = -width
		for _, n := range widths[:kept] {
			excess += 1 + n + 1
		}
		bounds = slices.Clone(widths)
		shrink(t.Columns[:kept], bounds, excess)
	}
	return t.cut(kept, widths, bounds, width)
}

// shrink shortens columns, the longest first, and returns by how much a line is still too wide.
func shrink(columns []Column, widths []int, excess int) int {
	for ; excess > 0; excess-- {
		k := longest(columns, widths)
		if k < 0 {
			break
		}
		widths[k]--
	}
	return excess
}

// longest returns the column with the longest texts among those that can be shortened, or -1.
func longest(columns []Column, widths []int) int {
	longest := -1
	for k, c := range columns {
		if !c.Right && widths[k] > leastNames && (longest < 0 || widths[k] > widths[longest]) {
			longest = k
		}
	}
	return longest
}

// cut returns the first columns of the table, with texts as long as the bounds of their columns. The
// note about the others fits one line of the width.
func (t Table) cut(kept int, widths, bounds []int, width int) Table {
	short := func(row []Cell) []Cell {
		row = slices.Clone(row[:min(kept, len(row))])
		for k := range row {
			if bounds[k] < widths[k] {
				row[k].Text = shorten(row[k].Text, bounds[k])
			}
		}
		return row
	}
	if kept < len(t.Columns) {
		var names []string
		for _, c := range t.Columns[kept:] {
			names = append(names, cmp.Or(c.Key, c.Name))
		}
		note := english.Count(len(names), "column") + " not shown, too wide: "
		note += shorten(strings.Join(names, ", "), max(width-len(note), leastNames))
		t.Notes = append(t.Notes[:len(t.Notes):len(t.Notes)], note)
	}
	t.Columns = t.Columns[:kept]
	rows := make([][]Cell, len(t.Rows))
	for k, row := range t.Rows {
		rows[k] = short(row)
	}
	t.Rows = rows
	if t.Footer != nil {
		t.Footer = short(t.Footer)
	}
	return t
}

// shorten cuts a text that is longer than a number of characters. A name loses its middle, because
// instances differ at the end; a phrase loses its end.
func shorten(text string, most int) string {
	n := utf8.RuneCountInString(text)
	if n <= most {
		return text
	}
	letters := []rune(text)
	head := most - 1
	if !strings.Contains(text, " ") {
		head = most / 2
	}
	return string(letters[:head]) + "…" + string(letters[n-(most-1-head):])
}
