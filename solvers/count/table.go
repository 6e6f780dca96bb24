package count

import "math/bits"

// A table maps the keys of a layer's states to their values. It is an open-addressing hash table: an
// array of entries, each a key of some words and a value of some limbs, the lowest limb first. Keys
// are compared in full. The value of an entry that is not in use is zero.
//
// A value whose highest bit is set makes all entries of the table one limb longer. Most tables
// never need more than one limb.
type table struct {
	words   []uint64
	key     int   // words of a key
	limbs   int   // of a value
	entries int   // in use
	hits    int64 // how often a key was there already
	shift   int   // 64 - log2 of the number of entries
}

// smallest and quick are numbers of entries, as powers of two: of a new table, and of the largest table
// that grows by four at once. The memory of larger tables counts.
const (
	smallest = 4
	quick    = 13
)

func newTable(key int) table { return table{key: key, limbs: 1, shift: 64 - smallest} }

// stride is the length of an entry in words.
func (t *table) stride() int { return t.key + t.limbs }

// size returns the number of entries, in use or not.
func (t *table) size() int { return 1 << (64 - t.shift) }

// full reports whether the table has to grow before another entry: three of four are in use.
func (t *table) full() bool { return 4*(t.entries+1) > 3*t.size() }

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

// slot returns the entry of a key, or the free one where it belongs.
func (t *table) slot(key []uint64, hash uint64) []uint64 {
	stride, last := t.stride(), t.size()-1
next:
	for k := int(hash >> t.shift); ; k = (k + 1) & last {
		e := t.words[k*stride : (k+1)*stride]
		if used(e[t.key:]) {
			for w := range key {
				if e[w] != key[w] {
					continue next
				}
			}
		}
		return e
	}
}

// used reports whether a value is not zero.
func used(value []uint64) bool {
	for _, limb := range value {
		if limb != 0 {
			return true
		}
	}
	return false
}

// addLimbs adds a number to another one that has at least as many limbs. The sum fits: the highest bit of
// both is zero.
func addLimbs(to, number []uint64) {
	carry := uint64(0)
	for k := range to {
		limb := uint64(0)
		if k < len(number) {
			limb = number[k]
		}
		to[k], carry = bits.Add64(to[k], limb, carry)
	}
}

// resize makes room for entries with values of some limbs. It returns false if the search has to stop;
// the table is lost then.
func (b *budget) resize(t *table, shift, limbs int) bool {
	old := *t
	t.shift, t.limbs = shift, limbs
	t.words = b.room(t.size() * t.stride())
	for e := old.words; len(e) > 0 && !b.spend(moveSteps); e = e[old.stride():] {
		if key := e[:old.key]; used(e[old.key:old.stride()]) {
			copy(t.slot(key, hashOf(key)), e[:old.stride()])
		}
	}
	b.free(old.words)
	return !b.stopped
}

// moveSteps are the steps to move an entry to a larger table.
const moveSteps = 4

// add adds the value of a successor to the value of its key, which may be new. It stops the budget if
// there is no room.
func (b *budget) add(t *table, key []uint64, to *successor) {
	if t.limbs < len(to.value) && !b.resize(t, t.shift, len(to.value)) {
		return
	}
	value := b.value(t, key, to.hash)
	if value == nil {
		return
	}
	if addLimbs(value, to.value); value[len(value)-1]>>63 > 0 {
		b.resize(t, t.shift, t.limbs+1)
	}
}

// value returns the value of a key, which may be new; then it is zero. It stops the budget and returns
// nil if there is no room.
func (b *budget) value(t *table, key []uint64, hash uint64) []uint64 {
	if t.full() {
		shift := t.shift - 1
		if t.size() < 1<<quick {
			shift--
		}
		if !b.resize(t, shift, t.limbs) {
			return nil
		}
	}
	e := t.slot(key, hash)
	if used(e[t.key:]) {
		t.hits++
	} else {
		copy(e, key)
		t.entries++
	}
	return e[t.key:]
}
