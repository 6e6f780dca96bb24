package bitrow

import (
	"math/bits"
	"slices"

	"xcbench/cover"
)

// Conflicts are the options of a problem that cannot be with an option: they share an item with it, and
// do not give the item the same colour.
type Conflicts struct {
	Within [][]uint64 // by item, the options that contain it

	p      *cover.Problem
	begin  []int32  // by option, the number of its first entry, from 1; nil without colours
	option []int32  // by entry
	next   []int32  // by entry, the next one of the same item and colour, in a ring; 0 for no colour
	others []uint64 // scratch memory of Add
}

// NewConflicts returns the conflicts of the options of p. Its tables take a row for every item.
func NewConflicts(p *cover.Problem) *Conflicts {
	width := Words(p.Options())
	c := &Conflicts{Within: Table(p.Items(), width), p: p}
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			Set(c.Within[i], o)
		}
	}
	if p.Colours() > 0 {
		c.others = make([]uint64, width)
		c.join()
	}
	return c
}

// join makes the rings of entries.
func (c *Conflicts) join() {
	c.begin = make([]int32, c.p.Options())
	c.option, c.next = make([]int32, 1, 1+c.p.Entries()), make([]int32, 1+c.p.Entries())
	for o := range c.p.Options() {
		c.begin[o] = int32(len(c.option))
		for range c.p.Option(o) {
			c.option = append(c.option, int32(o))
		}
	}
	last := make([]int32, c.p.Colours()+1)  // by colour, the last entry that has it
	owner := make([]int32, c.p.Colours()+1) // the item of this entry
	for i := int32(c.p.Primary()); i < int32(c.p.Items()); i++ {
		for w, word := range c.Within[i] {
			for ; word != 0; word &= word - 1 {
				o := w*64 + bits.TrailingZeros64(word)
				k := slices.Index(c.p.Option(o), i)
				entry, colour := c.begin[o]+int32(k), c.p.Colouring(o)[k]
				if colour == 0 {
					continue
				}
				if c.next[entry] = entry; last[colour] != 0 && owner[colour] == i {
					c.next[entry], c.next[last[colour]] = c.next[last[colour]], entry
				}
				last[colour], owner[colour] = entry, i
			}
		}
	}
}

// Add adds to row the options that cannot be with option o, including o itself.
func (c *Conflicts) Add(row []uint64, o int) {
	for k, i := range c.p.Option(o) {
		others := c.Within[i]
		if c.begin != nil {
			others = c.without(others, c.begin[o]+int32(k))
		}
		for w, word := range others {
			row[w] |= word
		}
	}
}

// without returns a row without the options that give the item of an entry its colour.
func (c *Conflicts) without(row []uint64, entry int32) []uint64 {
	if c.next[entry] == 0 {
		return row
	}
	copy(c.others, row)
	for e := c.next[entry]; ; e = c.next[e] {
		o := c.option[e]
		c.others[o/64] &^= 1 << (o % 64)
		if e == entry {
			return c.others
		}
	}
}
