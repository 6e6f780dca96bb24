package count

import "math/big"

// A memoTable maps states to their counts: an open-addressing hash table of entries, each a key of
// some words, a count, and the work that counting took. Keys are compared in full. A count with the
// top bit set is an index of large. The work of an entry in use is not zero.
type memoTable struct {
	words   []uint64
	key     int
	size    int // entries, in use or not; a power of two
	entries int // in use
	peak    int
	bound   int64 // on bytes
	spare   []uint64
	large   []*big.Int
}

const (
	indexed   = 1 << 63
	near      = 8       // how far a state looks for one to replace
	smallMemo = 1 << 10 // entries of a new table
)

func (t *memoTable) stride() int  { return t.key + 2 }
func (t *memoTable) bytes() int64 { return 8 * int64(t.size*t.stride()) }

// reset empties the table. It keeps its memory for the next run.
func (t *memoTable) reset(bound int64) {
	if cap(t.words) > cap(t.spare) {
		t.spare = t.words
	}
	if 8*int64(cap(t.spare)) > bound {
		t.spare = nil
	}
	t.size, t.entries, t.peak, t.bound = smallMemo, 0, 0, bound
	t.words = t.memory(t.size * t.stride())
	clear(t.large)
	t.large = t.large[:0]
}

// memory returns zeros.
func (t *memoTable) memory(words int) []uint64 {
	if cap(t.spare) < words {
		return make([]uint64, words)
	}
	memory := t.spare[:words]
	t.spare = nil
	clear(memory)
	return memory
}

// slot returns the place of the entry with this key, or of the free entry where it belongs. In the
// second case, weakest is the place of the entry with the least work on the way.
func (t *memoTable) slot(key []uint64) (at, weakest int, found bool) {
	stride := t.stride()
	weakest = -1
	for k, steps := int(hashOf(key))&(t.size-1), 0; ; k, steps = (k+1)&(t.size-1), steps+1 {
		at := k * stride
		e := t.words[at : at+stride]
		if e[stride-1] == 0 {
			return at, weakest, false
		}
		same := true
		for w := range key {
			if e[w] != key[w] {
				same = false
				break
			}
		}
		if same {
			return at, weakest, true
		}
		if steps < near && (weakest < 0 || e[stride-1] < t.words[weakest+stride-1]) {
			weakest = at
		}
	}
}

func (t *memoTable) find(key []uint64) (tally, bool) {
	at, _, found := t.slot(key)
	if !found {
		return tally{}, false
	}
	n := t.words[at+t.key]
	if n&indexed != 0 {
		return tally{big: t.large[n&^indexed]}, true
	}
	return tally{small: n}, true
}

// store adds a state that is not in the table. It returns false if the clock stops.
func (t *memoTable) store(key []uint64, n tally, work int64, c *clock) bool {
	if 4*(t.entries+1) > 3*t.size && 8*3*int64(t.size*t.stride()) <= t.bound && !t.grow(c) {
		return false
	}
	at, weakest, _ := t.slot(key)
	if 8*(t.entries+1) > 7*t.size {
		if weakest < 0 || t.words[weakest+t.key+1] > uint64(work) {
			return true
		}
		at = weakest
	} else {
		t.entries++
		t.peak = max(t.peak, t.entries)
	}
	copy(t.words[at:at+t.key], key)
	value := n.small
	if n.big != nil || n.small&indexed != 0 {
		value = indexed | uint64(len(t.large))
		t.large = append(t.large, n.value())
	}
	t.words[at+t.key], t.words[at+t.key+1] = value, uint64(work)
	return true
}

func (t *memoTable) grow(c *clock) bool {
	old, stride := t.words, t.stride()
	t.size *= 2
	t.words = t.memory(t.size * stride)
	for k := 0; k < len(old); k += stride {
		if e := old[k : k+stride]; e[stride-1] != 0 {
			at, _, _ := t.slot(e[:t.key])
			copy(t.words[at:], e)
		}
		if c.spent(moveWork) {
			return false
		}
	}
	if t.spare == nil {
		t.spare = old[:0]
	}
	return true
}
