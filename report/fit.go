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
	widths := mapped(t.Columns, func(c Column) int { return displayWidth(c.Name) })
	for _, row := range t.Rows {
		for k, c := range row {
			widths[k] = max(widths[k], displayWidth(c.Text))
		}
	}
	tooWide := func(end, bound int) bool {
		all := 2 * end // a blank on both sides of each column
		for k, n := range widths[:end] {
			if !t.Columns[k].Right {
				n = min(n, bound)
			}
			all += n
		}
		return all > width
	}
	end, bound := len(widths), max(width, leastNames)
	for end > 2 && tooWide(end, leastNames) {
		end--
	}
	for bound > leastNames && tooWide(end, bound) {
		bound--
	}
	if dropped := mapped(t.Columns[end:], Column.key); dropped != nil {
		note := english.Count(len(dropped), "column") + " not shown, too wide: " // on one line
		t.note("%s", note+shorten(strings.Join(dropped, ", "), max(width-len(note), leastNames)))
	}
	t = t.only(func(k int) bool { return k < end })
	for _, row := range t.Rows {
		for k := range row {
			if !t.Columns[k].Right {
				row[k].Text = shorten(row[k].Text, bound)
			}
		}
	}
	wrapped := func(sentence string) []string { return Wrap(sentence, width) }
	t.Lead, t.Notes = slices.Concat(mapped(t.Lead, wrapped)...), slices.Concat(mapped(t.Notes, wrapped)...)
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

// leastLine is the narrowest line that sentences are wrapped to, in characters.
const leastLine = 40

// Wrap breaks a sentence at blanks into lines of at most width characters; 0 stands for any number.
// Each line but the first is indented. A word that is longer than a line stays whole.
func Wrap(sentence string, width int) (lines []string) {
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
