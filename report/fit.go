package report

import (
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
	t = t.ForPeople()
	bounds := make([]int, len(t.Columns))
	for k, c := range t.Columns {
		bounds[k] = displayWidth(c.Name)
		for _, row := range append(slices.Clip(t.Rows), t.Footer) {
			if row != nil {
				bounds[k] = max(bounds[k], displayWidth(printable(row[k].Text)))
			}
		}
	}
	whole, end := bounds, len(t.Columns)
	bounds, fits := shrink(t.Columns, whole, width)
	for ; !fits && end > 2; bounds, fits = shrink(t.Columns, whole[:end], width) {
		end--
	}
	if dropped := t.Columns[end:]; len(dropped) > 0 {
		var names []string
		for _, c := range dropped {
			names = append(names, c.key())
		}
		note := english.Count(len(names), "column") + " not shown, too wide: " // on one line
		note += shorten(strings.Join(names, ", "), max(width-len(note), leastNames))
		t.Notes = append(slices.Clip(t.Notes), note)
	}
	var kept []int
	for k := range end {
		kept = append(kept, k)
	}
	t = t.pick(kept)
	for _, row := range append(slices.Clip(t.Rows), t.Footer) {
		for k := range row {
			if bounds[k] < whole[k] {
				row[k].Text = shorten(row[k].Text, bounds[k])
			}
		}
	}
	t.Lead, t.Notes = wrapAll(t.Lead, width), wrapAll(t.Notes, width)
	return t
}

// shrink returns the widths of columns in a line of a number of characters, each with a blank on both sides.
// The longest names are shortened, one character after another. It reports whether the line fits.
func shrink(columns []Column, widths []int, width int) ([]int, bool) {
	widths = slices.Clone(widths)
	for excess := sum(widths) + 2*len(widths) - width; excess > 0; excess-- {
		longest := -1
		for k, n := range widths {
			if !columns[k].Right && n > leastNames && (longest < 0 || n > widths[longest]) {
				longest = k
			}
		}
		if longest < 0 {
			return widths, false
		}
		widths[longest]--
	}
	return widths, true
}

func sum(all []int) (n int) {
	for _, x := range all {
		n += x
	}
	return n
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

// leastLine is the narrowest line that sentences are wrapped to, in characters.
const leastLine = 40

// Wrap breaks a sentence at blanks into lines of at most width characters; 0 stands for any number.
// Each line but the first is indented. A word that is longer than a line stays whole.
func Wrap(sentence string, width int) []string {
	var lines []string
	line := ""
	for k, word := range strings.Split(sentence, " ") {
		switch {
		case k == 0:
			line = word
		case width > 0 && utf8.RuneCountInString(line+" "+word) > max(width, leastLine):
			lines, line = append(lines, line), "  "+word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// wrapAll wraps each of several sentences.
func wrapAll(sentences []string, width int) []string {
	var lines []string
	for _, s := range sentences {
		lines = append(lines, Wrap(s, width)...)
	}
	return lines
}
