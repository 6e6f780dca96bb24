package xcb

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/internal/textbook"
)

func TestProblemsAreReadAsTheyWereWritten(t *testing.T) {
	var b cover.Builder
	b.Primary("x1", "y")
	b.Secondary("z", "w")
	b.Option("y", "z", "x1")
	b.Option("x1", "w")
	mixed, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var none cover.Builder
	empty, err := none.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*cover.Problem{textbook.Tiny(), mixed, empty} {
		for _, form := range forms {
			q, err := form.parse(form.append(nil, p))
			if err != nil || q.Primary() != p.Primary() || q.Items() != p.Items() || q.Options() != p.Options() {
				t.Fatalf("%s: got %v, %v, want %v", form.name, q, err, p)
			}
			for o := range p.Options() {
				if !slices.Equal(q.Option(o), p.Option(o)) {
					t.Errorf("%s: got option %v, want %v", form.name, q.Option(o), p.Option(o))
				}
			}
			for i := range p.Items() {
				if want := map[string]string{"dlx": p.Name(i), "binary": fmt.Sprint(i)}[form.name]; q.Name(i) != want {
					t.Errorf("%s: got item %q, want %q", form.name, q.Name(i), want)
				}
			}
		}
	}
	if got, want := string(appendDLX(nil, mixed)), "x1 y | z w\ny z x1\nx1 w\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := appendBinary(nil, mixed), numbers(2, 4, 2, 3, 1, 2, 0, 2, 0, 3); !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// numbers returns numbers as 32 bits each, the least significant byte first.
func numbers(all ...uint32) (text []byte) {
	for _, n := range all {
		text = append(text, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	return text
}

func TestBadProblemsAreRefused(t *testing.T) {
	for _, c := range []struct {
		form string
		text []byte
		want string
	}{
		{"dlx", nil, "an empty text, expected a line of item names"},
		{"dlx", []byte("a a\n"), `item "a" again, expected a new name`},
		{"dlx", []byte("a | a\n"), `item "a" again, expected a new name`},
		{"dlx", []byte("a\nb\n"), `line 2: option 1, entry 1: unknown item "b"`},
		{"dlx", []byte("a\na\nb\n"), `line 3: option 2, entry 1: unknown item "b"`},
		{"binary", nil, "0 primary items of 0, expected at most 65536 items in a text of this length"},
		{"binary", append(numbers(0, 0), 1, 2, 3), "0 primary items of 0, expected"},
		{"binary", numbers(1, 1), "1 primary items of 1, expected at most 65538 items"},
		{"binary", numbers(2, 1, 0), "2 primary items of 1, expected at most 65539 items"},
		{"binary", numbers(0, 65540, 0), "0 primary items of 65540, expected at most 65539 items"},
		{"binary", numbers(1, 1, 1), "the text ends in option 1 of 1"},
		{"binary", numbers(1, 1, 2, 1, 0, 1), "the text ends in option 2 of 2"},
		{"binary", numbers(1, 1, 2, 1, 0, 1, 1), "option 2: "},
		{"binary", numbers(1, 1, 1, 2, 0, 0), "option 1: "},
		{"binary", numbers(1, 1, 1, 1, 0, 9), "4 bytes after the last option"},
		{"binary", append(numbers(1, 1, 1, 1, 0), 9), "1 bytes after the last option"},
	} {
		f, ok := findForm([]byte(c.form))
		if _, err := f.parse(c.text); !ok || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %q: got %v, want %q", c.form, c.text, err, c.want)
		}
	}
	if p, err := parseBinary(numbers(0, 65539, 0)); err != nil || p.Items() != 65539 {
		t.Errorf("the most items: got %v, want them", err)
	}
	if _, ok := findForm([]byte("pdf")); ok {
		t.Error("got a form pdf, want none")
	}
}
