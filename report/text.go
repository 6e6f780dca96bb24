package report

import (
	"html"
	"strings"
	"unicode"
)

// printable is [Visible] for a cell, which has one line.
func printable(s string) string { return strings.Map(visible, s) }

// inHTML escapes what HTML or XML would act on.
func inHTML(s string) string { return html.EscapeString(printable(s)) }

// Visible replaces what would act on a terminal or change the direction of writing. Names may come
// from any file, and could look like others.
func Visible(s string) string {
	return strings.Map(func(r rune) rune { return choose(r == '\n' || r == '\t', r, visible(r)) }, s)
}

func visible(r rune) rune {
	if unicode.In(r, unicode.Cc, unicode.Bidi_Control) {
		return '\uFFFD'
	}
	return r
}
