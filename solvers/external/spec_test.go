package external_test

import (
	"slices"
	"testing"

	"xcbench/solvers/external"
)

func TestWordsAreThoseOfAShell(t *testing.T) {
	for _, c := range []struct {
		command string
		want    []string
	}{
		{"", nil},
		{"  a  b\tc\n", []string{"a", "b", "c"}},
		{`'a b' "c d"e`, []string{"a b", "c de"}},
		{`a\ b '\' "\"" ''`, []string{"a b", `\`, `"`, ""}},
		{`\  a`, []string{" ", "a"}},
		{`awk '{print "x"}'`, []string{"awk", `{print "x"}`}},
	} {
		if got, err := external.Words(c.command); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, %v, want %q", c.command, got, err, c.want)
		}
	}
	for _, command := range []string{`'a`, `a"`, `a\`, "a\x00b"} {
		if got, err := external.Words(command); err == nil {
			t.Errorf("%q: got %q, want an error", command, got)
		}
	}
}
