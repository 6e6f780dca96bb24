// Package splice keeps tables in Markdown files current. A file has sections:
//
//	<!-- xcbench: rank runs/x -->
//	<!-- /xcbench -->
//
// Between the markers of a section is the output of its command line, followed by the command line.
// Everything outside the sections stays the same, to the byte.
//
// The package imports nothing of ours: the caller runs the commands. Start reading at [Text].
// marker.go recognises markers, and words.go splits command lines.
package splice

import (
	"bytes"
	"fmt"
	"strings"
)

// SyntaxError is a mistake in a marker.
type SyntaxError struct {
	File string
	Line int    // from 1
	Msg  string // the mistake, and what was expected
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// Run returns the output of the command with these arguments, as Markdown. Output with a marker in
// it is an error, since the next run would take it for a marker of the file. If the arguments are
// wrong, the error is a *SyntaxError; [Text] adds its place.
type Run func(args []string) ([]byte, error)

// Text returns a Markdown text with the output of its commands in its sections. It also returns the
// lines, from 1, of the sections that were out of date. The same outputs give the same bytes, and
// the returned text is up to date. The lines of a section end like the line of its first marker,
// with LF or CRLF.
//
// Wrong or missing markers are a [*SyntaxError]. Other errors come from run, with the file and line
// of the marker.
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

// section is a section of a file.
type section struct {
	line     int    // of its first marker
	command  string // without the name of the program
	args     []string
	crlf     bool
	from, to int // the bytes between the lines of the markers
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
			return "", fmt.Errorf("%s:%d: xcbench %s: the output has %q, expected no marker in it", name,
				s.line, s.command, strings.TrimSpace(line))
		}
	}
	if s.crlf {
		body = strings.ReplaceAll(body, "\n", "\r\n")
	}
	return body, nil
}

// code returns a text as a code span, with a fence that does not occur in the text.
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
