package cover

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"unsafe"
)

func TestBuilderKeepsInputOrder(t *testing.T) {
	var b Builder
	b.Primary("a", "b")
	b.Secondary("x")
	b.Option("b", "x")
	b.Option("x")
	b.Option()
	b.Option("a", "b")
	b.OptionOf(1, 0)
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var options []string
	for o := range p.Options() {
		options = append(options, fmt.Sprint(p.Number(o), p.Option(o)))
	}
	want := []string{"1 [1 2]", "4 [0 1]", "5 [1 0]"}
	if !slices.Equal(options, want) {
		t.Errorf("got options %v, want %v", options, want)
	}
	if got, want := p.Dropped(), []int{2, 3}; !slices.Equal(got, want) {
		t.Errorf("got dropped %v, want %v: they have no primary item", got, want)
	}
	if p.Items() != 3 || p.Primary() != 2 || p.Entries() != 6 || p.Name(2) != "x" {
		t.Errorf("got %d items, %d primary, %d entries, third %q, want 3, 2, 6, x",
			p.Items(), p.Primary(), p.Entries(), p.Name(2))
	}
}

func TestBuilderErrorsSayWhereTheInputIsWrong(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(b *Builder) error
		want  InputError
	}{
		{"repeated item", func(b *Builder) error { return b.Primary("c", "a") },
			InputError{0, 4, `item "a" again, expected a new name (it is item 1 already)`}},
		{"repeated secondary item", func(b *Builder) error { return b.Secondary("b") },
			InputError{0, 3, `item "b" again, expected a new name (it is item 2 already)`}},
		{"empty name", func(b *Builder) error { return b.Primary("") },
			InputError{0, 3, "an empty item name, expected at least one character"}},
		{"blank in a name", func(b *Builder) error { return b.Primary("c d") },
			InputError{0, 3, `item name "c d" has a blank or a control character, expected none`}},
		{"a change of direction in a name", func(b *Builder) error { return b.Primary("c\u202ed") },
			InputError{0, 3, `item name "c\u202ed" has a blank or a control character, expected none`}},
		{"colour in a name", func(b *Builder) error { return b.Primary("c:1") },
			InputError{0, 3, `item name "c:1" has a ':' or '|', expected none: they are reserved for colours and multiplicities`}},
		{"not text", func(b *Builder) error { return b.Primary("\xff") },
			InputError{0, 3, `item name "\xff" is not valid UTF-8`}},
		{"late item", func(b *Builder) error { b.Option("a"); return b.Secondary("c") },
			InputError{0, 3, "an item after the first option; add all items before the options"}},
		{"late primary item", func(b *Builder) error { b.Secondary("c"); return b.Primary("d") },
			InputError{0, 4, "a primary item after a secondary one; add all primary items first"}},
		{"unknown item", func(b *Builder) error { b.Option("a"); return b.Option("b", "q") },
			InputError{2, 2, `unknown item "q", expected one of the item list`}},
		{"item twice in an option", func(b *Builder) error { return b.Option("a", "b", "a") },
			InputError{1, 3, `item "a" again, expected it once in an option`}},
		{"index out of range", func(b *Builder) error { return b.OptionOf(0, 2) },
			InputError{1, 2, "item index 2, expected one from 0 to 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b Builder
			b.Primary("a", "b")
			err := c.build(&b)
			var got *InputError
			if !errors.As(err, &got) || *got != c.want {
				t.Errorf("got %#v, want %#v", err, c.want)
			}
			if _, later := b.Problem(); later != err {
				t.Errorf("Problem: got error %v, want the first error, %v", later, err)
			}
		})
	}
}

