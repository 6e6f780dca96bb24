package cli

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"xcbench/internal/lazy"
)

var plainWord = lazy.Regexp(`^[A-Za-z0-9_./:=,+@%-]+$`)

// quoted quotes a word for a shell, if necessary. A word that cannot be printed as it is has escapes,
// because results with it could not be read.
func quoted(word string) string {
	if plainWord().MatchString(word) {
		return word
	}
	if !utf8.ValidString(word) || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }) {
		text := strconv.Quote(word)
		return "$'" + strings.ReplaceAll(text[1:len(text)-1], "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
