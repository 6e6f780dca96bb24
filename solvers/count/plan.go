package count

import (
	"math"
	"math/bits"
	"slices"

	"xcbench/cover"
)

// A plan is a problem compiled for one order of its primary items. Branching goes through the items
// in this order, so an option is tried at the first of its items. Only items that are the first of
// an option make a layer; any other item is covered when its turn comes, or the state is dead.
//
// An item is open from the layer of its first option to the layer of its last option. Only open
// items can be covered or not; earlier nothing contains them, and afterwards a primary item must be
// covered. Open items have a slot, a bit of the key. Items that are never open together may share a
// slot, so the key has as many bits as the widest frontier has items:
//
//	layer        0   1   2   3   4
//	item a       ├───────┤               slot 0
//	item b           ├───────────┤       slot 1
//	item c                   ├───┤       slot 0 again
//
// An item that makes a layer is uncovered in each state of this layer. Its slot is free there.
type plan struct {
	words    int     // of a key
	layers   []layer // in the order of branching
	short    []step  // by layer, if keys have one word
	hopeless bool    // some primary item has no options
	widths   []int   // by layer, the open items of its states
	bound    float64 // the most steps that a sweep can take
}

// A layer has the options to try in its states, and what happens when the sweep leaves it.
type layer struct {
	options []uint64 // keys, one after another: the slots of the items of each option
	numbers []int32  // the options, in the same order
	need    []uint64 // slots of primary items that close here: they must be covered now
	clear   []uint64 // slots of all items that close here, except the layer's own
	branch  []uint64 // the slot of the layer's own item; zero if no earlier option contains it
}

// compile makes the plan for an order of the primary items, the first to branch on first.
func compile(p *cover.Problem, order []int32) *plan {
	c := newCompiler(p, order)
	if c.hopeless {
		return &plan{hopeless: true}
	}
	width := c.allocate()
	pl := &plan{words: max(1, (width+63)/64), layers: make([]layer, len(c.branch)), widths: c.widths}
	rows := make([]uint64, 3*pl.words*len(pl.layers))
	row := func() (r []uint64) {
		r, rows = rows[:pl.words:pl.words], rows[pl.words:]
		return r
	}
	for k := range pl.layers {
		pl.layers[k] = layer{need: row(), clear: row(), branch: row()}
		if s := c.slot[c.branch[k]]; s >= 0 {
			pl.layers[k].branch[s/64] = 1 << (s % 64)
		}
	}
	for i, s := range c.slot {
		if s < 0 || c.branch[c.last[i]] == int32(i) {
			continue
		}
		at := &pl.layers[c.last[i]]
		at.clear[s/64] |= 1 << (s % 64)
		if i < p.Primary() {
			at.need[s/64] |= 1 << (s % 64)
		}
	}
	options := make([]int, len(pl.layers)) // by layer
	for _, k := range c.at {
		options[k]++
	}
	keys, numbers := make([]uint64, pl.words*p.Options()), make([]int32, p.Options())
	for k, n := range options {
		pl.layers[k].options, keys = keys[:0:n*pl.words], keys[n*pl.words:]
		pl.layers[k].numbers, numbers = numbers[:0:n], numbers[n:]
	}
	for o := range p.Options() {
		at := &pl.layers[c.at[o]]
		end := len(at.options)
		at.options, at.numbers = at.options[:end+pl.words], append(at.numbers, int32(o))
		for _, i := range p.Option(o) {
			if s := c.slot[i]; s >= 0 && i != c.branch[c.at[o]] {
				at.options[end+int(s)/64] |= 1 << (s % 64)
			}
		}
	}
	for k, l := range pl.layers {
		n := float64(len(l.numbers))
		pl.bound += math.Ldexp(stateSteps+float64(pl.words)*n*(optionSteps+updateSteps), c.widths[k])
	}
	if pl.words == 1 {
		pl.short = make([]step, len(pl.layers))
		for k, l := range pl.layers {
			pl.short[k] = step{l.branch[0], l.need[0], l.clear[0]}
		}
	}
	return pl
}

