package bitset

import (
	"iter"
	"slices"

	"xcbench/cover"
)

// lists are the options of every item. Those of one colour follow each other, in input order.
type lists struct {
	begin   []int32
	entries []entry // those of item i are entries[begin[i]:begin[i+1]]
}

// An entry is an option, and in its upper half the colour that the option gives to the item.
type entry int64

func (e entry) option() int { return int(int32(e)) }
func (e entry) colour() int { return int(e >> 32) }

// newLists makes the lists of p. While it fills them, begin[i+1] is the place for the next option of
// item i. When they are full, the options of item i+1 begin there.
func newLists(p *cover.Problem) lists {
	begin := make([]int32, p.Items()+2)
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			begin[i+2]++
		}
	}
	for i := range p.Items() {
		begin[i+2] += begin[i+1]
	}
	l := lists{begin, make([]entry, p.Entries())}
	for o := range p.Options() {
		colours := p.Colouring(o)
		for k, i := range p.Option(o) {
			e := entry(o)
			if colours != nil {
				e += entry(colours[k]) << 32
			}
			l.entries[begin[i+1]] = e
			begin[i+1]++
		}
	}
	if p.Colours() > 0 {
		for i := p.Primary(); i < p.Items(); i++ {
			slices.Sort(l.of(i))
		}
	}
	return l
}

func (l lists) of(i int) []entry { return l.entries[l.begin[i]:l.begin[i+1]] }

// rivals yields the options of item i, one colour at a time, and the options of the item that exclude them. Without
// a colour these are all options of the item; with one, those without this colour.
func (l lists) rivals(i int) iter.Seq2[[]entry, []entry] {
	return func(yield func(of, rivals []entry) bool) {
		all := l.of(i)
		for begin, end := 0, 0; begin < len(all); begin = end {
			colour := all[begin].colour()
			for end < len(all) && all[end].colour() == colour {
				end++
			}
			rivals := all
			if colour != 0 {
				rivals = slices.Concat(all[:begin], all[end:])
			}
			if !yield(all[begin:end], rivals) {
				return
			}
		}
	}
}
