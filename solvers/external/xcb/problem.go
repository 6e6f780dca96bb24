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
		return "dlx", textDLX(p)
	}
	return wanted, numbers(p, wanted == "pairs")
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
