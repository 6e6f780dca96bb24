package count

import (
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
// covered. Open items have slots, bits of the key: see [codes]. Items that are never open together
// may share slots, so the key has as many bits as the widest frontier:
//
//	layer        0   1   2   3   4
//	item a       ├───────┤               slot 0
//	item b           ├───────────┤       slot 1
//	item c                   ├───┤       slot 0 again
//
// An item that makes a layer closes there: its options are in this layer or earlier ones. A state of the
// layer does not cover it, and every option of the layer does.
type plan struct {
	words    int // of a key
	layers   []layer
	gates    []gate // by layer, for each word of a key
	hopeless bool   // some primary item has no options
	name     string // of the solver that has the order
}

// A layer has the options to try in its states.
type layer struct {
	item    int32
	options []move  // the words of each option, one after another
	numbers []int32 // the options, in the same order
}

// A move is one word of an option. The option fits a key that has no bit of forbid, and sets the bits
// of set.
type move struct{ forbid, set uint64 }

// A gate is what the sweep needs of a layer on the way to the next one, in one word of a key.
type gate struct {
	branch uint64 // the slot of the layer's item; zero if no earlier option contains it
	need   uint64 // slots of primary items that close here: they must be covered now
	clear  uint64 // slots of all items that close here
}

// maxMoves bounds the words of all options of a plan: 256 MB.
const maxMoves = 1 << 24

// plan makes the plan for an order of the primary items, the first to branch on first.
func (p *problem) plan(order []int32) (*plan, error) {
	pl := &plan{name: "count_frontier"}
	if !slices.IsSorted(order) {
		pl.name = "count_frontier_separation"
	}
	pl.hopeless = slices.ContainsFunc(p.options[:p.Primary()], func(options []int32) bool { return options == nil })
	if pl.hopeless {
		return pl, nil
	}
	tried := make([]bool, p.Options())
	for _, i := range order {
		l := layer{item: i}
		for _, o := range p.options[i] {
			if !tried[o] {
				tried[o] = true
				l.numbers = append(l.numbers, o)
			}
		}
		if l.numbers != nil {
			pl.layers = append(pl.layers, l)
		}
	}
	spans := p.spans(pl.layers)
	width := p.allocate(spans, len(pl.layers))
	pl.words = max(1, (width+63)/64)
	if pl.words*p.Options() > maxMoves {
		return nil, cover.Unsupportedf("%d options and a frontier of %d bits take too much memory", p.Options(), width)
	}
	pl.gates = make([]gate, pl.words*len(pl.layers))
	for i := range spans {
		pl.close(&spans[i], i < p.Primary())
	}
	for k := range pl.layers {
		l := &pl.layers[k]
		l.options = make([]move, pl.words*len(l.numbers))
		for n, o := range l.numbers {
			p.place(spans, int(o), l.options[n*pl.words:])
		}
	}
	return pl, nil
}

// close sets what happens to an item when the sweep leaves the last of its layers.
func (pl *plan) close(s *span, primary bool) {
	for _, slot := range s.slots {
		g, bit := &pl.gates[s.last*pl.words+slot/64], uint64(1)<<(slot%64)
		g.clear |= bit
		if primary {
			g.need |= bit
		}
		if s.own {
			g.branch |= bit
		}
	}
}

// place makes the words of an option.
func (p *problem) place(spans []span, o int, words []move) {
	for k, i := range p.Option(o) {
		forbid, set := p.masks(o, k)
		for b, s := range spans[i].slots {
			words[s/64].forbid |= (forbid >> b & 1) << (s % 64)
			words[s/64].set |= (set >> b & 1) << (s % 64)
		}
	}
}

// A span says which layers an item is open in, and where in the key.
type span struct {
	first, last int  // the layers of its first and last options; -1 if it has none
	own         bool // whether the item makes the last of these layers
	slots       []int
}

// spans returns the spans of all items, without slots.
func (p *problem) spans(layers []layer) []span {
	all := slices.Repeat([]span{{first: -1, last: -1}}, p.Items())
	for k, l := range layers {
		for _, o := range l.numbers {
			for _, i := range p.Option(int(o)) {
				s := &all[i]
				if s.last = k; s.first < 0 {
					s.first = k
				}
			}
		}
		all[l.item].own = true
	}
	return all
}

// allocate gives slots to the items, as a compiler gives registers to variables, and returns how
// many there are. The lowest free slot is taken, which uses as few slots as possible.
func (p *problem) allocate(spans []span, layers int) (width int) {
	opens, closes := make([][]int, layers), make([][]int, layers+1)
	for i, s := range spans {
		if s.first == s.last && (i >= p.Primary() || s.own) {
			continue // it is decided within a layer, or nothing contains it
		}
		free := s.last + 1 // the first layer that may use the slots again
		opens[s.first], closes[free] = append(opens[s.first], i), append(closes[free], i)
	}
	var free []uint64 // slots, as bits
	for k := range layers {
		for _, i := range closes[k] {
			for _, s := range spans[i].slots {
				free[s/64] |= 1 << (s % 64)
			}
		}
		for _, i := range opens[k] {
			w := 0
			for range p.bits(i) {
				for w < len(free) && free[w] == 0 {
					w++
				}
				if w == len(free) {
					free = append(free, ^uint64(0))
				}
				s := 64*w + bits.TrailingZeros64(free[w])
				free[w] &= free[w] - 1
				spans[i].slots, width = append(spans[i].slots, s), max(width, s+1)
			}
		}
	}
	return width
}

// settle takes a key from a layer to the next layer whose item is not covered, and returns that
// layer. It returns false if the state is dead.
func (pl *plan) settle(key []uint64, from int) (to int, ok bool) {
	for k := from; ; {
		for w, g := range pl.gates[k*pl.words : (k+1)*pl.words] {
			if key[w]&g.need != g.need {
				return 0, false
			}
			key[w] &^= g.clear
		}
		if k++; k == len(pl.layers) {
			return k, true
		}
		covered := false
		for w, g := range pl.gates[k*pl.words : (k+1)*pl.words] {
			covered = covered || key[w]&g.branch != 0
		}
		if !covered {
			return k, true
		}
	}
}
