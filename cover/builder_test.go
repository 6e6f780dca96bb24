package cover_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"xcbench/cover"
)

// built returns the problem of a builder.
func built(t *testing.T, b *cover.Builder) *cover.Problem {
	t.Helper()
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// problemOf returns a problem, given the names of its items and its options.
func problemOf(t *testing.T, primary, secondary string, options ...string) *cover.Problem {
	t.Helper()
	var b cover.Builder
	b.Primary(strings.Fields(primary)...)
	b.Secondary(strings.Fields(secondary)...)
	for _, o := range options {
		b.Option(strings.Fields(o)...)
	}
	return built(t, &b)
}

// described returns the answers of all accessors of a problem: the numbers of items, primary items,
// options and entries, the degree, the depth, the dropped options, the names, and the options with
// their numbers and colours.
func described(p *cover.Problem) string {
	text := fmt.Sprint(p.Items(), p.Primary(), p.Options(), p.Entries(), p.Degree(), p.MaxDepth(), p.Dropped())
	for i := range p.Items() {
		text += " " + p.Name(i)
	}
	for o := range p.Options() {
		text += fmt.Sprint(" ", p.Number(o), p.Option(o))
		for _, c := range p.Colouring(o) {
			text += ":" + p.ColourName(c)
		}
	}
	return text
}

func TestAProblemHasWhatWasAddedInItsOrder(t *testing.T) {
	for want, p := range map[string]*cover.Problem{
		"0 0 0 0 0 0 []":                 problemOf(t, "", ""),
		"3 3 1 3 1 1 [] a b c 1 [2 0 1]": problemOf(t, "a b c", "", "c a b"),
		// Options without a primary item are dropped. The degree is that of a primary item.
		"3 2 3 6 3 2 [2 3] a b x 1 [1 2] 4 [0 1] 5 [1 0]": problemOf(t, "a b", "x", "b x", "x", "", "a b", "b a"),
		"3 1 3 6 3 1 [] a x y 1 [0 1] 2 [0 2] 3 [0 1]":    problemOf(t, "a", "x y", "a x", "a y", "a x"),
		"3 2 2 4 1 2 [] a b x 1 [0 2] 2 [1 2]":            problemOf(t, "a b", "x", "a x", "b x"),
		// The colours begin late, and some are of a dropped option.
		"3 1 4 9 4 1 [2] a x y 1 [0]: 3 [0 1 2]::r: 4 [2 0 1]:s::r 5 [0 2]::s": problemOf(t, "a", "x y",
			"a", "x:r y:s", "a x:r y", "y:s a x:r", "a y:s"),
	} {
		if got := described(p); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestErrorsSayWhereTheInputIsWrong(t *testing.T) {
	blank := `item 3: item name %q has a blank or a control character, expected none`
	reserved := `item 3: item name %q has a ':' or '|', expected none: they are reserved for colours and multiplicities`
	for name, want := range map[string]string{
		"":  "item 3: an empty item name, expected at least one character",
		" ": blank, "c d": blank, "c\t": blank, "\u00a0": blank, "\x00": blank, "c\x7f": blank, "c\u202ed": blank,
		"c:": reserved, "c:1": reserved, "|": reserved,
		"\xff": "item 3: item name %q is not valid UTF-8", "c\xffd": "item 3: item name %q is not valid UTF-8",
		"a": "item 3: item %q again, expected a new name (it is item 1 already)",
		"b": "item 3: item %q again, expected a new name (it is item 2 already)",
		"ä": "", "-1": "", "#": "", "日本": "", "a.b,c;d": "",
	} {
		if strings.Contains(want, "%") {
			want = fmt.Sprintf(want, name)
		}
		wrong(t, want, func(b *cover.Builder) error { return b.Primary(name) })
		wrong(t, want, func(b *cover.Builder) error { return b.Secondary(name) })
	}
	for want, build := range map[string]func(*cover.Builder) error{
		`item 4: item "a" again, expected a new name (it is item 1 already)`: func(b *cover.Builder) error {
			return b.Primary("c", "a")
		},
		"item 3: an item after the first option; add all items before the options": func(b *cover.Builder) error {
			b.Option("a")
			return b.Secondary("c")
		},
		"item 4: a primary item after a secondary one; add all primary items first": func(b *cover.Builder) error {
			b.Secondary("c")
			return b.Primary("d")
		},
		`option 2, entry 2: unknown item "q", expected one of the item list`: func(b *cover.Builder) error {
			b.Option("a")
			return b.Option("b", "q")
		},
		`option 1, entry 3: item "a" again, expected it once in an option`: func(b *cover.Builder) error {
			return b.Option("a", "b", "a")
		},
		`option 1, entry 1: primary item "a" has the colour "c", expected none: only secondary items have colours`: func(
			b *cover.Builder) error {
			return b.Option("a:c")
		},
		`option 1, entry 2: an empty colour, expected at least one character`: func(b *cover.Builder) error {
			b.Secondary("x")
			return b.Option("a", "x:")
		},
		"option 1, entry 2: item index 2, expected one from 0 to 1":  func(b *cover.Builder) error { return b.OptionOf(0, 2) },
		"option 1, entry 1: item index -1, expected one from 0 to 1": func(b *cover.Builder) error { return b.OptionOf(-1) },
	} {
		wrong(t, want, build)
	}
}

// wrong fails unless build adds something wrong to two items, and Problem returns the same error.
func wrong(t *testing.T, want string, build func(*cover.Builder) error) {
	t.Helper()
	var b cover.Builder
	b.Primary("a", "b")
	err, got := build(&b), ""
	if input := (*cover.InputError)(nil); errors.As(err, &input) {
		got = input.Error()
	}
	if _, later := b.Problem(); later != err || got != want {
		t.Errorf("got %q, and from Problem %v, want %q", got, later, want)
	}
}

// A failed option takes a number, and nothing else. The first error of all is that of Problem.
func TestABuilderIsEmptyAfterAProblem(t *testing.T) {
	var b cover.Builder
	b.Primary("a", "b")
	b.Option("a")
	first := b.OptionOf(0, -1)
	if err := b.OptionOf(1, 0, 1); fmt.Sprint(err) != `option 3, entry 3: item "b" again, expected it once in an option` {
		t.Errorf("got %v, want the error of option 3", err)
	}
	if err := b.Option("a", "b"); err != nil {
		t.Error(err)
	}
	if _, err := b.Problem(); err != first {
		t.Errorf("got %v, want the first error, %v", err, first)
	}
	b.Primary("c")
	b.OptionOf(0)
	if got, want := described(built(t, &b)), "1 1 1 1 1 1 [] c 1 [0]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func ExampleBuilder() {
	var b cover.Builder
	b.Primary("a", "b", "c")
	b.Option("a", "b")
	b.Option("c")
	err := b.Option("b", "d")
	fmt.Println(err)
	// Output: option 3, entry 2: unknown item "d", expected one of the item list
}
