package xcb

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"xcbench/cover"
)

// A form is how an engine receives problems.
type form struct {
	name   string
	append func(dst []byte, p *cover.Problem) []byte
	parse  func(text []byte) (*cover.Problem, error)
}

// forms are all forms. Engines that do not choose one get the first. So do those that chose the second,
// which has no colours, for a problem with colours.
var forms = []form{
	{"dlx", appendDLX, parseDLX},
	{"binary", func(dst []byte, p *cover.Problem) []byte { return appendBinary(dst, p, false) },
		func(text []byte) (*cover.Problem, error) { return parseBinary(text, false) }},
	{"pairs", func(dst []byte, p *cover.Problem) []byte { return appendBinary(dst, p, true) },
		func(text []byte) (*cover.Problem, error) { return parseBinary(text, true) }},
}

func findForm(name []byte) (form, bool) {
	for _, f := range forms {
		if f.name == string(name) {
			return f, true
		}
	}
	return form{}, false
}

// appendDLX appends p as DLX text: a line of item names, with "|" before the secondary items, and a
// line for each option, with colours as in "item:colour". There are no comments, so the first line
// may be empty.
func appendDLX(dst []byte, p *cover.Problem) []byte {
	for i := range p.Items() {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if i == p.Primary() {
			dst = append(dst, "| "...)
		}
		dst = append(dst, p.Name(i)...)
	}
	dst = append(dst, '\n')
	for o := range p.Options() {
		for k := range p.Option(o) {
			if k > 0 {
				dst = append(dst, ' ')
			}
			dst = append(dst, p.Entry(o, k)...)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// parseDLX is the inverse of appendDLX.
func parseDLX(text []byte) (*cover.Problem, error) {
	var b cover.Builder
	number := 0
	for line := range bytes.Lines(text) {
		if number++; number > 1 {
			if err := b.Option(strings.Fields(string(line))...); err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			continue
		}
		primary, secondary, _ := strings.Cut(string(line), "|")
		err := b.Primary(strings.Fields(primary)...)
		if err == nil {
			err = b.Secondary(strings.Fields(secondary)...)
		}
		if err != nil {
			return nil, err
		}
	}
	if number == 0 {
		return nil, errors.New("an empty text, expected a line of item names")
	}
	return b.Problem()
}

// appendBinary appends p as 32-bit numbers, the least significant byte first: how many primary items,
// items and options there are; then, for each option, its length and its items, from 0. In pairs, the
// colour of an item stands behind it, from 1, or 0 for none.
func appendBinary(dst []byte, p *cover.Problem, pairs bool) []byte {
	put := func(n int) { dst = binary.LittleEndian.AppendUint32(dst, uint32(n)) }
	put(p.Primary())
	put(p.Items())
	put(p.Options())
	for o := range p.Options() {
		items, colours := p.Option(o), p.Colouring(o)
		put(len(items))
		for k, i := range items {
			put(int(i))
			switch {
			case !pairs:
			case colours == nil:
				put(0)
			default:
				put(int(colours[k]))
			}
		}
	}
	return dst
}

// parseBinary is the inverse of appendBinary, except that items are named by their numbers.
func parseBinary(text []byte, pairs bool) (*cover.Problem, error) {
	short := false
	next := func() int {
		if len(text) < 4 {
			short = true
			return 0
		}
		n := binary.LittleEndian.Uint32(text)
		text = text[4:]
		return int(n)
	}
	most := mostUnused + len(text)/4
	primary, items, options := next(), next(), next()
	if short || primary > items || items > most {
		return nil, fmt.Errorf("%d primary items of %d, expected at most %d items in a text of this length", primary,
			items, most)
	}
	names := make([]string, items)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	var b cover.Builder
	b.Primary(names[:primary]...)
	b.Secondary(names[primary:]...)
	var option []string
	for o := range options {
		option = option[:0]
		for range min(next(), items+1) { // an option has no item twice
			entry := fmt.Sprint(next())
			if pairs {
				if colour := next(); colour > 0 {
					entry += fmt.Sprint(":", colour)
				}
			}
			if option = append(option, entry); short {
				break
			}
		}
		if short {
			return nil, fmt.Errorf("the text ends in option %d of %d", o+1, options)
		}
		if err := b.Option(option...); err != nil {
			return nil, fmt.Errorf("option %d: %w", o+1, err)
		}
	}
	if len(text) > 0 {
		return nil, fmt.Errorf("%d bytes after the last option", len(text))
	}
	return b.Problem()
}

// mostUnused bounds the items without an option, and so the memory that a short text can take.
const mostUnused = 1 << 16
