package cli_test

import (
	"testing"

	"xcbench/internal/cli"
)

func TestTablesHaveColoursOnATerminalThatWantsThem(t *testing.T) {
	for _, c := range []struct {
		terminal bool
		env      map[string]string
		want     bool
	}{
		{true, map[string]string{"TERM": "xterm", "NO_COLOR": ""}, true}, {true, map[string]string{"NO_COLOR": "1"}, false},
		{true, map[string]string{"TERM": "dumb"}, false}, {false, nil, false},
	} {
		if got := cli.Coloured(c.terminal, func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}
