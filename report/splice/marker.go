package splice

import (
	"fmt"
	"regexp"
	"strings"
)

// kind is the kind of a line.
type kind int

const (
	none kind = iota
	opening
	closing
	wrong // a marker with a mistake
)

// A marker is a line of its own. Lines that are indented by four blanks or between fences are code,
// so examples of markers can stand there.
var (
	openMarker  = regexp.MustCompile(`^ {0,3}<!--[ \t]*xcbench:(.*)-->[ \t]*$`)
	closeMarker = regexp.MustCompile(`^ {0,3}<!--[ \t]*/xcbench[ \t]*-->[ \t]*$`)
	anyMarker   = regexp.MustCompile(`<!--[ \t]*/?[ \t]*xcbench\b`)
	codeSpan    = regexp.MustCompile("`[^`]*`")
	indented    = regexp.MustCompile(`^( {4}| {0,3}\t)`)
	fence       = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})(.*)$")
)

const expected = "expected <!-- xcbench: COMMAND --> or <!-- /xcbench --> on a line of its own"

// markerOf returns the kind of a line, and the command of an opening marker.
func markerOf(line string) (command string, k kind) {
	line = strings.TrimRight(line, "\r\n")
	if m := openMarker.FindStringSubmatch(line); m != nil && !strings.Contains(m[1], "-->") {
		return strings.Trim(m[1], " \t"), opening
	}
	switch {
	case closeMarker.MatchString(line):
		return "", closing
	case indented.MatchString(line):
		return "", none
	case anyMarker.MatchString(codeSpan.ReplaceAllString(line, "")):
		return "", wrong
	}
	return "", none
}

// find returns the sections of a text.
func find(name string, text []byte) ([]section, error) {
	var sections []section
	var open *section
	fenced := "" // the fence of the open code block
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
		case k == wrong:
			return nil, fail(number, "unknown marker, %s", expected)
		case k == opening && open != nil:
			return nil, fail(number, "a section inside the section of line %d, expected <!-- /xcbench --> before it",
				open.line)
		case k == closing && open == nil:
			return nil, fail(number, "an end without a section, expected <!-- xcbench: COMMAND --> before it")
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
		return nil, fail(open.line, "the section has no end, expected <!-- /xcbench -->")
	case sections == nil:
		return nil, fail(max(number, 1), "the file has no section, %s", expected)
	}
	return sections, nil
}

// fenceAfter returns the fence of the code block that is open after a line, or "". A line closes
// the block if it has at least as many of the fence's characters, and nothing else.
func fenceAfter(open, line string) string {
	m := fence.FindStringSubmatch(line)
	switch {
	case m == nil:
		return open
	case open == "" && m[1][0] == '`' && strings.Contains(m[2], "`"): // a code span on one line
		return ""
	case open == "":
		return m[1]
	case strings.HasPrefix(m[1], open) && strings.TrimSpace(m[2]) == "":
		return ""
	}
	return open
}
