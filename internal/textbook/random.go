package textbook

import (
	"math/rand/v2"
	"slices"

	"xcbench/cover"
)

// mostOptions bounds the options of a random problem. The solvers that limit the options of an item
// take all of them.
const mostOptions = 16

// Random returns a small problem for a seed. Half of the problems have a planted solution. Some
// have secondary items, no items, items without options, empty options, or an option twice.
func Random(seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 15))
	primary, secondary, longest := rng.IntN(10), rng.IntN(4), 1+rng.IntN(4)
	items := primary + secondary
	var options [][]int
	if order := rng.Perm(primary); rng.IntN(2) == 0 {
		for len(order) > 0 {
			n := min(1+rng.IntN(longest), len(order))
			options, order = append(options, order[:n:n]), order[n:]
		}
		if len(options) > 0 && secondary > 0 {
			k := rng.IntN(len(options))
			options[k] = append(options[k], primary+rng.IntN(secondary))
		}
	}
	for range rng.IntN(mostOptions + 1 - len(options)) {
		o := rng.Perm(items)[:rng.IntN(min(longest, items)+1)]
		if len(options) > 0 && rng.IntN(10) == 0 {
			o = options[rng.IntN(len(options))]
		}
		options = append(options, o)
	}
	rng.Shuffle(len(options), func(a, b int) { options[a], options[b] = options[b], options[a] })

	return Mixed(primary, secondary, options...)
}

// Coloured returns p after giving a colour to about two thirds of the secondary entries.
func Coloured(p *cover.Problem, seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 17))
	var b cover.Builder
	for i := range p.Items() {
		if i < p.Primary() {
			b.Primary(p.Name(i))
		} else {
			b.Secondary(p.Name(i))
		}
	}
	for o := range p.Options() {
		var names []string
		for _, i := range p.Option(o) {
			name := p.Name(int(i))
			if int(i) >= p.Primary() && rng.IntN(3) > 0 {
				name += ":" + string("xyz"[rng.IntN(3)])
			}
			names = append(names, name)
		}
		b.Option(names...)
	}
	return built(&b)
}

// randomFor returns a random problem for s. Every third has colours if s takes them.
func randomFor(s cover.Solver, seed uint64) *cover.Problem {
	p := Random(seed)
	if seed%3 == 2 && s.Capabilities().Colours {
		return Coloured(p, seed)
	}
	return p
}

// A Shape says what the random problems of a test have in common.
type Shape struct {
	Primary, Secondary int // items
	Planted            int // solutions, whose options have primary items only
	Options            int // more options at random
	Longest            int // the most items of an option
	Near               int // items of a random option are in a block of so many; 0 for any items
	Most               int // options of a primary item; 0 for any number
}

// Problem returns the problem of a shape for a seed. Options that an item has no room for are left out.
func (s Shape) Problem(seed uint64) *cover.Problem {
	rng := rand.New(rand.NewPCG(seed, 16))
	var options [][]int
	count := make([]int, s.Primary+s.Secondary)
	add := func(items []int) {
		for _, i := range items {
			if i < s.Primary && s.Most > 0 && count[i] == s.Most {
				return
			}
		}
		for _, i := range items {
			count[i]++
		}
		options = append(options, slices.Clone(items))
	}
	for range s.Planted {
		for order := rng.Perm(s.Primary); len(order) > 0; {
			n := min(1+rng.IntN(s.Longest), len(order))
			add(order[:n])
			order = order[n:]
		}
	}
	for range s.Options {
		items := rng.Perm(s.Primary + s.Secondary)
		if s.Near > 0 {
			items = slices.DeleteFunc(items, func(i int) bool { return i < s.Primary && (i+s.Near/2)/s.Near != (items[0]+s.Near/2)/s.Near })
		}
		add(items[:min(1+rng.IntN(s.Longest), len(items))])
	}
	rng.Shuffle(len(options), func(a, b int) { options[a], options[b] = options[b], options[a] })
	return Mixed(s.Primary, s.Secondary, options...)
}
