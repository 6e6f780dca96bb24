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
	forecast forecast

	// A plan that counts solutions by size counts the chosen options in the highest bits of a key,
	// from bit size of the last word on. An option adds one there. Otherwise size is 64, and one is 0.
	size uint
	one  uint64
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

// compile makes the plan for an order of the primary items, the first to branch on first, and its forecast.
func compile(p *cover.Problem, c *codes, order []int32, all forecast, bySize bool) (*plan, error) {
	pl := &plan{name: "count_frontier", size: 64, forecast: all}
	if !slices.IsSorted(order) {
		pl.name = "count_frontier_separation"
	}
	at := pl.divide(p, order)
	l := newLayout(p, pl.layers, at)
	if pl.hopeless = slices.Contains(l.first[:p.Primary()], -1); pl.hopeless {
		pl.layers = nil
		return pl, nil
	}
	width := l.allocate(p, c)
	if bySize {
		pl.size = uint(bits.LeadingZeros(uint(p.MaxDepth())))
		pl.one = 1 << pl.size
	}
	pl.words = max(1, (width+64-int(pl.size)+63)/64)
	if pl.words*p.Options() > maxMoves {
		return nil, cover.Unsupportedf("%d options and a frontier of %d bits take too much memory", p.Options(), width)
	}
	pl.close(p, l)
	for o := range p.Options() {
		pl.place(p, c, l, o, &pl.layers[at[o]])
	}
	return pl, nil
}

// divide makes the layers, and returns the layer of each option.
func (pl *plan) divide(p *cover.Problem, order []int32) (at []int32) {
	position, options := make([]int32, p.Items()), make([]int, p.Primary())
	for i := range position {
		position[i] = int32(p.Primary())
	}
	for k, i := range order {
		position[i] = int32(k)
	}
	at = make([]int32, p.Options())
	for o := range at {
		first := slices.MinFunc(p.Option(o), func(a, b int32) int { return int(position[a] - position[b]) })
		at[o] = position[first]
		options[at[o]]++
	}
	layerOf := make([]int32, p.Primary())
	for k, i := range order {
		if layerOf[k] = int32(len(pl.layers)); options[k] > 0 {
			pl.layers = append(pl.layers, layer{item: i, numbers: make([]int32, 0, options[k])})
		}
	}
	for o, k := range at {
		at[o] = layerOf[k]
	}
	return at
}

// close sets what happens when the sweep leaves a layer.
func (pl *plan) close(p *cover.Problem, l *layout) {
	pl.gates = make([]gate, pl.words*len(pl.layers))
	for i, slots := range l.slots {
		for _, s := range slots {
			g, bit := &pl.gates[int(l.last[i])*pl.words+int(s/64)], uint64(1)<<(s%64)
			g.clear |= bit
			if i < p.Primary() {
				g.need |= bit
			}
			if l.own(i) {
				g.branch |= bit
			}
		}
	}
}

// place adds an option to its layer.
func (pl *plan) place(p *cover.Problem, c *codes, l *layout, o int, at *layer) {
	words := make([]move, pl.words)
	for k, i := range p.Option(o) {
		forbid, set := c.masks(p, o, k)
		for b, s := range l.slots[i] {
			words[s/64].forbid |= (forbid >> b & 1) << (s % 64)
			words[s/64].set |= (set >> b & 1) << (s % 64)
		}
	}
	at.options, at.numbers = append(at.options, words...), append(at.numbers, int32(o))
}

// layout says which layers the items are in, and where in the key.
type layout struct {
	layers      []layer
	first, last []int32   // by item, the layers of its first and last options; -1 if it has none
	slots       [][]int32 // by item
}

func newLayout(p *cover.Problem, layers []layer, at []int32) *layout {
	none := slices.Repeat([]int32{-1}, p.Items())
	l := &layout{layers: layers, first: none, last: slices.Clone(none), slots: make([][]int32, p.Items())}
	for o, k := range at {
		for _, i := range p.Option(o) {
			if l.first[i] < 0 || k < l.first[i] {
				l.first[i] = k
			}
			l.last[i] = max(l.last[i], k)
		}
	}
	return l
}

// own reports whether an item makes the layer of its last option.
func (l *layout) own(i int) bool { return l.last[i] >= 0 && l.layers[l.last[i]].item == int32(i) }

// allocate gives slots to the items, as a compiler gives registers to variables, and returns how
// many there are. The lowest free slot is taken, which uses as few slots as possible.
func (l *layout) allocate(p *cover.Problem, c *codes) (width int) {
	opens, closes := make([][]int32, len(l.layers)), make([][]int32, len(l.layers)+1)
	for i, first := range l.first {
		if first == l.last[i] && (i >= p.Primary() || l.own(i)) {
			continue // it is decided within a layer, or nothing contains it
		}
		free := l.last[i] + 1 // the first layer that may use the slots again
		opens[first], closes[free] = append(opens[first], int32(i)), append(closes[free], int32(i))
	}
	var free []uint64 // slots, as bits
	for k := range l.layers {
		for _, i := range closes[k] {
			for _, s := range l.slots[i] {
				free[s/64] |= 1 << (s % 64)
			}
		}
		for _, i := range opens[k] {
			w := 0
			for range c.bits(int(i)) {
				for w < len(free) && free[w] == 0 {
					w++
				}
				if w == len(free) {
					free = append(free, ^uint64(0))
				}
				s := 64*w + bits.TrailingZeros64(free[w])
				free[w] &= free[w] - 1
				l.slots[i], width = append(l.slots[i], int32(s)), max(width, s+1)
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
