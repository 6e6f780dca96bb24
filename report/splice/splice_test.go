package splice

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// table prints a table that contains its arguments.
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

func TestSectionsAreFilledAndTheCommandIsShown(t *testing.T) {
	got, stale, err := Text("p.md", []byte(page), table)
	if err != nil || string(got) != filled || !slices.Equal(stale, []int{4}) {
		t.Errorf("got %q, stale %v, %v, want %q, stale [4]", got, stale, err, filled)
	}
}

func TestFilledTextIsUpToDate(t *testing.T) {
	for _, text := range []string{filled, strings.ReplaceAll(filled, "\n", "\r\n"), "\ufeff" + filled,
		filled + filled} {
		got, stale, err := Text("p.md", []byte(text), table)
		if err != nil || string(got) != text || stale != nil {
			t.Errorf("got %q, stale %v, %v, want it unchanged: %q", got, stale, err, text)
		}
	}
}

func TestLinesEndAsInTheFile(t *testing.T) {
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	got, _, err := Text("p.md", []byte(crlf(page)), table)
	if err != nil || string(got) != crlf(filled) {
		t.Errorf("got %q, %v, want %q", got, err, crlf(filled))
	}
}

func TestOnlySectionsThatDifferAreStale(t *testing.T) {
	_, stale, err := Text("p.md", []byte(filled+page+filled), table)
	if want := []int{18}; err != nil || !slices.Equal(stale, want) {
		t.Errorf("got %v, %v, want %v", stale, err, want)
	}
}

// Examples of markers in a document about them are not sections.
func TestMarkersInCodeAreText(t *testing.T) {
	for _, example := range []string{
		"```\n<!-- xcbench: rank -->\n```\n",
		"~~~~ html\n~~~\n<!-- /xcbench -->\n~~~~\n",
		"    <!-- /xcbench -->\n",
		"\t<!-- xcbench: rank -->\n",
		"a line `<!-- xcbench: rank -->` as this\n",
		"``` `\n", // a code span does not open a code block
	} {
		got, _, err := Text("p.md", []byte(example+page), table)
		if want := example + filled; err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}

func TestWrongMarkerIsAnErrorThatNamesItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "p.md:1: the file has no section, " + expected,
		"a\nb\n":                    "p.md:2: the file has no section, " + expected,
		"a\n<!-- xcbench: rank -->": "p.md:2: the section has no end, expected <!-- /xcbench -->",
		"<!-- xcbench: rank -->\n<!-- xcbench: cmp -->\n": "p.md:2: a section inside the section of line 1, expected <!-- /xcbench --> before it",
		"\n<!-- /xcbench -->\n":                           "p.md:2: an end without a section, expected <!-- xcbench: COMMAND --> before it",
		"<!-- xcbench: -->\n<!-- /xcbench -->\n":          "p.md:1: no command, " + expected,
		"<!-- xcbench rank -->\n":                         "p.md:1: unknown marker, " + expected,
		"<!-- /xcbench: rank -->\n":                       "p.md:1: unknown marker, " + expected,
		"here: <!-- xcbench: rank -->\n":                  "p.md:1: unknown marker, " + expected,
		"<!-- xcbench: rank --> and more\n":               "p.md:1: unknown marker, " + expected,
		"<!-- xcbench: a --> <!-- /xcbench -->\n":         "p.md:1: unknown marker, " + expected,
		"<!-- xcbench: rank 'a -->\n":                     "p.md:1: an open quote, expected a closing '",
		"<!-- xcbench: rank $HOME -->\n":                  "p.md:1: $ has a special meaning in a shell, expected it in single quotes",
	} {
		got, _, err := Text("p.md", []byte(text), table)
		if _, ok := err.(*SyntaxError); !ok || err.Error() != want || got != nil {
			t.Errorf("%q: got %q, %T %v, want %s", text, got, err, err, want)
		}
	}
}

func TestErrorOfACommandNamesTheLineOfItsMarker(t *testing.T) {
	gone := errors.New("gone")
	for want, run := range map[string]Run{
		"p.md:4: xcbench rank runs/x --solver 'a b': gone": func([]string) ([]byte, error) { return nil, gone },
		"p.md:4: unknown flag": func([]string) ([]byte, error) {
			return nil,
				&SyntaxError{Msg: "unknown flag"}
		},
		`p.md:4: xcbench rank runs/x --solver 'a b': the output has "<!-- /xcbench -->", expected no marker in it`: func([]string) ([]byte, error) { return []byte("a\n<!-- /xcbench -->\n"), nil },
	} {
		got, _, err := Text("p.md", []byte(page), run)
		if err == nil || err.Error() != want || got != nil {
			t.Errorf("got %q, %v, want %s", got, err, want)
		}
	}
	if _, _, err := Text("p.md", []byte(page),
		func([]string) ([]byte, error) { return nil, gone }); !errors.Is(err, gone) {
		t.Errorf("got %v, want the command's error in it", err)
	}
}

func TestCodeSpansHoldAnyCommand(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a '`'": "`` a '`' ``", "a '``'": "``` a '``' ```"} {
		if got := code(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
