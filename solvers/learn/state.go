package learn

import (
	"math"
	"slices"

	"xcbench/cover"
)

// A literal is 2o if option o is chosen, and 2o+1 if it is not.
type literal = int32

// A cause says which clause made a literal true. Its lower bits are a kind, and the others a number.
type cause uint32

const (
	none  cause = iota // a guess, the opposite of one, or a fact of level 0
	rival              // the number is an option: it is chosen, and shares an item
	last               // the number is an item: no other option of it is left
	known              // the number is the place of a learned clause
	kinds              // 4
)

func (kind cause) of(number int32) cause { return kind + kinds*cause(number) }
func (c cause) kind() cause              { return c % kinds }
func (c cause) number() int32            { return int32(c / kinds) }

// mostNumber is the largest number of a cause.
const mostNumber = math.MaxUint32/4 - 1

// An item has the options that are not false.
type item struct {
	size int32
	xor  literal // the exclusive or of their literals
}

// A guess is at a place on the trail. So many items were open before it.
type guess struct{ at, open int32 }

// state is the problem, and what is true.
//
// Invariant: when all of the trail is propagated, every item has the size and the exclusive or of its
// options that are not false. While literals wait, only those before head are taken out.
type state struct {
	p *cover.Problem

	// The items of option o are contains[start[2o]:start[2o+2]], the primary ones up to start[2o+1].
	// A colour of an item is an item of its own here, a shade.
	contains []int32
	start    []int32
	// The options of item i are options[first[i]:end[i]], as literals. Those of a shade are the options
	// of the item without this colour. all has also those that are false at level 0.
	options, all []literal
	first, end   []int32

	items []item // the primary items
	fresh []item // the same without any literal

	// open has the primary items that no option on the trail before head covers. The others come after it
	// in the same array, in the order in which they were covered.
	open  []int32
	place []int32 // by item: where it is in the array of open

	value []int8 // by literal: +1 if it is true, -1 if it is false
	why   []cause
	level []int32 // by option
	phase []int8  // by option: the value that it had last, or 0

	trail []literal  // with room for one more than there are options
	head  int        // how much of the trail is propagated
	guess []guess    // by level, from 1
	pair  [2]literal // the opposites of two options that are chosen and share an item, or one of them
}

// newState fills the tables of a problem. It takes time linear in the entries.
func newState(p *cover.Problem) state {
	n, m, primary := p.Options(), p.Items(), p.Primary()
	x := state{
		p: p, contains: make([]int32, 0, p.Entries()), start: make([]int32, 2*n+1),
		all:   make([]literal, p.Entries()),
		first: make([]int32, m+1), end: make([]int32, m), fresh: make([]item, m), items: make([]item, primary),
		value: make([]int8, 2*n), why: make([]cause, n), level: make([]int32, n), phase: make([]int8, n),
		trail: make([]literal, 0, n+1), guess: make([]guess, 0, n),
		open: make([]int32, primary), place: make([]int32, primary),
	}
	shades := shades{items: m, numbers: map[shade]int32{}}
	for o := range n {
		items, colours := p.Option(o), p.Colouring(o)
		for _, i := range items {
			x.fresh[i].size++
			x.fresh[i].xor ^= 2 * int32(o)
			if int(i) < primary {
				x.contains = append(x.contains, i)
			}
		}
		x.start[2*o+1] = int32(len(x.contains))
		for k, i := range items {
			if colours != nil && colours[k] > 0 {
				i = shades.number(i, colours[k])
			}
			if int(i) >= primary {
				x.contains = append(x.contains, i)
			}
		}
		x.start[2*o+2] = int32(len(x.contains))
	}
	for i, f := range x.fresh {
		x.first[i+1] = x.first[i] + f.size
	}
	copy(x.end, x.first)
	for o := range n {
		for _, i := range p.Option(o) {
			x.all[x.end[i]] = 2 * int32(o)
			x.end[i]++
		}
	}
	x.fresh = x.fresh[:primary]
	for _, s := range shades.list {
		for _, l := range x.all[x.first[s.item]:x.first[s.item+1]] {
			if colours := p.Colouring(int(l >> 1)); colours[slices.Index(p.Option(int(l>>1)), s.item)] != s.colour {
				x.all = append(x.all, l)
			}
		}
		x.first, x.end = append(x.first, int32(len(x.all))), append(x.end, 0)
	}
	x.options = make([]literal, len(x.all))
	return x
}

