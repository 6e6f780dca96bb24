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
	widths := make([]int, len(t.Columns))
	for k, c := range t.Columns {
		widths[k] = displayWidth(c.Name)
		for _, row := range t.lines() {
			widths[k] = max(widths[k], displayWidth(printable(row[k].Text)))
		}
	}
	end := len(widths)
	bound, fits := longest(t.Columns, widths, width)
	for ; !fits && end > 2; bound, fits = longest(t.Columns, widths[:end], width) {
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
	t = t.only(func(k int) bool { return k < end })
	for _, row := range t.lines() {
		for k := range row {
			if !t.Columns[k].Right {
				row[k].Text = shorten(row[k].Text, bound)
			}
		}
	}
	t.Lead, t.Notes = wrapAll(t.Lead, width), wrapAll(t.Notes, width)
	return t
}

// longest returns how long texts of the columns that align left may be in a line of a number of characters. Each
// column has a blank on both sides. It reports whether the line fits.
func longest(columns []Column, widths []int, width int) (bound int, fits bool) {
	for bound = max(width, leastNames); ; bound-- {
		all := 2 * len(widths)
		for k, n := range widths {
			if all += n; !columns[k].Right {
				all += min(n, bound) - n
			}
		}
		if all <= width || bound == leastNames {
			return bound, all <= width
		}
	}
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
