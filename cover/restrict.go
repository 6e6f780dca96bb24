package cover

import "sync"

// restriction is what a problem has left over from another. Its columns are filled in only
// when they are asked for: a solver that knows the base need never ask.
type restriction struct {
	base           *Problem
	taken, without []int32 // options of the base

	once sync.Once
	kept []int32 // by option, its index in the base
}

// Restrict returns the problem that remains of p when the options taken are chosen and the
// options without are not to be chosen; they are given as indices of p, each once. The
// slices are kept and must not change.
//
// An item that one of the taken options contains is left out, and with it every option
// that contains it. A primary item that two of them contain stays, without options, so that there is
// no solution. What remains keeps its order; options are numbered anew, from 1.
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

// BaseOption returns the index in its base of option o; in a problem that is not restricted, o.
func (p *Problem) BaseOption(o int) int {
	if p.from == nil {
		return o
	}
	return int(p.filled().from.kept[o])
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
	base, taken, without := p.Base()
	times := make([]uint8, base.Items()) // an item is covered, up to 2: that is enough to know
	for _, o := range taken {
		for _, i := range base.Option(int(o)) {
			times[i] = min(times[i]+1, 2)
		}
	}
	place := make([]int32, base.Items())
	p.names = make([]string, 0, base.Items())
	for i, name := range base.names {
		if times[i] != 1 {
			place[i] = int32(len(p.names))
			p.names = append(p.names, name)
		}
		if i < base.primary {
			p.primary = len(p.names)
		}
	}
	out := make([]bool, base.Options())
	for _, o := range without {
		out[o] = true
	}
	kept := make([]int32, 0, base.Options())
	entries := 0
	for o := range out {
		items := base.Option(o)
		for _, i := range items {
			out[o] = out[o] || times[i] != 0
		}
		if !out[o] {
			kept = append(kept, int32(o))
			entries += len(items)
		}
	}
	p.start, p.items, p.numbers = make([]int32, 1, len(kept)+1), make([]int32, 0, entries), make([]int32, len(kept))
	for k, o := range kept {
		for _, i := range base.Option(int(o)) {
			p.items = append(p.items, place[i])
		}
		p.start = append(p.start, int32(len(p.items)))
		p.numbers[k] = int32(k + 1)
	}
	p.from.kept = kept
}
