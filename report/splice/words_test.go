package splice

import (
	"slices"
	"testing"
)

func TestWordsSplitsLikeAShell(t *testing.T) {
	for line, want := range map[string][]string{
		"":                                   nil,
		" \t ":                               nil,
		"cmp  old=runs/1\tnew=runs/2 ":       {"cmp", "old=runs/1", "new=runs/2"},
		"cmp --filter '.unit:sec/op /a:(b)'": {"cmp", "--filter", ".unit:sec/op /a:(b)"},
		`list "it's"x'"' ''`:                 {"list", `it'sx"`, ""},
		`"a (b)"`:                            {"a (b)"},
		"'$a `b` \\c *'":                     {"$a `b` \\c *"},
	} {
		got, err := words(line)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %q, %v, want %q", line, got, err, want)
		}
	}
}

func TestShellSyntaxIsAnError(t *testing.T) {
	for line, want := range map[string]string{
		"rank runs/*":  "* is special to a shell, expected it in single quotes",
		`rank "$RUN"`:  "$ is special to a shell, expected it in single quotes",
		"rank `pwd`":   "` is special to a shell, expected it in single quotes",
		"rank a; rm b": "; is special to a shell, expected it in single quotes",
		`rank a\ b`:    `\ is special to a shell, expected it in single quotes`,
		"rank > a":     "> is special to a shell, expected it in single quotes",
		`rank "a`:      `an unclosed quote, expected another "`,
	} {
		if got, err := words(line); err == nil || err.Error() != want {
			t.Errorf("%q: got %q, %v, want %s", line, got, err, want)
		}
	}
}
