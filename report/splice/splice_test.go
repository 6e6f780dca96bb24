package splice

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// table is a command that prints its arguments above a table.
func table(args []string) ([]byte, error) {
	return fmt.Appendf(nil, "### %s\n\n| a |\n|---|\n", strings.Join(args, "+")), nil
}

const page = `# A page

before
<!-- xcbench: rank runs/x --solver 'a b' -->
old
<!-- /xcbench -->
after
`

const filled = `# A page

before
<!-- xcbench: rank runs/x --solver 'a b' -->

### rank+runs/x+--solver+a b

| a |
|---|

` + "`xcbench rank runs/x --solver 'a b'`" + `

<!-- /xcbench -->
after
`

func TestSectionHasTheOutputAndTheCommand(t *testing.T) {
	got, stale, err := Text("p.md", []byte(page), table)
	if err != nil || string(got) != filled || !slices.Equal(stale, []int{4}) {
		t.Errorf("got %q, stale %v, %v, want %q, stale [4]", got, stale, err, filled)
	}
}

func TestFilledTextIsCurrent(t *testing.T) {
	for _, text := range []string{filled, strings.ReplaceAll(filled, "\n", "\r\n"), "\ufeff" + filled, filled + filled} {
		got, stale, err := Text("p.md", []byte(text), table)
		if err != nil || string(got) != text || stale != nil {
			t.Errorf("got %q, stale %v, %v, want the text unchanged: %q", got, stale, err, text)
		}
	}
}

func TestSectionKeepsTheLineEndingsOfTheFile(t *testing.T) {
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	got, _, err := Text("p.md", []byte(crlf(page)), table)
	if err != nil || string(got) != crlf(filled) {
		t.Errorf("got %q, %v, want %q", got, err, crlf(filled))
	}
}

func TestOnlyChangedSectionsAreStale(t *testing.T) {
	_, stale, err := Text("p.md", []byte(filled+page+filled+page), table)
	if want := []int{18, 39}; err != nil || !slices.Equal(stale, want) {
		t.Errorf("got %v, %v, want %v", stale, err, want)
	}
}

// A document about markers shows examples of them in code.
func TestMarkersInCodeAreText(t *testing.T) {
	for _, example := range []string{
		"```\n<!-- xcbench: rank -->\n```\n",
		"~~~~ html\n~~~\n<!-- /xcbench -->\n~~~~\n",
		"    <!-- /xcbench -->\n",
		"\t<!-- xcbench: rank -->\n",
		"a line `<!-- xcbench: rank -->` as this\n",
		"``` `\n", // a code span opens nothing
	} {
		got, _, err := Text("p.md", []byte(example+page), table)
		if want := example + filled; err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}

func TestErrorsAboutMarkersNameTheLine(t *testing.T) {
	const invalid = "p.md:1: invalid marker, " + expected
	for _, c := range []struct{ text, want string }{
		{"", "p.md:1: the file has no section, " + expected},
		{"a\nb\n", "p.md:2: the file has no section, " + expected},
		{"a\n<!-- xcbench: rank -->",
			"p.md:2: the section has no closing marker, expected <!-- /xcbench --> after it"},
		{"<!-- xcbench: rank -->\n<!-- xcbench: cmp -->\n",
			"p.md:2: a section inside the section of line 1, expected <!-- /xcbench --> first"},
		{"\n<!-- /xcbench -->\n",
			"p.md:2: a closing marker without a section, expected <!-- xcbench: COMMAND --> before it"},
		{"<!-- xcbench: -->\n<!-- /xcbench -->\n", "p.md:1: no command, " + expected},
		{"<!-- xcbench rank -->\n", invalid},
		{"<!-- /xcbench: rank -->\n", invalid},
		{"here: <!-- xcbench: rank -->\n", invalid},
		{"<!-- xcbench: rank --> and more\n", invalid},
		{"<!-- xcbench: a --> <!-- /xcbench -->\n", invalid},
		{"<!-- xcbench: rank 'a -->\n", "p.md:1: an unclosed quote, expected another '"},
		{"<!-- xcbench: rank $HOME -->\n", "p.md:1: $ is special to a shell, expected it in single quotes"},
	} {
		got, _, err := Text("p.md", []byte(c.text), table)
		if _, ok := err.(*SyntaxError); !ok || err.Error() != c.want || got != nil {
			t.Errorf("%q: got %q, %T %v, want %s", c.text, got, err, err, c.want)
		}
	}
}

func TestErrorsOfCommandsNameTheLine(t *testing.T) {
	gone := errors.New("gone")
	for _, c := range []struct {
		output string
		err    error
		want   string
	}{
		{"", gone, "p.md:4: xcbench rank runs/x --solver 'a b': gone"},
		{"", &SyntaxError{Msg: "unknown flag"}, "p.md:4: unknown flag"},
		{"a\n<!-- /xcbench -->\n", nil, "p.md:4: xcbench rank runs/x --solver 'a b': " +
			`the output contains the marker "<!-- /xcbench -->", expected none`},
	} {
		got, _, err := Text("p.md", []byte(page), func([]string) ([]byte, error) { return []byte(c.output), c.err })
		if err == nil || err.Error() != c.want || got != nil {
			t.Errorf("got %q, %v, want %s", got, err, c.want)
		}
		if c.err == gone && !errors.Is(err, gone) {
			t.Errorf("got %v, want it to wrap the command's error", err)
		}
	}
}

func TestCodeSpanFitsAnyCommand(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a '`'": "`` a '`' ``", "a '``'": "``` a '``' ```"} {
		if got := code(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
