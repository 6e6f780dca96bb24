package cover

import (
	"slices"
	"sync"
)

// restriction is what a problem has left over from another. Its columns are filled in only
// when they are asked for: a solver that knows the base need never ask.
type restriction struct {
	base           *Problem
	taken, without []int32 // options of the base

	once    sync.Once
	items   []int32 // by item, its index in the base
	options []int32 // by option, its index in the base
}

// Restrict returns the problem that remains of p when the options taken are chosen and the
// options without are not to be chosen; they are given as indices of p, each once. The
// slices are kept and must not change.
//
// An item that one of the taken options contains is left out, and with it every option
// that contains it. A primary item that two of them contain stays, without options, so that there is
// no solution. What remains keeps its order; options are numbered anew, from 1. But a solution is
// told in options of p, so that it means the same in all restrictions of p; those taken are no part of it.
//
// Many problems over the same items and options, such as all sudokus of one side, are made
// as restrictions of one: that takes next to no time, and for a [Resetter] neither does
// going from one of them to the next. Restrict panics if taken options share a secondary item.
func (p *Problem) Restrict(taken, without []int32) *Problem {
	p.filled()
	if p.Primary() < p.Items() {
		seen := make([]bool, p.Items())
		for _, o := range taken {
			for _, i := range p.Option(int(o)) {
				if int(i) >= p.Primary() && seen[i] {
					panic("cover: taken options share the secondary item " + p.Name(int(i)))
				}
				seen[i] = true
			}
		}
	}
	return &Problem{from: &restriction{base: p, taken: taken, without: without}}
}

// Base returns the problem that p was made from by [Problem.Restrict] and the options of it that are
// taken and that are left out, which the caller must not change; or p itself.
func (p *Problem) Base() (base *Problem, taken, without []int32) {
	if p.from == nil {
		return p, nil, nil
	}
	return p.from.base, p.from.taken, p.from.without
}

// ToBase returns the index in its base of option o; in a problem that is not restricted, o.
func (p *Problem) ToBase(o int) int {
	if p.from == nil {
		return o
	}
	return int(p.filled().from.options[o])
}

// FromBase returns the index in p of option o of its base, and whether p has it.
func (p *Problem) FromBase(o int) (int, bool) {
	if p.from == nil {
		return o, 0 <= o && o < p.Options()
	}
	return slices.BinarySearch(p.filled().from.options, int32(o))
}

// inBase returns a visitor that is shown solutions as options of p and shows them to visit as options
// of the base of p; an index that p does not have becomes -1, which the base does not have either.
func (p *Problem) inBase(visit Visitor) Visitor {
	if p.from == nil || visit == nil {
		return visit
	}
	var shown []int
	return func(options []int) bool {
		shown = shown[:0]
		for _, o := range options {
			in := -1
			if 0 <= o && o < p.Options() {
				in = p.ToBase(o)
			}
			shown = append(shown, in)
		}
		return visit(shown)
	}
}

// filled returns p with its columns.
func (p *Problem) filled() *Problem {
	if p.from != nil {
		p.from.once.Do(p.fill)
	}
	return p
}

// fill makes the columns of a restriction.
func (p *Problem) fill() {
	r, base := p.from, p.from.base
	times := make([]uint8, base.Items()) // an item is covered, up to 2: that is enough to know
	for _, o := range r.taken {
		for _, i := range base.Option(int(o)) {
			times[i] = min(times[i]+1, 2)
		}
	}
	place := make([]int32, base.Items())
	r.items = make([]int32, 0, base.Items())
	for i, n := range times {
		if n != 1 {
			place[i] = int32(len(r.items))
			r.items = append(r.items, int32(i))
		}
		if i < base.Primary() {
			p.primary = len(r.items)
		}
	}
	out := make([]bool, base.Options())
	for _, o := range r.without {
		out[o] = true
	}
	r.options = make([]int32, 0, base.Options())
	entries := 0
	for o := range out {
		items := base.Option(o)
		covered := out[o]
		for _, i := range items {
			covered = covered || times[i] != 0
		}
		if !covered {
			r.options = append(r.options, int32(o))
			entries += len(items)
		}
	}
	p.start, p.items = make([]int32, 1, len(r.options)+1), make([]int32, 0, entries)
	degree := make([]int, len(r.items))
	for _, o := range r.options {
		for _, i := range base.Option(int(o)) {
			p.items = append(p.items, place[i])
			if degree[place[i]]++; int(place[i]) < p.primary {
				p.degree = max(p.degree, degree[place[i]])
			}
		}
		p.start = append(p.start, int32(len(p.items)))
	}
}