// compiler holds what compile finds out on the way.
type compiler struct {
	p        *cover.Problem
	at       []int32 // by option, its layer
	branch   []int32 // by layer, its item
	first    []int32 // by item, the layer of its first option; -1 if it has none
	last     []int32 // by item, the layer of its last option
	slot     []int32 // by item, or -1
	widths   []int   // by layer, the open items of its states
	hopeless bool
}

func newCompiler(p *cover.Problem, order []int32) *compiler {
	c := &compiler{p: p, at: make([]int32, p.Options())}
	position := make([]int32, p.Primary())
	for k, i := range order {
		position[i] = int32(k)
	}
	makes := make([]bool, p.Primary()) // by position, whether it makes a layer
	for o := range c.at {
		c.at[o] = int32(p.Primary())
		for _, i := range p.Option(o) {
			if int(i) < p.Primary() {
				c.at[o] = min(c.at[o], position[i])
			}
		}
		makes[c.at[o]] = true
	}
	layerOf := make([]int32, p.Primary())
	for k, i := range order {
		layerOf[k] = int32(len(c.branch))
		if makes[k] {
			c.branch = append(c.branch, i)
		}
	}
	c.first, c.last = make([]int32, p.Items()), make([]int32, p.Items())
	for i := range c.first {
		c.first[i], c.last[i] = -1, -1
	}
	for o, k := range c.at {
		c.at[o] = layerOf[k]
		for _, i := range p.Option(o) {
			if c.first[i] < 0 || c.at[o] < c.first[i] {
				c.first[i] = c.at[o]
			}
			c.last[i] = max(c.last[i], c.at[o])
		}
	}
	c.hopeless = slices.Contains(c.first[:p.Primary()], -1)
	return c
}

// allocate gives slots to the items, as a compiler gives registers to variables, and returns how
// many there are. The lowest free slot is taken, which uses as few slots as possible.
func (c *compiler) allocate() (width int) {
	opens, closes := make([][]int32, len(c.branch)), make([][]int32, len(c.branch)+1)
	c.slot = make([]int32, c.p.Items())
	for i := range c.slot {
		c.slot[i] = -1
		first, last := c.first[i], c.last[i]
		if i >= c.p.Primary() && first == last {
			continue // it is decided within a layer, or nothing contains it
		}
		free := last + 1 // the first layer that may use the slot again
		if c.branch[last] == int32(i) {
			if first == last {
				continue
			}
			free = last
		}
		opens[first], closes[free] = append(opens[first], int32(i)), append(closes[free], int32(i))
	}
	var free []uint64 // slots, as bits
	open := 0
	for k := range c.branch {
		for _, i := range closes[k] {
			free[c.slot[i]/64] |= 1 << (c.slot[i] % 64)
			open--
		}
		c.widths = append(c.widths, open)
		for _, i := range opens[k] {
			w := slices.IndexFunc(free, func(word uint64) bool { return word != 0 })
			if w < 0 {
				w, free = len(free), append(free, ^uint64(0))
			}
			s := 64*w + bits.TrailingZeros64(free[w])
			free[w] &= free[w] - 1
			c.slot[i], width = int32(s), max(width, s+1)
			open++
		}
	}
	return width
}

// settle takes a key from a layer to the next layer whose item is not covered, and returns that
// layer. It returns false if the state is dead.
func (pl *plan) settle(key []uint64, from int) (to int, ok bool) {
	for k := from; ; {
		at := &pl.layers[k]
		for w, need := range at.need {
			if key[w]&need != need {
				return 0, false
			}
			key[w] &^= at.clear[w]
		}
		if k++; k == len(pl.layers) {
			return k, true
		}
		covered := false
		for w, bit := range pl.layers[k].branch {
			covered = covered || key[w]&bit != 0
			key[w] &^= bit
		}
		if !covered {
			return k, true
		}
	}
}
