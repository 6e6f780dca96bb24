package main

import (
	"io"
	"testing"
)

// The name of a command is in two places: in the table, and where the command is made.
func TestSubcommandsAreMadeUnderTheirNames(t *testing.T) {
	for _, c := range subcommands() {
		if got := c.make().Name(); got != c.name {
			t.Errorf("the table has %s, the command is %s", c.name, got)
		}
		made := program(io.Discard, c.name, "--help")
		if cmd, _, err := made.Find([]string{c.name}); err != nil || cmd.Name() != c.name {
			t.Errorf("%s: got command %v, error %v", c.name, cmd, err)
		}
		if got := len(made.Commands()); got > 2+len(optional) { // the other one makes completion scripts
			t.Errorf("%s: got %d commands, want it alone", c.name, got)
		}
	}
	for _, args := range [][]string{nil, {"sovle"}, {"--help"}, {"help", "solve"}, {"__complete", "so"}} {
		if got := len(program(io.Discard, args...).Commands()); got <= len(subcommands()) {
			t.Errorf("%q: got %d commands, want all of them", args, got)
		}
	}
}
