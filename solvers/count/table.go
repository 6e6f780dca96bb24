package count

import (
	"math/bits"
	"slices"

	"xcbench/cover"
)

// A table maps the keys of a layer's states to their counts. It is an open-addressing hash table: an
// array of entries, each a key of some words and a count of some limbs, the lowest limb first. Keys
// are compared in full. The count of an entry that is not in use is zero.
//
// A count that outgrows its limbs makes all entries of the table one limb longer. Most tables
// never need more than one limb.
type table struct {
	words   []uint64
	key     int // words of a key
	limbs   int // of a count
	entries int // in use
	shift   int // 64 - log2 of the number of entries
}

// stride is the length of an entry in words.
func (t *table) stride() int { return t.key + t.limbs }

// size returns the number of entries, in use or not.
func (t *table) size() int { return 1 << (64 - t.shift) }

// full reports whether the table has to grow before another entry: three of four are in use.
func (t *table) full() bool { return t.words == nil || 4*(t.entries+1) > 3*t.size() }

// mix folds the 128-bit product of a word and a constant, as in wyhash (Wang Yi 2019), and multiplies
// again. One product is not enough: the states of latin/6 have similar sums of powers of two, so
// their products lie close together, and the sweep took 16 times as long.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x2d358dccaa6c78a5, 0x8bb84b93962eacc9)
	return (hi ^ lo) * 0x9e3779b97f4a7c15
}

func hashOf(key []uint64) uint64 {
	h := uint64(0)
	for _, w := range key {
		h = mix(h ^ w)
	}
	return h
}

// slot returns the place in words of the entry with this key, or of the free entry where it belongs.
func (t *table) slot(key []uint64) int {
	stride, last := t.stride(), t.size()-1
	for k := int(hashOf(key) >> t.shift); ; k = (k + 1) & last {
		e := t.words[k*stride : k*stride+stride]
		if used(e[t.key:]) {
			for w := range key {
				if e[w] != key[w] {
					e = nil
					break
				}
			}
			if e == nil {
				continue
			}
		}
		return k * stride
	}
}

// used reports whether a count is not zero.
func used(count []uint64) bool {
	for _, limb := range count {
		if limb != 0 {
			return true
		}
	}
	return false
}

// addLimbs adds a count to another one that has at least as many limbs, and returns the carry.
func addLimbs(to, count []uint64) (carry uint64) {
	for k := range count {
		to[k], carry = bits.Add64(to[k], count[k], carry)
	}
	for k := len(count); carry != 0 && k < len(to); k++ {
		to[k], carry = bits.Add64(to[k], 0, carry)
	}
	return carry
}

// subLimbs undoes addLimbs.
func subLimbs(from, count []uint64) {
	borrow := uint64(0)
	for k := range from {
		limb := uint64(0)
		if k < len(count) {
			limb = count[k]
		}
		from[k], borrow = bits.Sub64(from[k], limb, borrow)
	}
}

// smallest is the number of entries of a new table, as a power of two.
const smallest = 4

// largestGuess is the size, as a power of two, up to which tables grow by more than doubling. Larger
// tables only double, because their memory counts.
const largestGuess = 15

// A pool has the memory of all tables of a search. It keeps the memory of tables that are dropped,
// so that a search which runs again allocates nothing.
type pool struct {
	free  map[int][][]uint64 // by length
	held  int64              // bytes, in use or not
	inUse int64              // bytes
	peak  int64              // most bytes in use
	bound int64              // on held
	clock *clock
}

// take returns zeros, or nil if that would exceed the bound or if the time is over.
func (p *pool) take(words int) []uint64 {
	size := 8 * int64(words)
	if p.inUse+size > p.bound {
		p.clock.stopAt(cover.Memout)
		return nil
	}
	if list := p.free[words]; len(list) > 0 {
		last := len(list) - 1
		memory := list[last]
		p.free[words] = list[:last]
		p.use(size)
		const chunk = 1 << 17
		for part := range slices.Chunk(memory, chunk) {
			if clear(part); p.clock.spent(len(part) / 2) {
				return nil
			}
		}
		return memory
	}
	if p.held+size > p.bound {
		p.free, p.held = map[int][][]uint64{}, p.inUse
	}
	p.held += size
	p.use(size)
	return make([]uint64, words)
}

