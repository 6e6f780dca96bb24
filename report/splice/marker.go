package splice

import (
	"fmt"
	"strings"

	"xcbench/internal/lazy"
)

// kind says what a line is.
type kind int

const (
	none kind = iota
	opening
	closing
	invalid // it contains a marker, but not as expected
)

// A marker is a line of its own. In Markdown, a line indented by four spaces or between fences is
// code. Markers there are examples and are left alone.
var (
	openMarker  = lazy.Regexp(`^ {0,3}<!--[ \t]*xcbench:(.*)-->[ \t]*$`)
	closeMarker = lazy.Regexp(`^ {0,3}<!--[ \t]*/xcbench[ \t]*-->[ \t]*$`)
	anyMarker   = lazy.Regexp(`<!--[ \t]*/?[ \t]*xcbench\b`)
	codeSpan    = lazy.Regexp("`[^`]*`")
	indented    = lazy.Regexp(`^( {4}| {0,3}\t)`)
	fence       = lazy.Regexp("^ {0,3}(`{3,}|~{3,})(.*)$")
)

const expected = "expected <!-- xcbench: COMMAND --> or <!-- /xcbench --> on a line of its own"

// markerOf returns the kind of a line. If it is an opening marker, command is the text after
// "xcbench:".
func markerOf(line string) (command string, k kind) {
	line = strings.TrimRight(line, "\r\n")
	if m := openMarker().FindStringSubmatch(line); m != nil && !strings.Contains(m[1], "-->") {
		return strings.Trim(m[1], " \t"), opening
	}
	switch {
	case closeMarker().MatchString(line):
		return "", closing
	case indented().MatchString(line):
		return "", none
	case anyMarker().MatchString(codeSpan().ReplaceAllString(line, "")):
		return "", invalid
	}
	return "", none
}

// find returns the sections of a text.
func find(name string, text []byte) ([]section, error) {
	var sections []section
	var open *section
	fenced := "" // the open fence, if any
	number, at := 0, 0
	fail := func(line int, format string, args ...any) error {
		return &SyntaxError{name, line, fmt.Sprintf(format, args...)}
	}
	for line := range strings.Lines(string(text)) {
		number++
		start := at
		at += len(line)
		if number == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if open == nil {
			if fenced = fenceAfter(fenced, strings.TrimRight(line, "\r\n")); fenced != "" {
				continue
			}
		}
		command, k := markerOf(line)
		switch {
		case k == invalid:
			return nil, fail(number, "invalid marker, %s", expected)
		case k == opening && open != nil:
			return nil, fail(number, "a section inside the section of line %d, expected <!-- /xcbench --> first", open.line)
		case k == closing && open == nil:
			return nil, fail(number, "a closing marker without a section, expected <!-- xcbench: COMMAND --> before it")
		case k == opening:
			args, err := words(command)
			if err != nil {
				return nil, fail(number, "%v", err)
			}
			if len(args) == 0 {
				return nil, fail(number, "no command, %s", expected)
			}
			open = &section{line: number, command: command, args: args, crlf: strings.HasSuffix(line, "\r\n"), from: at}
		case k == closing:
			open.to = start
			sections = append(sections, *open)
			open = nil
		}
	}
	switch {
	case open != nil:
		return nil, fail(open.line, "the section has no closing marker, expected <!-- /xcbench --> after it")
	case sections == nil:
		return nil, fail(max(number, 1), "the file has no section, %s", expected)
	}
	return sections, nil
}

// fenceAfter returns the fence that is open after a line, or "" if none is. A fence is closed by a
// line that repeats its character at least as often and contains nothing else.
func fenceAfter(open, line string) string {
	m := fence().FindStringSubmatch(line)
	switch {
	case m == nil:
		return open
	case open == "" && m[1][0] == '`' && strings.Contains(m[2], "`"): // a code span
		return ""
	case open == "":
		return m[1]
	case strings.HasPrefix(m[1], open) && strings.TrimSpace(m[2]) == "":
		return ""
	}
	return open
}
