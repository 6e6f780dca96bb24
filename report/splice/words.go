package splice

import (
	"errors"
	"fmt"
	"strings"
)

// words splits a command line at its blanks, as a shell does: '...' and "..."
// stand for what is in them. What a shell would expand or take for more than a
// character is an error unless it is in '...', so that the line, which readers
// copy, means the same to both.
func words(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote rune // that is open, or 0
	for _, r := range line {
		switch {
		case r == quote:
			quote = 0
		case quote == '\'':
			word.WriteRune(r)
		case strings.ContainsRune("$`\\", r), quote == 0 && strings.ContainsRune("*?[]{}()<>|&;#~!", r):
			return nil, fmt.Errorf("%c has a meaning to a shell, expected it in single quotes", r)
		case quote == '"':
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed, expected another " + string(quote))
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
