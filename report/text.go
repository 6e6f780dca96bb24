package report

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable is [Visible] for a cell, which has one line.
func printable(s string) string {
	return strings.NewReplacer("\n", "\uFFFD", "\t", "\uFFFD").Replace(Visible(s))
}

// inHTML escapes what HTML or XML would act on.
func inHTML(s string) string { return html.EscapeString(printable(s)) }

// Visible replaces what would act on a terminal or change the direction of writing. Names may come
// from any file, and could look like others.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return utf8.RuneError
		}
		return r
	}, s)
}
