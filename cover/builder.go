package cover

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An InputError says where the description of a problem is wrong.
type InputError struct {
	Option int    // the option, from 1; 0 for the list of items
	Entry  int    // the position in the option or list, from 1; 0 for all of the option
	Reason string // what is wrong and what was expected
}

func (e *InputError) Error() string {
	switch {
	case e.Option == 0:
		return fmt.Sprintf("item %d: %s", e.Entry, e.Reason)
	case e.Entry == 0:
		return fmt.Sprintf("option %d: %s", e.Option, e.Reason)
	}
	return fmt.Sprintf("option %d, entry %d: %s", e.Option, e.Entry, e.Reason)
}

// A Builder makes a [Problem]. Add the primary items first, then the secondary items, then the
// options. The zero value is ready to use.
//
// Every method returns its own error, an [InputError]. [Builder.Problem] returns the first of them
// again, so a caller may ignore the errors of the other methods.
type Builder struct {
	p       Problem
	index   map[string]int32
	colours map[string]int32 // by name, its number
	seen    []int32          // by item, the last option that contains it, from 1
	degree  []int32          // by item, the number of options that contain it
	options int32            // the number of options so far, including the dropped ones
	err     error            // the first one
}

// Primary adds primary items. A solution covers each of them exactly once.
func (b *Builder) Primary(names ...string) error {
	if len(b.p.names) > b.p.primary {
		return b.fail(0, len(b.p.names)+1, "a primary item after a secondary one; add all primary items first")
	}
	err := b.add(names)
	b.p.primary = len(b.p.names)
	return err
}

// Secondary adds secondary items. A solution covers each of them at most once.
func (b *Builder) Secondary(names ...string) error { return b.add(names) }

func (b *Builder) add(names []string) error {
	if b.options > 0 {
		return b.fail(0, len(b.p.names)+1, "an item after the first option; add all items before the options")
	}
	if b.index == nil {
		b.index = make(map[string]int32, len(names))
	}
	for _, name := range names {
		entry := len(b.p.names) + 1
		if reason := badName("item name", name); reason != "" {
			return b.fail(0, entry, "%s", reason)
		}
		if first, ok := b.index[name]; ok {
			return b.fail(0, entry, "item %q again, expected a new name (it is item %d already)", name, first+1)
		}
		b.index[name] = int32(len(b.p.names))
		b.p.names = append(b.p.names, name)
	}
	return nil
}

// badName says why a name is not allowed for what it names, or is empty.
func badName(what, name string) string {
	switch {
	case name == "":
		return fmt.Sprintf("an empty %s, expected at least one character", what)
	case !utf8.ValidString(name):
		return fmt.Sprintf("%s %q is not valid UTF-8", what, name)
	case strings.ContainsAny(name, ":|"):
		return fmt.Sprintf("%s %q has a ':' or '|', expected none: they are reserved for colours and multiplicities",
			what, name)
	case strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Bidi_Control)
	}):
		return fmt.Sprintf("%s %q has a blank or a control character, expected none", what, name)
	}
	return ""
}

// Option adds an option, given the names of its items. A secondary item may have a colour, as in
// "item:colour". An option without a primary item is dropped: see [Problem.Dropped].
func (b *Builder) Option(names ...string) error {
	b.begin()
	for k, name := range names {
		i, known := b.index[name]
		colour := int32(0)
		if !known { // it has a colour, since names of items have no colon
			var reason string
			if i, colour, reason = b.coloured(name); reason != "" {
				return b.fail(int(b.options), k+1, "%s", reason)
			}
		}
		if err := b.entry(k, i, colour); err != nil {
			return err
		}
	}
	return b.end()
}

// coloured returns the item and the colour of "item:colour", or what is wrong with it.
func (b *Builder) coloured(entry string) (item, colour int32, reason string) {
	name, of, _ := strings.Cut(entry, ":")
	item, known := b.index[name]
	switch {
	case !known:
		return 0, 0, fmt.Sprintf("unknown item %q, expected one of the item list", name)
	case int(item) < b.p.primary:
		return 0, 0, fmt.Sprintf("primary item %q has the colour %q, expected none: only secondary items have colours",
			name, of)
	}
	if reason := badName("colour", of); reason != "" {
		return 0, 0, reason
	}
	colour, known = b.colours[of]
	if !known {
		if b.colours == nil {
			b.colours = make(map[string]int32)
			b.p.palette = []string{""}
			b.p.colours = make([]int32, len(b.p.items))
		}
		colour = int32(len(b.p.palette))
		b.colours[of] = colour
		b.p.palette = append(b.p.palette, of)
	}
	return item, colour, ""
}

// OptionOf does what [Builder.Option] does, given the indices of the items.
func (b *Builder) OptionOf(items ...int) error {
	b.begin()
	for k, i := range items {
		if i < 0 || i >= len(b.p.names) {
			return b.fail(int(b.options), k+1, "item index %d, expected one from 0 to %d", i, len(b.p.names)-1)
		}
		if err := b.entry(k, int32(i), 0); err != nil {
			return err
		}
	}
	return b.end()
}

func (b *Builder) begin() {
	if len(b.p.start) == 0 {
		b.p.start = append(b.p.start, 0)
	}
	if len(b.seen) < len(b.p.names) {
		b.seen, b.degree = make([]int32, len(b.p.names)), make([]int32, len(b.p.names))
	}
	b.options++
}

func (b *Builder) entry(k int, i, colour int32) error {
	if b.seen[i] == b.options {
		return b.fail(int(b.options), k+1, "item %q again, expected it once in an option", b.p.names[i])
	}
	b.seen[i] = b.options
	b.p.items = append(b.p.items, i)
	if b.p.colours != nil {
		b.p.colours = append(b.p.colours, colour)
	}
	return nil
}

func (b *Builder) end() error {
	begin := b.p.start[len(b.p.start)-1]
	if len(b.p.items) > math.MaxInt32/2 { // room for headers and spacers in 32-bit links
		return b.fail(int(b.options), 0, "more than %d entries in all options together, expected no more", math.MaxInt32/2)
	}
	isPrimary := func(i int32) bool { return int(i) < b.p.primary }
	if !slices.ContainsFunc(b.p.items[begin:], isPrimary) { // its colours stay in the palette
		b.p.items = b.p.items[:begin]
		if b.p.colours != nil {
			b.p.colours = b.p.colours[:begin]
		}
		b.p.dropped = append(b.p.dropped, int(b.options))
		return nil
	}
	for _, i := range b.p.items[begin:] {
		if b.degree[i]++; isPrimary(i) {
			b.p.degree = max(b.p.degree, int(b.degree[i]))
		}
	}
	b.p.start = append(b.p.start, int32(len(b.p.items)))
	b.p.numbers = append(b.p.numbers, b.options)
	return nil
}

func (b *Builder) fail(option, entry int, format string, args ...any) error {
	err := &InputError{Option: option, Entry: entry, Reason: fmt.Sprintf(format, args...)}
	if b.err == nil {
		b.err = err
	}
	return err
}

// Problem returns the problem, or the first error of the methods before. The builder is empty
// afterwards.
func (b *Builder) Problem() (*Problem, error) {
	p, err := b.p, b.err
	*b = Builder{}
	if err != nil {
		return nil, err
	}
	if len(p.start) == 0 {
		p.start = []int32{0}
	}
	return &p, nil
}

// Items returns the number of items added so far.
func (b *Builder) Items() int { return len(b.p.names) }
