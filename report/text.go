package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// printable is [Visible] for a cell, which has one line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return utf8.RuneError
		}
		return visible(r)
	}, s)
}

// Visible replaces what would act on a terminal or change the direction of writing. Names may come
// from any file, and could look like others.
func Visible(s string) string { return strings.Map(visible, s) }

func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case unicode.IsControl(r), r > unicode.MaxLatin1 && unicode.Is(unicode.Bidi_Control, r):
		return utf8.RuneError
	}
	return r
}

// terminal has the widths of characters on a terminal. Those of ambiguous width, such as ±, are
// narrow in all locales, as modern terminals draw them.
var terminal = runewidth.Condition{StrictEmojiNeutral: true}

// displayWidth measures the text of a cell in columns of a terminal.
func displayWidth(s string) int { return terminal.StringWidth(printable(s)) }
