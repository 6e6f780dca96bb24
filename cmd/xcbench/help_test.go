package main

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"xcbench/internal/cli"
)

// verbFirst matches the one-line descriptions of the commands.
var verbFirst = regexp.MustCompile(
	`^(Check|Compare|Convert|Delete|Download|Draw|Generate|List|Make|Measure|Rank|Rebuild|Search|Serve|Show|Solve|Test|Use|Work|Write)\b`)

func TestHelpIsEightyColumnsWideAndHasAnExample(t *testing.T) {
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			check(c)
		}
		if cmd.Hidden || cmd.Name() == "help" || strings.Contains(cmd.CommandPath(), " completion") {
			return
		}
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		var help bytes.Buffer
		if status := xcbench(context.Background(), args, nil, &help, &help); status != cli.ExitOK {
			t.Errorf("%q: got exit status %d, want %d", args, status, cli.ExitOK)
		}
		for line := range strings.Lines(help.String()) {
			line = strings.TrimRight(line, "\n")
			if columns := utf8.RuneCountInString(line); columns > 80 {
				t.Errorf("%q: got %d columns, want 80 at most: %s", args, columns, line)
			}
		}
		if cmd.Example == "" || cmd.Long == "" || !verbFirst.MatchString(cmd.Short) {
			t.Errorf("%q: got short %q, want a verb first; and a long text and an example", args, cmd.Short)
		}
	}
	check(program(io.Discard))
}
