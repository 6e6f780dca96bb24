package count

import (
	"context"
	"math"
	"math/big"

	"xcbench/cover"
)

// A builder makes a diagram. It sweeps the layers of a plan like [sweep]. Its states get a serial
// number when they are found, and a place when they are expanded. Both are below 2^32.
type builder struct {
	*plan
	pass
	p *cover.Problem

	fronts   []front
	at, next int // the layer in progress, and its next state
	found    list[uint32]
	first    list[uint32] // by place, its first edge
	edges    list[edge]   // to serial numbers

	tables cover.Tables
	key    []uint64
}

// A front has the states of a layer that are not expanded, by their keys.
type front struct {
	keys   []uint64 // one after another
	serial []uint32
	index  []uint32 // a hash table of places in serial, from 1; its size is a power of two
}

// end is the serial number of the end, and dead the number of a state without solutions.
const (
	end  = math.MaxUint32
	dead = math.MaxUint32 - 1
	most = math.MaxUint32 - 2 // states or transitions
)

func newBuilder(ctx context.Context, p *cover.Problem, pl *plan, limits cover.Limits) *builder {
	b := &builder{plan: pl, p: p, fronts: make([]front, len(pl.layers)), key: make([]uint64, pl.words)}
	b.clock.levels = make([]cover.Level, len(pl.layers))
	b.clock.start(ctx, limits)
	b.memory = &budget{bound: b.clock.limits.Memory}
	if len(b.layers) > 0 {
		b.find(0)
	}
	b.clock.expired()
	return b
}

// done reports whether all layers are swept.
func (b *builder) done() bool { return b.at == len(b.layers) && !b.clock.stopped }

// sweep sweeps until everything is done or the clock stops.
func (b *builder) sweep() {
	for !b.done() && !b.clock.stopped {
		f := &b.fronts[b.at]
		for ; b.next < len(f.serial) && b.clock.enter(b.at, 1+len(b.layers[b.at].numbers)); b.next++ {
			b.expand(f)
		}
		if b.clock.stopped {
			return
		}
		b.dropFront(f)
		b.at, b.next = b.at+1, 0
	}
}

func (b *builder) dropFront(f *front) {
	drop(b.memory, &f.keys)
	drop(b.memory, &f.serial)
	drop(b.memory, &f.index)
}

// expand keeps the transitions of the next state.
func (b *builder) expand(f *front) {
	at := &b.layers[b.at]
	*b.found.at(int(f.serial[b.next])) = uint32(b.first.n)
	if b.full(b.first.add(b.memory, uint32(b.edges.n))) {
		return
	}
	updates := int64(0)
options:
	for o, option := range at.numbers {
		from := f.keys[b.next*b.words:]
		for w, bits := range at.options[o*b.words : (o+1)*b.words] {
			if from[w]&bits != 0 {
				continue options
			}
			b.key[w] = from[w] | bits
		}
		updates++
		to, ok := b.settle(b.key, b.at)
		if !ok {
			continue
		}
		serial := uint32(end)
		if to < len(b.layers) {
			serial = b.find(to)
		}
		if b.full(int64(b.edges.n) < most && b.edges.add(b.memory, edge{option, serial})) {
			break
		}
	}
	b.clock.tried(b.at, updates)
}

// find returns the serial number of the state in b.key, which may be new.
func (b *builder) find(layer int) uint32 {
	f := &b.fronts[layer]
	if 2*(len(f.serial)+1) > len(f.index) && b.full(b.spread(f)) {
		return end
	}
	last := len(f.index) - 1
	k := int(hashOf(b.key)) & last
search:
	for ; f.index[k] != 0; k = (k + 1) & last {
		place := int(f.index[k] - 1)
		for w, word := range f.keys[place*b.words : (place+1)*b.words] {
			if word != b.key[w] {
				continue search
			}
		}
		b.tables.Hits++
		return f.serial[place]
	}
	serial := uint32(b.found.n)
	ok := int64(b.found.n) < most && b.found.add(b.memory, dead)
	for _, word := range b.key {
		ok = ok && push(b.memory, &f.keys, word)
	}
	if b.full(ok && push(b.memory, &f.serial, serial)) {
		return end
	}
	f.index[k] = uint32(len(f.serial))
	b.tables.Remembered++
	return serial
}

// spread doubles the hash table of a front. It returns false if there is no memory.
func (b *builder) spread(f *front) bool {
	wider, ok := slice[uint32](b.memory, max(16, 2*len(f.index)))
	if !ok {
		return false
	}
	drop(b.memory, &f.index)
	f.index = wider
	last := len(f.index) - 1
	for place := range f.serial {
		k := int(hashOf(f.keys[place*b.words:(place+1)*b.words])) & last
		for f.index[k] != 0 {
			k = (k + 1) & last
		}
		f.index[k] = uint32(place + 1)
		if b.clock.spent(1) {
			break // nothing is found any more
		}
	}
	return true
}

// release gives up all memory.
func (b *builder) release() {
	for k := range b.fronts {
		b.dropFront(&b.fronts[k])
	}
	b.found.cut(b.memory, 0)
	b.first.cut(b.memory, 0)
	b.edges.cut(b.memory, 0)
}

// finish returns the diagram and the statistics of the run.
func (b *builder) finish() (*Diagram, cover.Stats) {
	var d *Diagram
	if b.done() {
		d = b.reduced()
	}
	b.tables.PeakStates, b.tables.PeakBytes = b.tables.Remembered, b.memory.peak // all states are kept
	if b.clock.stopped {
		b.release()
		return nil, b.clock.stats(new(big.Int), b.tables)
	}
	return d, b.clock.stats(d.Count(), b.tables)
}
