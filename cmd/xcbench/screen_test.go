package main

import "testing"

func TestColoursNeedATerminalUnlessTheyAreForced(t *testing.T) {
	for _, c := range []struct {
		color    string
		terminal bool
		env      map[string]string
		want     bool
	}{
		{"auto", true, nil, true},
		{"auto", true, map[string]string{"TERM": "xterm-256color", "NO_COLOR": ""}, true},
		{"auto", true, map[string]string{"NO_COLOR": "1"}, false},
		{"auto", true, map[string]string{"TERM": "dumb"}, false},
		{"auto", false, nil, false},
		{"always", false, map[string]string{"NO_COLOR": "1"}, true},
		{"never", true, nil, false},
	} {
		if got := coloured(c.color, c.terminal, func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("--color %s, terminal %v, %v: got %v, want %v", c.color, c.terminal, c.env, got, c.want)
		}
	}
}
