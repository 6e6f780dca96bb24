// Package splice keeps tables in Markdown files current. A file has sections between two markers:
//
//	<!-- xcbench: rank runs/x -->
//	<!-- /xcbench -->
//
// A section contains the output of its command, followed by the command line. Text outside of
// sections never changes.
//
// The caller runs the commands. Start reading at [Text]. marker.go defines markers, and words.go
// splits command lines.
package splice

import (
	"bytes"
	"fmt"
	"strings"
)

// SyntaxError reports an invalid marker.
type SyntaxError struct {
	File string
	Line int    // from 1
	Msg  string // what was found and what was expected
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// Run returns the output of the command with these arguments, as Markdown. If the arguments are
// wrong, the error is a [*SyntaxError] without File and Line: [Text] sets them.
type Run func(args []string) ([]byte, error)

// Text refills all sections of a Markdown text. It returns the new text and the line numbers of the
// sections that were out of date, counted from 1. The same outputs give the same bytes, so a second
// call with the new text finds every section current. The lines of a section end like the line of
// its opening marker, with LF or CRLF.
//
// If a marker is invalid, or there is no section, the error is a [*SyntaxError]. Output that
// contains a marker is an error too, because the next call would take it for one. Other errors come
// from run. All errors name the file and the line of the marker.
func Text(name string, text []byte, run Run) (refilled []byte, stale []int, err error) {
	sections, err := find(name, text)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	end := 0
	for _, s := range sections {
		body, err := s.fill(name, run)
		if err != nil {
			return nil, nil, err
		}
		if body != string(text[s.from:s.to]) {
			stale = append(stale, s.line)
		}
		out.Write(text[end:s.from])
		out.WriteString(body)
		end = s.to
	}
	out.Write(text[end:])
	return out.Bytes(), stale, nil
}

// section is a pair of markers, and the text between them.
type section struct {
	line     int    // of the opening marker
	command  string // without the name of the program
	args     []string
	crlf     bool // lines end in CRLF
	from, to int  // the bytes between the two lines with markers
}

// fill returns the text that belongs between the markers.
func (s section) fill(name string, run Run) (string, error) {
	output, err := run(s.args)
	if wrong, ok := err.(*SyntaxError); ok {
		return "", &SyntaxError{name, s.line, wrong.Msg}
	}
	if err != nil {
		return "", fmt.Errorf("%s:%d: xcbench %s: %w", name, s.line, s.command, err)
	}
	table := strings.Trim(strings.ReplaceAll(string(output), "\r\n", "\n"), "\n")
	body := fmt.Sprintf("\n%s\n\n%s\n\n", table, code("xcbench "+s.command))
	for line := range strings.Lines(body) {
		if _, m := markerOf(line); m != none {
			return "", fmt.Errorf("%s:%d: xcbench %s: the output contains the marker %q, expected none",
				name, s.line, s.command, strings.TrimSpace(line))
		}
	}
	if s.crlf {
		body = strings.ReplaceAll(body, "\n", "\r\n")
	}
	return body, nil
}

// code returns a text as a code span. The fence is longer than any run of backticks in the text.
func code(text string) string {
	if !strings.Contains(text, "`") {
		return "`" + text + "`"
	}
	fence := "``"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + " " + text + " " + fence
}
