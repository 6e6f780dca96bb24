package cover

import (
	"slices"
	"sync"
)

// A restriction says how a problem was made from its base. The fields of the problem are filled in
// only when a method needs them, which may be never if the solver knows the base.
type restriction struct {
	base           *Problem
	taken, without []int32 // options of the base: chosen, and not to be chosen

	once    sync.Once
	items   []int32 // by item, its index in the base
	options []int32 // by option, its index in the base
}

// Restrict returns the problem that remains of p when the options of taken are chosen and the
// options of without are ruled out. Both are indices of p, each at most once. Restrict keeps the
// slices, so they must not change. It panics if two taken options share a secondary item, or if p
// has colours.
//
// An item of a taken option is left out, with all options that contain it. There is one exception:
// a primary item that two taken options contain stays, without options, so there is no solution.
// All other items and options stay in their order. [Problem.Number] numbers the options from 1
// again. A [Visitor] sees the options of a solution as indices of p, without the taken ones. So a
// solution means the same in all restrictions of p.
//
// Use restrictions for many problems over the same items and options, such as all sudokus of one
// size. Restrict takes almost no time, and a [Resetter] goes from one restriction to the next
// almost as fast.
func (p *Problem) Restrict(taken, without []int32) *Problem {
	return p.RestrictIn(new(Room), taken, without)
}

// A Room is memory for one restriction at a time.
type Room struct {
	problem Problem
	restriction
}

// RestrictIn is [Problem.Restrict] without an allocation, for a stream of restrictions. The problem
// takes the place of the one that room had before. Nobody may use that one any more, and both have
// the same address.
func (p *Problem) RestrictIn(room *Room, taken, without []int32) *Problem {
	if p.Colours() > 0 {
		panic("cover: a problem with colours has no restrictions")
	}
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
	room.restriction = restriction{base: p, taken: taken, without: without}
	room.problem = Problem{from: &room.restriction}
	return &room.problem
}

// Base returns the problem that [Problem.Restrict] made p from, and the arguments of that call,
// which the caller must not change. The base of any other problem is the problem itself.
func (p *Problem) Base() (base *Problem, taken, without []int32) {
	if p.from == nil {
		return p, nil, nil
	}
	return p.from.base, p.from.taken, p.from.without
}

// ToBase returns the index in the base of option o of p.
func (p *Problem) ToBase(o int) int {
	if p.from == nil {
		return o
	}
	return int(p.filled().from.options[o])
}

// FromBase returns the index in p of option o of the base, and whether p has this option.
func (p *Problem) FromBase(o int) (int, bool) {
	if p.from == nil {
		return o, 0 <= o && o < p.Options()
	}
	return slices.BinarySearch(p.filled().from.options, int32(o))
}

// inBase returns a visitor of options of p that shows them to visit as options of the base. An
// index that p does not have becomes -1, which the base does not have either.
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

// filled returns p after filling in its fields.
func (p *Problem) filled() *Problem {
	if p.from != nil {
		p.from.once.Do(p.fill)
	}
	return p
}

// fill fills in the fields of a restriction.
func (p *Problem) fill() {
	r, base := p.from, p.from.base
	times := make([]uint8, base.Items()) // by item, the taken options that contain it; 2 stands for more, too
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
