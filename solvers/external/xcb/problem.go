package xcb

import (
	"bytes"
	"encoding/binary"
	"strings"

	"xcbench/cover"
)

// forms are how an engine may want problems.
var forms = []string{"dlx", "binary", "pairs"}

// encode returns p in the form that an engine wants, or as dlx if that is binary, which has no colours,
// and p has colours.
func encode(p *cover.Problem, wanted string) (form string, text []byte) {
	if wanted == "dlx" || wanted == "binary" && p.Colours() > 0 {
		return "dlx", bytes.Replace(TextDLX(p, p.Name, p.ColourName), []byte(" \n"), []byte("\n"), 1)
	}
	return wanted, numbers(p, wanted == "pairs")
}

// TextDLX returns p as DLX text, given the names of items and colours. The first line has the names of the items,
// with "|" before the secondary ones and a blank at the end. Each option has a line, with colours as in
// "item:colour". There are no comments, so the first line may be empty.
func TextDLX(p *cover.Problem, item func(i int) string, colour func(c int32) string) (text []byte) {
	for i := range p.Items() {
		if i == p.Primary() {
			text = append(text, "| "...)
		}
		text = append(append(text, item(i)...), ' ')
	}
	text = append(text, '\n')
	for o := range p.Options() {
		colours := p.Colouring(o)
		for k, i := range p.Option(o) {
			text = append(text, item(int(i))...)
			if colours != nil && colours[k] > 0 {
				text = append(append(text, ':'), colour(colours[k])...)
			}
			text = append(text, ' ')
		}
		text[len(text)-1] = '\n'
	}
	return text
}

// parseDLX reads what TextDLX writes.
func parseDLX(text string) (*cover.Problem, error) {
	items, options, _ := strings.Cut(text, "\n")
	primary, secondary, _ := strings.Cut(items, "|")
	var b cover.Builder
	b.Primary(strings.Fields(primary)...)
	b.Secondary(strings.Fields(secondary)...)
	for line := range strings.Lines(options) {
		b.Option(strings.Fields(line)...)
	}
	return b.Problem() // or the first error
}

// numbers returns p as 32-bit numbers, the least significant byte first: how many primary items, items and options there are; then, for each
// option, its length and its items, from 0. In pairs, the colour of an item stands behind it, from 1,
// or 0 for none.
func numbers(p *cover.Problem, pairs bool) []byte {
	all := []int32{int32(p.Primary()), int32(p.Items()), int32(p.Options())}
	for o := range p.Options() {
		items, colours := p.Option(o), p.Colouring(o)
		if colours == nil {
			colours = make([]int32, len(items))
		}
		all = append(all, int32(len(items)))
		for k, i := range items {
			if all = append(all, i); pairs {
				all = append(all, colours[k])
			}
		}
	}
	text, _ := binary.Append(nil, binary.LittleEndian, all)
	return text
}
