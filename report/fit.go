package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Fit returns the table as it fits into lines of a number of characters, as on a terminal; 0 stands
// for any number. As text, the lines of the table end there. The sentences above and below it are wrapped.
func (t Table) Fit(width int) Table {
	wrapped := func(sentence string) []string { return Wrap(sentence, width) }
	t.width, t.Lead, t.Notes = width, slices.Concat(mapped(t.Lead, wrapped)...), slices.Concat(mapped(t.Notes, wrapped)...)
	return t
}

// cut ends the lines of a table that are longer than its width, with a mark. Colours have no width.
func (t Table) cut(lines string) string {
	if t.width <= 0 {
		return lines
	}
	const character = `(?:\x1b\[\d*m)*[^\x1b\n]`
	long := regexp.MustCompile(fmt.Sprintf(`(?m)^((?:%s){%d})(?:%[1]s){2}.*$`, character, min(t.width-1, 999)))
	return long.ReplaceAllString(lines, "$1…"+choose(t.Colour, plainAgain, ""))
}

// leastLine is the narrowest line that sentences are wrapped to, in characters.
const leastLine = 40

// Wrap breaks a sentence at blanks into lines of at most width characters; 0 stands for any number.
// Each line but the first is indented. A word that is longer than a line stays whole.
func Wrap(sentence string, width int) []string {
	words := strings.Split(sentence, " ")
	lines := words[:1:1]
	for _, word := range words[1:] {
		last := len(lines) - 1
		if longer := lines[last] + " " + word; width > 0 && utf8.RuneCountInString(longer) > max(width, leastLine) {
			lines = append(lines, "  "+word)
		} else {
			lines[last] = longer
		}
	}
	return lines
}
