package bitrow

import "xcbench/cover"

// Conflicts are the options of a problem that cannot be with an option: those that share an item with
// it, without giving it the same colour.
type Conflicts struct {
	Within [][]uint64 // by item, the options that contain it

	p      *cover.Problem
	begin  []int32    // by option, the number of its first entry
	shade  []int32    // by entry, the number of its item and colour, from 1, or 0 for no colour
	shades [][]uint64 // the options that give an item this colour
}

// NewConflicts returns the conflicts of the options of p. Its tables take a row for every item, and one
// for every colour of an item.
func NewConflicts(p *cover.Problem) *Conflicts {
	width := Words(p.Options())
	c := &Conflicts{Within: Table(p.Items(), width), p: p}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			Set(c.Within[i], o)
		}
	}
	if p.Colours() > 0 {
		c.paint(width)
	}
	return c
}

// paint finds which options give an item the same colour.
func (c *Conflicts) paint(width int) {
	type colouring struct{ item, colour int32 }
	numbers := map[colouring]int32{}
	c.begin, c.shade = make([]int32, c.p.Options()), make([]int32, c.p.Entries())
	entry := int32(0)
	for o := range c.p.Options() {
		c.begin[o] = entry
		colours := c.p.Colouring(o)
		for k, i := range c.p.Option(o) {
			if colours[k] != 0 {
				at := colouring{i, colours[k]}
				if numbers[at] == 0 {
					numbers[at] = int32(len(numbers)) + 1
				}
				c.shade[entry] = numbers[at]
			}
			entry++
		}
	}
	c.shades = Table(len(numbers)+1, width)
	for o := range c.p.Options() {
		for k := range c.p.Option(o) {
			Set(c.shades[c.shade[int(c.begin[o])+k]], o)
		}
	}
	clear(c.shades[0]) // no colour is never the same
}

// Add adds to row the options that cannot be with option o, including o itself.
func (c *Conflicts) Add(row []uint64, o int) {
	for k, i := range c.p.Option(o) {
		within := c.Within[i][:len(row)]
		if c.shades == nil {
			for w, word := range within {
				row[w] |= word
			}
			continue
		}
		same := c.shades[c.shade[int(c.begin[o])+k]][:len(row)]
		for w, word := range within {
			row[w] |= word &^ same[w]
		}
	}
}