// shades are the colours of items. They have the numbers after those of the items.
type shades struct {
	items   int
	list    []shade
	numbers map[shade]int32
}

type shade struct{ item, colour int32 }

// number returns the number of a colour of item i.
func (s *shades) number(i, colour int32) int32 {
	of := shade{i, colour}
	number, ok := s.numbers[of]
	if !ok {
		number = int32(s.items + len(s.list))
		s.numbers[of], s.list = number, append(s.list, of)
	}
	return number
}

// begin forgets all literals.
func (x *state) begin() {
	copy(x.options, x.all)
	copy(x.end, x.first[1:])
	copy(x.items, x.fresh)
	clear(x.value)
	clear(x.phase)
	x.open = x.open[:len(x.items)]
	for i := range x.open {
		x.open[i], x.place[i] = int32(i), int32(i)
	}
	x.trail, x.guess, x.head = x.trail[:0], x.guess[:0], 0
}

// depth returns the number of guesses that the present state rests on.
func (x *state) depth() int32 { return int32(len(x.guess)) }

// optionsOf returns the literals of the options of an item.
func (x *state) optionsOf(i int32) []literal { return x.options[x.first[i]:x.end[i]] }

// itemsOf returns the items of option o.
func (x *state) itemsOf(o int32) []int32 { return x.contains[x.start[2*o]:x.start[2*o+2]] }

// primaryOf returns the primary items of option o.
func (x *state) primaryOf(o int32) []int32 { return x.contains[x.start[2*o]:x.start[2*o+1]] }

// assign makes l true at a level.
func (x *state) assign(l literal, why cause, level int32) {
	x.value[l], x.value[l^1] = +1, -1
	x.why[l>>1], x.level[l>>1] = why, level
	x.trail = append(x.trail, l)
}

// undo takes back all literals above a level. An option that is no longer false is put into its items
// again, if it had been taken out.
func (x *state) undo(level int32) {
	if x.depth() <= level {
		return
	}
	to := int(x.guess[level].at)
	for k := len(x.trail) - 1; k >= to; k-- {
		l := x.trail[k]
		x.value[l], x.value[l^1] = 0, 0
		x.phase[l>>1] = int8(1 - 2*(l&1))
		if l&1 == 1 && k < x.head {
			for _, i := range x.primaryOf(l >> 1) {
				x.items[i].size++
				x.items[i].xor ^= l ^ 1
			}
		}
	}
	x.open = x.open[:x.guess[level].open]
	x.trail, x.guess, x.head = x.trail[:to], x.guess[:level], to
}

// cover takes the primary items of option o off those that are open. All are: an option that covered one
// before would have made o false.
func (x *state) cover(o int32) {
	for _, i := range x.primaryOf(o) {
		at, end := x.place[i], int32(len(x.open)-1)
		other := x.open[end]
		x.open[at], x.place[other] = other, at
		x.open[end], x.place[i] = i, end
		x.open = x.open[:end]
	}
}

// exclude takes option o, whose literal l became false, out of its primary items. An item with one
// option left makes it true. It returns the last item that has none, as a conflict, after all items
// have been treated: undo relies on that.
func (x *state) exclude(l literal) (conflict cause) {
	for _, i := range x.primaryOf(l >> 1) {
		it := &x.items[i]
		it.size--
		it.xor ^= l
		if it.size > 1 {
			continue
		}
		if it.size == 0 || x.value[it.xor] < 0 {
			conflict = last.of(i)
		} else if x.value[it.xor] == 0 {
			x.assign(it.xor, last.of(i), x.depth())
		}
	}
	return conflict
}
