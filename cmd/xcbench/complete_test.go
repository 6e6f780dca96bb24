package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"xcbench/internal/cli"
)

func TestTheShellCompletesArgumentsAndFlags(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"solve que", "queens/ queens_colours/"},
		{"run queens/8", "queens/8 queens/8_middle"},
		{"corpus generate queens ", "n= order="},
		{"corpus fetch top14", "top1465"},
		{"plot ca", "cactus"},
		{"plot cactus c", ""}, // a file
		{"gate p", ""},
		{"run --tier s", "smoke standard"},
		{"run --solver naive,lanes_", "naive,lanes_weighted"},
		{"plot cactus --base nai", "naive naive_first"},
		{"list --filter tier:smoke", ""},
		{"list --filter ", "family:"},
		{"list --filter family:quee", "family:queens family:queens_colours"},
		{"solve --givens ", "omit single"},
		{"plot cactus --width o", "one"},
		{"plot cactus --unit memo", "memory"},
		{"cmp --format m", "md"},
		{"corpus show --solv", "--solver\tfind the solution with SOLVER"},
	} {
		var out, errors bytes.Buffer
		args := append([]string{"__complete"}, strings.Split(c.line, " ")...)
		if status := xcbench(context.Background(), args, nil, &out, &errors); status != cli.ExitOK {
			t.Errorf("%q: got exit status %d: %s", c.line, status, errors.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if got := strings.Join(lines[:len(lines)-1], " "); got != c.want {
			t.Errorf("%q: got %q, want %q", c.line, got, c.want)
		}
	}
}
