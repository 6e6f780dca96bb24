package cover

import "slices"

// Problem is an exact cover problem. It is made by a [Builder], or out of another one by
// [Problem.Restrict], never changes, and may be shared between goroutines.
//
// Items and options are known by their index from 0: primary items come first,
// in the order in which they were added, then the secondary ones; options stand
// in input order.
type Problem struct {
	names   []string // by item; a restriction knows those of its base
	primary int
	degree  int // see Degree

	// The items of option o are items[start[o]:start[o+1]].
	start []int32
	items []int32

	numbers []int32 // the input position of each option, from 1; a restriction numbers them anew
	dropped []int   // the input positions of options without a primary item

	from *restriction // what all this is filled in from, or nil; see Restrict
}

// Items returns the number of items, primary and secondary.
func (p *Problem) Items() int {
	if p.from != nil {
		return len(p.filled().from.items)
	}
	return len(p.names)
}

// Primary returns the number of primary items; they have the indices below it.
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

// Option returns the items of option o in input order. The caller must not
// change them.
func (p *Problem) Option(o int) []int32 {
	p.filled()
	return p.items[p.start[o]:p.start[o+1]:p.start[o+1]]
}

// Entries returns the number of items in all options together, the 1s of the
// matrix.
func (p *Problem) Entries() int { return len(p.filled().items) }

// Degree returns the largest number of options that a primary item has.
func (p *Problem) Degree() int { return p.filled().degree }

// busiest returns the first primary item that has Degree options.
func (p *Problem) busiest() int {
	degree := make([]int, p.Items())
	for o := range p.Options() {
		for _, i := range p.Option(o) {
			degree[i]++
		}
	}
	return slices.Index(degree[:p.Primary()], p.Degree())
}

// Number returns the position of option o in the input, from 1. It is not
// always o+1: options without a primary item were dropped but keep their number.
func (p *Problem) Number(o int) int {
	if p.from != nil {
		return o + 1
	}
	return int(p.numbers[o])
}

// Dropped returns the input positions, from 1, of the options that were dropped
// because they contain no primary item. Such an option says nothing about a
// solution: it could be left out of or, unless a secondary item forbids it, put
// into every one.
func (p *Problem) Dropped() []int { return p.dropped }

// MaxDepth returns a bound on the number of options in a solution, and so on
// the level of any node of a search tree: each option takes a primary item.
func (p *Problem) MaxDepth() int { return min(p.Primary(), p.Options()) }
