package count

import (
	"context"
	"math"

	"xcbench/cover"
)

// A builder makes a diagram. It sweeps the layers of a plan like [sweep]. Its states get a serial
// number when they are found, and a place when they are expanded. Both are below 2^32.
type builder struct {
	*plan
	name   string
	p      *cover.Problem
	clock  clock
	memory *budget
	limits cover.Limits

	fronts   []front
	at, next int // the layer in progress, and its next state
	found    list[uint32]
	first    list[uint32] // by place, its first edge
	edges    list[edge]   // to serial numbers

	total  cover.Level
	levels []cover.Level
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

// begin starts a run.
func (b *builder) begin(ctx context.Context, p *cover.Problem, memory *budget, limits cover.Limits) {
	*b = builder{plan: b.plan, name: b.name, p: p, clock: newClock(ctx), memory: memory, limits: limits}
	b.fronts, b.levels = make([]front, len(b.layers)), make([]cover.Level, len(b.layers))
	b.key = make([]uint64, b.words)
	if len(b.layers) > 0 {
		b.find(0)
	}
	b.clock.expired()
}

// done reports whether all layers are swept.
func (b *builder) done() bool { return b.at == len(b.layers) && !b.clock.stopped }

// full stops the builder if something did not fit.
func (b *builder) full(ok bool) bool {
	if !ok {
		b.clock.stopAt(cover.Memout)
	}
	return b.clock.stopped
}

// sweep sweeps until everything is done or the clock stops.
func (b *builder) sweep() {
	for !b.done() && !b.clock.stopped {
		f := &b.fronts[b.at]
		for ; b.next < len(f.serial) && !b.clock.stopped && b.enter(); b.next++ {
			before := b.total.Updates
			b.expand(f)
			b.levels[b.at].Updates += b.total.Updates - before
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

// enter counts a state, and decides whether it may be expanded.
func (b *builder) enter() bool {
	if b.total.Nodes >= b.limits.Nodes || b.total.Updates >= b.limits.Updates {
		b.clock.stopAt(cover.Limit)
		return false
	}
	b.total.Nodes++
	b.levels[b.at].Nodes++
	return !b.clock.spent(1 + len(b.layers[b.at].numbers))
}

// expand keeps the transitions of the next state.
func (b *builder) expand(f *front) {
	at := &b.layers[b.at]
	*b.found.at(int(f.serial[b.next])) = uint32(b.first.n)
	if b.full(b.first.add(b.memory, uint32(b.edges.n))) {
		return
	}
options:
	for o, option := range at.numbers {
		from := f.keys[b.next*b.words:]
		for w, bits := range at.options[o*b.words : (o+1)*b.words] {
			if from[w]&bits != 0 {
				continue options
			}
			b.key[w] = from[w] | bits
		}
		b.total.Updates++
		to, ok := b.settle(b.key, b.at)
		if !ok {
			continue
		}
		serial := uint32(end)
		if to < len(b.layers) {
			serial = b.find(to)
		}
		if b.full(int64(b.edges.n) < most && b.edges.add(b.memory, edge{option, serial})) {
			return
		}
	}
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
		if f.keys, ok = grown(b.memory, f.keys, ok); ok {
			f.keys = append(f.keys, word)
		}
	}
	if f.serial, ok = grown(b.memory, f.serial, ok); b.full(ok) {
		return end
	}
	f.serial = append(f.serial, serial)
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
	stats := cover.Stats{Status: b.clock.status, Nodes: b.total.Nodes, Updates: b.total.Updates}
	for _, l := range b.levels {
		if l.Nodes > 0 {
			stats.Levels = append(stats.Levels, l)
		}
	}
	if stats.Nodes == 0 && b.done() {
		stats.Nodes, stats.Levels = 1, []cover.Level{{Nodes: 1}}
	}
	stats.Tables = b.tables // all states are kept
	stats.Tables.PeakStates, stats.Tables.PeakBytes = b.tables.Remembered, b.memory.peak
	if b.clock.stopped {
		b.release()
		return nil, stats
	}
	setCount(&stats, d.Count(), b.limits)
	return d, stats
}