func TestInputErrorsNameThePlace(t *testing.T) {
	for want, err := range map[string]InputError{
		"no":                    {0, 0, "no"},
		"item 3: no":            {0, 3, "no"},
		"option 2: no":          {2, 0, "no"},
		"option 2, entry 3: no": {2, 3, "no"},
		"option 1, entry 1: no": {1, 1, "no"},
	} {
		if got := err.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNamesHaveNoBlanksAndNoReservedCharacters(t *testing.T) {
	for _, name := range []string{"", " ", "a b", "a\t", "\u00a0", "\x00", "a\x7f", "a:", "|", "\xff", "a\xffb"} {
		var b Builder
		if err := b.Secondary(name); err == nil {
			t.Errorf("%q: got no error", name)
		}
		if err := b.Primary(name); err == nil {
			t.Errorf("%q: got no error", name)
		}
	}
	var b Builder
	if err := b.Primary("a", "ä", "-1", "#", "日本", "a.b,c;d"); err != nil || b.Items() != 6 {
		t.Errorf("got %d items, %v, want 6", b.Items(), err)
	}
}

func TestAFailedOptionLeavesTheOthersAlone(t *testing.T) {
	var b Builder
	b.Primary("a", "b")
	for _, c := range []struct {
		add  func() error
		want string
	}{
		{func() error { return b.Option("a") }, "<nil>"},
		{func() error { return b.OptionOf(0, -1) }, "option 2, entry 2: item index -1, expected one from 0 to 1"},
		{func() error { return b.OptionOf(2) }, "option 3, entry 1: item index 2, expected one from 0 to 1"},
		{func() error { return b.OptionOf(1, 0, 1) }, `option 4, entry 3: item "b" again, expected it once in an option`},
		{func() error { return b.Option("a", "b") }, "<nil>"},
	} {
		if got := fmt.Sprint(c.add()); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if got := len(b.p.items); got != 3 {
		t.Errorf("got %d entries, want the 3 of the first and the last option", got)
	}
	if _, err := b.Problem(); err == nil || err.(*InputError).Option != 2 {
		t.Errorf("got %v, want the error of option 2", err)
	}
	b.Primary("c")
	b.OptionOf(0)
	if p, err := b.Problem(); err != nil || p.Items() != 1 || p.Options() != 1 || p.Number(0) != 1 {
		t.Errorf("got %v, %v, want a problem of its own: the builder is empty after Problem", p, err)
	}
}

// unreadable returns a slice of n elements of which only the first exists.
func unreadable(n int) []int32 {
	header := struct {
		first    *int32
		len, cap int
	}{new(int32), n, n}
	return *(*[]int32)(unsafe.Pointer(&header))
}

// Links have 32 bits, and half of the numbers is left for headers and spacers.
func TestAProblemHasAtMostABillionEntries(t *testing.T) {
	const most = 1<<30 - 1
	for n, want := range map[int]string{
		most:     "<nil>",
		most + 1: "option 1: more than 1073741823 entries in all options together, expected no more",
	} {
		var b Builder
		b.Primary("a")
		b.begin()
		b.p.items, b.p.start = unreadable(n), []int32{int32(n)}
		if got := fmt.Sprint(b.end()); got != want {
			t.Errorf("%d entries: got %s, want %s", n, got, want)
		}
	}
}

func TestCheckNamesTheFirstFault(t *testing.T) {
	var b Builder
	b.Primary("a", "b")
	b.Secondary("x")
	b.Option("a", "x")
	b.Option("b", "x")
	b.Option("b")
	b.Option("a", "b")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		options []int
		want    string
	}{
		{[]int{0, 2}, ""},
		{[]int{2, 0}, ""},
		{[]int{3}, ""},
		{nil, `primary item "a" is not covered`},
		{[]int{0}, `primary item "b" is not covered`},
		{[]int{0, 3}, `item "a" is covered twice: by options 1 and 4`},
		{[]int{0, 1}, `item "x" is covered twice: by options 1 and 2`},
		{[]int{3, 3}, "option 4 occurs twice"},
		{[]int{4}, "option index 4 does not exist: there are 4 options"},
		{[]int{-1}, "option index -1 does not exist: there are 4 options"},
	} {
		got := ""
		if err := Check(p, c.options); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("Check(%v): got %q, want %q", c.options, got, c.want)
		}
	}
}

func ExampleBuilder() {
	var b Builder
	b.Primary("a", "b", "c")
	b.Option("a", "b")
	b.Option("c")
	err := b.Option("b", "d")
	fmt.Println(err)
	// Output: option 3, entry 2: unknown item "d", expected one of the item list
}
