package report

import (
	"strings"
	"unicode/utf8"
)

// leastLine is the narrowest line that sentences are wrapped to, in characters.
const leastLine = 40

// Wrap breaks a sentence at blanks into lines of at most width characters; 0 stands for any number.
// Each line but the first is indented. A word that is longer than a line stays whole.
func Wrap(sentence string, width int) []string {
	if width <= 0 || utf8.RuneCountInString(sentence) <= max(width, leastLine) {
		return []string{sentence}
	}
	var lines []string
	line, length := "", 0
	for k, word := range strings.Split(sentence, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case k == 0:
			line, length = word, n
		case length+1+n > max(width, leastLine):
			lines = append(lines, line)
			line, length = "  "+word, 2+n
		default:
			line, length = line+" "+word, length+1+n
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
