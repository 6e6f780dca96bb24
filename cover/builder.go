package cover

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// InputError says where the description of a problem is wrong.
type InputError struct {
	Option int    // the option, from 1; 0 in the list of items
	Entry  int    // the place in that option or list, from 1; 0 if it is about the whole of it
	Reason string // what is wrong and what was expected
}

func (e *InputError) Error() string {
	switch {
	case e.Option == 0 && e.Entry == 0:
		return e.Reason
	case e.Option == 0:
		return fmt.Sprintf("item %d: %s", e.Entry, e.Reason)
	case e.Entry == 0:
		return fmt.Sprintf("option %d: %s", e.Option, e.Reason)
	}
	return fmt.Sprintf("option %d, entry %d: %s", e.Option, e.Entry, e.Reason)
}

// Builder makes a [Problem]: first the primary items, then the secondary ones,
// then the options. The zero value is ready to use.
//
// Every method reports its own error, always an [InputError]; the first one is
// kept and returned by [Builder.Problem] again, so that a generator that cannot
// go wrong need look only there.
type Builder struct {
	p       Problem
	index   map[string]int32
	seen    []int32 // the last option that has item i, from 1
	degree  []int32 // the options that have item i
	options int32   // options seen, the dropped ones included
	err     error
}

// Primary adds primary items, each to be covered exactly once.
func (b *Builder) Primary(names ...string) error {
	if len(b.p.names) > b.p.primary {
		return b.fail(0, len(b.p.names)+1, "a primary item after secondary ones")
	}
	err := b.add(names)
	b.p.primary = len(b.p.names)
	return err
}

// Secondary adds secondary items, each to be covered at most once.
func (b *Builder) Secondary(names ...string) error { return b.add(names) }

func (b *Builder) add(names []string) error {
	if b.options > 0 {
		return b.fail(0, len(b.p.names)+1, "an item after the first option")
	}
	if b.index == nil {
		b.index = make(map[string]int32, len(names))
	}
	for _, name := range names {
		entry := len(b.p.names) + 1
		if reason := badName(name); reason != "" {
			return b.fail(0, entry, "%s", reason)
		}
		if first, ok := b.index[name]; ok {
			return b.fail(0, entry, "item %q again, expected a new one (it is item %d already)", name, first+1)
		}
		b.index[name] = int32(len(b.p.names))
		b.p.names = append(b.p.names, name)
	}
	return nil
}

// badName says why a name cannot be an item's, or nothing.
func badName(name string) string {
	switch {
	case name == "":
		return "an empty item name"
	case !utf8.ValidString(name):
		return fmt.Sprintf("item name %q is not UTF-8 text", name)
	case strings.ContainsAny(name, ":|"):
		return fmt.Sprintf("item name %q has a character that is kept for colours and multiplicities; expected none of ':' and '|'", name)
	case strings.IndexFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) >= 0:
		return fmt.Sprintf("item name %q has a blank or a control character", name)
	}
	return ""
}

// Option adds an option by the names of its items. One without a primary item
// is dropped, see [Problem.Dropped].
func (b *Builder) Option(names ...string) error {
	b.begin()
	for k, name := range names {
		i, ok := b.index[name]
		if !ok {
			return b.undo(k+1, "unknown item %q, expected one of the item list", name)
		}
		if err := b.entry(k, i); err != nil {
			return err
		}
	}
	return b.end()
}

// OptionOf adds an option by the indices of its items.
func (b *Builder) OptionOf(items ...int) error {
	b.begin()
	for k, i := range items {
		if i < 0 || i >= len(b.p.names) {
			return b.undo(k+1, "item index %d, expected one from 0 to %d", i, len(b.p.names)-1)
		}
		if err := b.entry(k, int32(i)); err != nil {
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

func (b *Builder) entry(k int, i int32) error {
	if b.seen[i] == b.options {
		return b.undo(k+1, "item %q again, expected it once in an option", b.p.names[i])
	}
	b.seen[i] = b.options
	b.p.items = append(b.p.items, i)
	return nil
}

func (b *Builder) end() error {
	begin := b.p.start[len(b.p.start)-1]
	if len(b.p.items) > math.MaxInt32/2 { // room for headers and spacers in 32-bit links
		return b.undo(0, "more than %d entries in all", math.MaxInt32/2)
	}
	isPrimary := func(i int32) bool { return int(i) < b.p.primary }
	if !slices.ContainsFunc(b.p.items[begin:], isPrimary) {
		b.p.items = b.p.items[:begin]
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

// undo takes back the option being added and fails at its given entry.
func (b *Builder) undo(entry int, format string, args ...any) error {
	b.p.items = b.p.items[:b.p.start[len(b.p.start)-1]]
	return b.fail(int(b.options), entry, format, args...)
}

func (b *Builder) fail(option, entry int, format string, args ...any) error {
	err := &InputError{Option: option, Entry: entry, Reason: fmt.Sprintf(format, args...)}
	if b.err == nil {
		b.err = err
	}
	return err
}

// Problem returns the problem built, or the first error met on the way. The
// builder is empty afterwards.
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
