package splice

import (
	"errors"
	"fmt"
	"strings"
)

// words splits a command line at spaces and tabs, as a shell does. Single and double quotes group
// words. A character that a shell would expand or act on is an error outside of single quotes. So a
// reader who copies the line into a shell runs the same command.
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
			return nil, fmt.Errorf("%c is special to a shell, expected it in single quotes", r)
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
		return nil, errors.New("an unclosed quote, expected another " + string(quote))
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
