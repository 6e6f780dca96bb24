package external

import (
	"errors"
	"strings"
)

// Words splits a command into words at spaces. Quotes keep spaces: '...' holds everything as it is,
// and in "..." a backslash makes the next character ordinary. No shell is involved.
func Words(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun := false
	quote := rune(0)
	escaped := false
	for _, c := range command {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, begun = c, true
		case c == 0:
			return nil, errors.New("a zero byte, which no argument can hold")
		case c == ' ' || c == '\t' || c == '\n':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote has no end, expected another " + string(quote))
	case escaped:
		return nil, errors.New("a backslash at the end, expected a character after it")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
