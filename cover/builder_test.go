package cover_test

import (
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

// described returns the answers of the accessors of a problem: the numbers of items, primary items,
// options and entries, the degree, the depth, the dropped options, the names, and the options with
// their numbers and entries.
func described(p *cover.Problem) string {
	text := fmt.Sprint(p.Items(), p.Primary(), p.Options(), p.Entries(), p.Degree(), p.MaxDepth(), p.Dropped())
	for i := range p.Items() {
		text += " " + p.Name(i)
	}
	for o := range p.Options() {
		text += fmt.Sprint(" ", p.Number(o), p.Option(o))
		for k := range p.Option(o) {
			text += " " + p.Entry(o, k)
		}
	}
	return text
}

func TestAProblemHasWhatWasAddedInItsOrder(t *testing.T) {
	for want, p := range map[string]*cover.Problem{
		"3 3 1 3 1 1 [] a b c 1 [2 0 1] c a b": problemOf(t, "a b c", "", "c a b"),
		// Options without a primary item are dropped. The degree is that of a primary item.
		"3 2 3 6 3 2 [2 3] a b x 1 [1 2] b x 4 [0 1] a b 5 [1 0] b a": problemOf(t, "a b", "x", "b x", "x", "", "a b", "b a"),
		"4 3 3 6 1 3 [] a b c x 1 [0 3] a x 2 [1 3] b x 3 [2 3] c x":  problemOf(t, "a b c", "x", "a x", "b x", "c x"),
		// The colours begin late, and some are of a dropped option.
		"3 1 4 9 4 1 [2] a x y 1 [0] a 3 [0 1 2] a x:r y 4 [2 0 1] y:s a x:r 5 [0 2] a y:s": problemOf(t, "a", "x y",
			"a", "x:r y:s", "a x:r y", "y:s a x:r", "a y:s"),
	} {
		if got := described(p); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestErrorsSayWhereTheInputIsWrong(t *testing.T) {
	const blank, reserved = "item 3: has a blank or a control character", "item 3: reserved"
	for name, want := range map[string]string{
		"": "item 3: empty", "c d": blank, "\u00a0": blank, "\x00": blank, "c\u202ed": blank,
		"c:1": reserved, "|": reserved, "c\xffd": "item 3: not valid UTF-8", "a": "item 3: again", "b": "item 3: again",
		"-1": "<nil>: ", "日本": "<nil>: ", "a.b,c;d": "<nil>: ",
	} {
		wrong(t, want, func(b *cover.Builder) error { return b.Primary(name) })
		wrong(t, want, func(b *cover.Builder) error { return b.Secondary(name) })
	}
	for option, want := range map[string]string{
		"a b a": `option 2, entry 3: item "a" again`, "a:c": "option 2, entry 1: only secondary items", "a x:": "option 2, entry 2: empty colour",
	} {
		wrong(t, want, func(b *cover.Builder) error {
			b.Secondary("x")
			b.Option("a", "x:c")
			return b.Option(strings.Fields(option)...)
		})
	}
	for _, index := range []int{-1, 2} {
		wrong(t, "option 1, entry 2: from 0 to 1", func(b *cover.Builder) error { return b.OptionOf(0, index) })
	}
	wrong(t, "item 4: again", func(b *cover.Builder) error { return b.Primary("c", "a") })
	wrong(t, "item 3: after the first option", func(b *cover.Builder) error { b.Option("a"); return b.Secondary("c") })
	wrong(t, "item 4: after a secondary one", func(b *cover.Builder) error { b.Secondary("c"); return b.Primary("d") })
	// A failed option takes a number, and nothing else. The first error of all is that of Problem.
	wrong(t, "option 1, entry 2: ", func(b *cover.Builder) error {
		first, later := b.OptionOf(0, -1), b.OptionOf(1, 0, 1)
		if err := b.Option("a", "b"); err != nil || fmt.Sprint(later) != `option 2, entry 3: item "b" again, expected it once in an option` {
			t.Errorf("got %v and %v, want the error of option 2", err, later)
		}
		return first
	})
}

// wrong fails unless build, which adds something wrong to two items, returns an error of this position and
// with these words. Problem returns the same error, and then the builder is empty.
func wrong(t *testing.T, want string, build func(*cover.Builder) error) {
	t.Helper()
	var b cover.Builder
	b.Primary("a", "b")
	err := build(&b)
	place, words, _ := strings.Cut(want, ": ")
	if _, later := b.Problem(); later != err || !strings.HasPrefix(fmt.Sprint(err), place) || !strings.Contains(fmt.Sprint(err), words) {
		t.Errorf("got %v, and from Problem %v, want %s", err, later, want)
	}
	b.Primary("c")
	b.OptionOf(0)
	if got, want := described(built(t, &b)), "1 1 1 1 1 1 [] c 1 [0] c"; got != want {
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
