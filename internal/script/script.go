// Package script runs the scripts of tests. A script is a text file of commands. Lines that begin with
// "| " are the input of the command above them. The lines behind the input are what the command prints.
// They end at a blank line, a comment or another command:
//
//	# A comment.
//	> command
//	| input
//	output
package script

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// part matches a command with its input and its output.
var part = regexp.MustCompile(`(?m)^> (.*)\n((?:\|.*\n)*)((?:[^>#|\n].*\n)*)`)

// Run runs the commands of the scripts that a pattern names. Each is a subtest, which fails if do prints
// something else than the script says. With update, Run writes what do prints into the scripts instead.
// An input line in quotes is a Go string: it may have any character, and no end.
func Run(t *testing.T, pattern string, update bool, do func(t *testing.T, command, input string) string) {
	for _, path := range files(t, pattern) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rest := string(text)
		var parts []*string // comments, and commands with their output
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, m := range part.FindAllStringSubmatch(rest, -1) {
				before, after, _ := strings.Cut(rest, m[0])
				whole := m[0]
				parts, rest = append(parts, &before, &whole), after
				t.Run(m[1], func(t *testing.T) {
					got := do(t, m[1], input(t, m[2]))
					if whole = "> " + m[1] + "\n" + m[2] + got; got != m[3] && !update {
						t.Errorf("got\n%s\nwant\n%s", got, m[3])
					}
				})
			}
		})
		if !update {
			continue
		}
		all := ""
		for _, part := range parts {
			all += *part
		}
		if err := os.WriteFile(path, []byte(all+rest), 0o666); err != nil {
			t.Error(err)
		}
	}
}

// input returns the text of the input lines.
func input(t *testing.T, lines string) string {
	text := ""
	for line := range strings.Lines(lines) {
		line = strings.TrimPrefix(strings.TrimPrefix(line, "|"), " ")
		if strings.HasPrefix(line, `"`) {
			unquoted, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
			if err != nil {
				t.Fatal(line, err)
			}
			line = unquoted
		}
		text += line
	}
	return text
}

// files returns the names that a pattern has. A test without any would hold nothing.
func files(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("got the files %q, %v of %s", paths, err, pattern)
	}
	return paths
}
