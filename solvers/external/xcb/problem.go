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
	name  string
	text  func(p *cover.Problem) []byte
	parse func(text []byte) (*cover.Problem, error)
}

// forms are all forms. Engines that do not choose one get the first. So do those that chose the second,
// which has no colours, for a problem with colours.
var forms = []form{
	{"dlx", textDLX, parseDLX},
	{"binary", numbers(false).text, numbers(false).parse},
	{"pairs", numbers(true).text, numbers(true).parse},
}

// formOf returns the form with a name, or one without.
func formOf(name string) (f form) {
	for _, one := range forms {
		if one.name == name {
			f = one
		}
	}
	return f
}

// textDLX returns p as DLX text: a line of item names, with "|" before the secondary items, and a
// line for each option, with colours as in "item:colour". There are no comments, so the first line
// may be empty.
func textDLX(p *cover.Problem) (text []byte) {
	for i := range p.Items() {
		if i == p.Primary() {
			text = append(text, "| "...)
		}
		text = append(append(text, p.Name(i)...), ' ')
	}
	text = append(bytes.TrimSuffix(text, []byte(" ")), '\n')
	for o := range p.Options() {
		for k := range p.Option(o) {
			text = append(append(text, p.Entry(o, k)...), ' ')
		}
		text[len(text)-1] = '\n'
	}
	return text
}

// parseDLX is the inverse of textDLX.
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

// numbers are a form of 32-bit numbers, the least significant byte first: how many primary items,
// items and options there are; then, for each option, its length and its items, from 0. In pairs, the
// colour of an item stands behind it, from 1, or 0 for none.
type numbers bool

func (pairs numbers) text(p *cover.Problem) []byte {
	all := []int32{int32(p.Primary()), int32(p.Items()), int32(p.Options())}
	for o := range p.Options() {
		items, colours := p.Option(o), p.Colouring(o)
		all = append(all, int32(len(items)))
		for k, i := range items {
			if all = append(all, i); bool(pairs) && colours != nil {
				all = append(all, colours[k])
			} else if pairs {
				all = append(all, 0)
			}
		}
	}
	text, _ := binary.Append(nil, binary.LittleEndian, all)
	return text
}

// parse is the inverse of text, except that items are named by their numbers.
func (pairs numbers) parse(text []byte) (*cover.Problem, error) {
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
