package splice

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// FuzzText calls Text with any text. Either it returns a SyntaxError at one of the lines, or a text
// that is current. Filling in another output and then the first one again gives the same text.
func FuzzText(f *testing.F) {
	for _, text := range []string{
		page,
		filled,
		strings.ReplaceAll(page, "\n", "\r\n"),
		"```\n" + page + "```\n" + page,
		"<!-- xcbench: a '`<!-- /xcbench -->' -->\n<!-- /xcbench -->",
		"\ufeff<!--xcbench:a\t-->\n  <!--/xcbench-->",
		page[:len(page)-20], "<!-- xcbench: a", "\xff\xfe<\x00!\x00", "\x00", "",
		"<!-- xcbench: \x1b[31ma 'b -->\n<!-- /xcbench -->",
		"<!-- xcbench: a " + strings.Repeat("b ", 500) + "-->\n<!-- /xcbench -->",
	} {
		f.Add([]byte(text), []byte("| a |\r\n"))
	}
	f.Add([]byte(page), []byte("| a |\r\n<!-- /xcbench -->\n"))
	f.Add([]byte(page), []byte("```\n<!-- xcbench: b -->\n\x1b[31m"))
	f.Fuzz(func(t *testing.T, text, output []byte) {
		if len(text)+len(output) > 4<<10 {
			return // more sections of the same kind
		}
		fill := func(text, output []byte) ([]byte, []int, error) {
			return Text("p.md", text, func(args []string) ([]byte, error) {
				return slices.Concat([]byte(strings.Join(args, "+")+"\n"), output), nil
			})
		}
		first, _, err := fill(text, output)
		if wrong, ok := err.(*SyntaxError); ok {
			if lines := bytes.Count(text, []byte("\n")) + 1; wrong.Line < 1 || wrong.Line > lines {
				t.Fatalf("got line %d, want one of the %d", wrong.Line, lines)
			}
			return
		} else if err != nil { // the output contains a marker
			return
		}
		again, stale, err := fill(first, output)
		if err != nil || stale != nil || !bytes.Equal(again, first) {
			t.Fatalf("got %q, stale %v, %v, want %q unchanged", again, stale, err, first)
		}
		other, _, err := fill(text, []byte("other\n"))
		if err != nil {
			t.Fatal(err)
		}
		if back, _, err := fill(other, output); err != nil || !bytes.Equal(back, first) {
			t.Fatalf("got %q, %v after another output in between, want %q", back, err, first)
		}
	})
}
