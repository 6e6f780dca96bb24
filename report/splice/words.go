package splice

import (
	"errors"
	"fmt"
	"strings"
)

// words splits a command line at its blanks, as a shell does; '...' and "..." quote. Outside single
// quotes, characters that a shell would expand or interpret are errors. So a line that readers copy
// into a shell means the same there.
func words(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote rune // the open quote, or 0
	for _, r := range line {
		switch {
		case r == quote:
			quote = 0
		case quote == '\'':
			word.WriteRune(r)
		case strings.ContainsRune("$`\\", r), quote == 0 && strings.ContainsRune("*?[]{}()<>|&;#~!", r):
			return nil, fmt.Errorf("%c has a special meaning in a shell, expected it in single quotes", r)
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
		return nil, errors.New("an open quote, expected a closing " + string(quote))
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
