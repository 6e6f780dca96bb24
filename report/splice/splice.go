// Package splice keeps tables in Markdown files current. A file has sections,
//
//	<!-- xcbench: rank runs/x -->
//	<!-- /xcbench -->
//
// and what is between the markers is what that command line prints, with the
// command line under it. What is outside of them stays as it is, to the byte.
//
// The package imports nothing of ours: the caller runs the commands. Start reading
// at [Text]; marker.go says what a marker is, and words.go what a command line.
package splice

import (
	"bytes"
	"fmt"
	"strings"
)

// SyntaxError is a marker that is wrong.
type SyntaxError struct {
	File string
	Line int    // from 1
	Msg  string // what is wrong and what was expected
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// Run returns what the command with these arguments prints, as Markdown. Output
// that has a marker in it is an error, since the next time it would be taken for one.
// If it is the arguments that are wrong the error is a *SyntaxError, whose place
// [Text] fills in.
type Run func(args []string) ([]byte, error)

// Text returns a Markdown text with its sections filled anew, and the lines of
// those, from 1, that were not current. The same outputs give the same bytes, and
// what Text returns is current. Lines of a section end as the line of its first marker, in LF or CRLF.
//
// Markers that are wrong, or none, are a [*SyntaxError]; other errors are those of
// run, with the file and line of the marker.
func Text(name string, text []byte, run Run) (anew []byte, stale []int, err error) {
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

// section is a place that is filled.
type section struct {
	line     int    // of its first marker
	command  string // without the name of the program
	args     []string
	crlf     bool
	from, to int // the bytes between the lines of the markers
}

// fill returns what belongs between the markers.
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
			return "", fmt.Errorf("%s:%d: xcbench %s: it prints %q, expected no marker", name, s.line, s.command, strings.TrimSpace(line))
		}
	}
	if s.crlf {
		body = strings.ReplaceAll(body, "\n", "\r\n")
	}
	return body, nil
}

// code returns a text as a code span, with a fence that it does not have.
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
