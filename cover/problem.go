package cover

import "slices"

// A Problem is an exact cover problem. A [Builder] makes it, or [Problem.Restrict] from another
// problem. It never changes, so goroutines may share it.
//
// Items and options have indices from 0. The primary items come first, then the secondary ones,
// both in the order in which they were added. Options are in input order.
type Problem struct {
	names   []string // by item; nil in a restriction, which uses those of its base
	primary int
	degree  int // see Degree

	// The items of option o are items[start[o]:start[o+1]].
	start []int32
	items []int32

	colours []int32  // beside items, from 1, or 0 for none; nil if no option has a colour
	palette []string // the names of the colours, from 1; nil if there are none

	numbers []int32 // by option, its position in the input, from 1; nil in a restriction
	dropped []int   // the positions in the input of options without a primary item

	from *restriction // the source of all other fields of a restriction, or nil; see Restrict
}

// Items returns the number of items, primary and secondary.
func (p *Problem) Items() int {
	if p.from != nil {
		return len(p.filled().from.items)
	}
	return len(p.names)
}

// Primary returns the number of primary items. Their indices are the ones below it.
func (p *Problem) Primary() int { return p.filled().primary }

// Name returns the name of item i.
func (p *Problem) Name(i int) string {
	if p.from != nil {
		return p.from.base.Name(int(p.filled().from.items[i]))
	}
	return p.names[i]
}

// Options returns the number of options.
func (p *Problem) Options() int { return len(p.filled().start) - 1 }

// Option returns the items of option o in input order. The caller must not change them.
func (p *Problem) Option(o int) []int32 {
	p.filled()
	return p.items[p.start[o]:p.start[o+1]:p.start[o+1]]
}

// Colours returns the number of colours. Colours have numbers from 1, in the order in which the
// options name them first.
func (p *Problem) Colours() int { return max(len(p.palette)-1, 0) }

// ColourName returns the name of colour c.
func (p *Problem) ColourName(c int32) string { return p.palette[c] }

// Colouring returns the colours that option o gives to its items, beside [Problem.Option]. An item
// without a colour has 0. It is nil if the problem has no colours. The caller must not change it.
func (p *Problem) Colouring(o int) []int32 {
	if p.colours == nil {
		return nil
	}
	return p.colours[p.start[o]:p.start[o+1]:p.start[o+1]]
}

// Entry returns entry k of option o as [Builder.Option] takes it: the name of an item, and its
// colour if it has one.
func (p *Problem) Entry(o, k int) string {
	name := p.Name(int(p.Option(o)[k]))
	if colours := p.Colouring(o); colours != nil && colours[k] != 0 {
		name += ":" + p.palette[colours[k]]
	}
	return name
}

// Agree reports whether options a and b can be in one solution. They can if they share no item, but
// for secondary items to which both give the same colour.
func (p *Problem) Agree(a, b int) bool {
	ca, cb := p.Colouring(a), p.Colouring(b)
	for k, i := range p.Option(a) {
		if l := slices.Index(p.Option(b), i); l >= 0 && (ca == nil || ca[k] == 0 || ca[k] != cb[l]) {
			return false
		}
	}
	return true
}

// Entries returns the number of items in all options together: the 1s of the matrix.
func (p *Problem) Entries() int { return len(p.filled().items) }

// Degree returns the largest number of options that contain the same primary item.
func (p *Problem) Degree() int { return p.filled().degree }

// busiest returns the first primary item that Degree options contain.
func (p *Problem) busiest() int {
	degree := make([]int, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			degree[i]++
		}
	}
	return slices.Index(degree[:p.Primary()], p.Degree())
}

// Number returns the position of option o in the input, from 1. It can be larger than o+1, because
// options without a primary item are dropped but keep their number. In a restriction it is o+1.
func (p *Problem) Number(o int) int {
	if p.from != nil {
		return o + 1
	}
	return int(p.numbers[o])
}

// Dropped returns the positions in the input, from 1, of the options that were dropped because they
// contain no primary item. Such an option says nothing about a solution. Every solution can do
// without it, and can take it in unless a secondary item forbids that.
func (p *Problem) Dropped() []int { return p.dropped }

// MaxDepth returns a bound on the number of options in a solution, and so on the level of any node
// of a search tree. Each option of a solution covers a primary item at least.
func (p *Problem) MaxDepth() int { return min(p.Primary(), p.Options()) }
