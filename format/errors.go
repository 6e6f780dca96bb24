package format

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// SyntaxError is input that its format does not allow. Every other error of a [Reader] comes from
// the underlying io.Reader, unchanged.
type SyntaxError struct {
	File string // the name given to [NewReader]
	Line int    // from 1
	Col  int    // in characters (not bytes), from 1; a tab is one character, a byte order mark none
	Msg  string // what is wrong and what was expected
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// errorAt makes an error about the byte of ln at the given offset.
func (s *lines) errorAt(ln line, offset int, format string, args ...any) error {
	return &SyntaxError{
		File: s.name,
		Line: ln.number,
		Col:  utf8.RuneCountInString(ln.text[:offset]) + 1,
		Msg:  fmt.Sprintf(format, args...),
	}
}

// errorAtEnd makes an error about a file that ends too early.
func (s *lines) errorAtEnd(format string, args ...any) error {
	return s.errorAt(line{number: s.read + 1}, 0, format, args...)
}

// quote puts a piece of input into single quotes for a message. It shortens the piece and makes it
// safe to print on a terminal.
func quote(text string) string {
	const most = 20
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	text = strings.ReplaceAll(strconv.QuoteToGraphic(text), `\"`, `"`)
	return "'" + text[1:len(text)-1] + "'"
}
