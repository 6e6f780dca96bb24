package external

import (
	"errors"
	"strings"

	"github.com/kballard/go-shellquote"
)

// Words splits a command into words, as a shell does that replaces nothing. No shell is involved.
func Words(command string) ([]string, error) {
	words, err := shellquote.Split(command)
	if err != nil {
		return nil, errors.New("a quote or a backslash has no end")
	}
	if strings.ContainsRune(command, 0) {
		return nil, errors.New("a zero byte, which no argument can hold")
	}
	return words, nil
}