func (p *pool) use(size int64) {
	p.inUse += size
	p.peak = max(p.peak, p.inUse)
}

// roomy reports whether a table of some size would take at most a quarter of the memory. Tables that
// are too large to begin with must not stop a search that smaller ones would not.
func (p *pool) roomy(t *table, shift int) bool {
	return 8*int64(t.stride())<<(64-shift) <= p.bound/4-p.inUse/4
}

// give takes memory back.
func (p *pool) give(memory []uint64) {
	if memory != nil {
		p.inUse -= 8 * int64(len(memory))
		p.free[len(memory)] = append(p.free[len(memory)], memory)
	}
}

// moveWork is the work of moving an entry to a larger table, in tried options.
const moveWork = 4

// resize makes room for size entries with counts of some limbs. It returns false if the search has
// to stop; the table is lost then.
func (p *pool) resize(t *table, shift, limbs int) bool {
	old := *t
	t.shift, t.limbs = shift, limbs
	if t.words = p.take(t.size() * t.stride()); t.words == nil {
		p.give(old.words)
		return false
	}
	stride, wider, last := old.stride(), t.stride(), t.size()-1
	if stride == 2 && wider == 2 {
		return p.rehash(&old, t)
	}
	for k := 0; k < len(old.words); k += stride {
		e := old.words[k : k+stride]
		if used(e[t.key:]) { // all keys are different, so the first free entry is the place
			at := int(hashOf(e[:t.key]) >> shift)
			for used(t.words[at*wider+t.key : at*wider+wider]) {
				at = (at + 1) & last
			}
			copy(t.words[at*wider:], e)
		}
		if p.clock.spent(moveWork) {
			p.give(old.words)
			return false
		}
	}
	p.give(old.words)
	return true
}

// rehash is the end of resize for entries of two words, which most tables have.
func (p *pool) rehash(old, t *table) bool {
	from, to, last := old.words, t.words, len(t.words)-2
	for k := 0; k+1 < len(from); k += 2 {
		if e := from[k : k+2 : k+2]; e[1] != 0 {
			at := int(mix(e[0])>>t.shift) * 2
			for to[at+1] != 0 {
				at = (at + 2) & last
			}
			to[at], to[at+1] = e[0], e[1]
		}
		if p.clock.spent(moveWork) {
			p.give(from)
			return false
		}
	}
	p.give(from)
	return true
}

// drop empties a table.
func (p *pool) drop(t *table) {
	p.give(t.words)
	*t = table{key: t.key, limbs: 1, shift: 64 - smallest}
}

// expect chooses the size of a table that is still empty. It makes room for half of the given number
// of entries, because a layer is often as large as the one before it.
func (t *table) expect(entries int) {
	if t.words == nil {
		t.shift = 64 - max(smallest, min(bits.Len(uint(entries))-1, largestGuess))
	}
}

// add adds a count to the entry of a key, and reports whether the entry is new. It sets the clock's
// stop if there is no room.
func (p *pool) add(t *table, key, count []uint64) (created bool) {
	if t.limbs < len(count) && !p.resize(t, t.shift, len(count)) {
		return false
	}
	if t.full() && !p.grow(t) {
		return false
	}
	e := t.words[t.slot(key):]
	e = e[:t.stride()]
	if !used(e[t.key:]) {
		copy(e, key)
		copy(e[t.key:], count)
		t.entries++
		return true
	}
	if addLimbs(e[t.key:], count) == 0 {
		return false
	}
	subLimbs(e[t.key:], count)
	if p.resize(t, t.shift, t.limbs+1) {
		addLimbs(t.words[t.slot(key)+t.key:][:t.limbs], count)
	}
	return false
}

// grow makes a table larger, or a new one.
func (p *pool) grow(t *table) bool {
	switch {
	case t.words == nil:
		for t.shift < 64-smallest && !p.roomy(t, t.shift) {
			t.shift++
		}
		t.words = p.take(t.size() * t.stride())
		return t.words != nil
	case t.shift > 64-largestGuess+2 && p.roomy(t, t.shift-2):
		return p.resize(t, t.shift-2, t.limbs)
	}
	return p.resize(t, t.shift-1, t.limbs)
}
