package count

import "math/bits"

// A wideBatch is a batch of successors with keys and counts of any length, one after another.
type wideBatch struct {
	words, limbs int
	keys, counts []uint64
	hashes       []uint64
	layers       []int
}

// start empties the batch.
func (b *wideBatch) start(words, limbs int) {
	b.words, b.limbs = words, limbs
	b.keys, b.counts, b.hashes, b.layers = b.keys[:0], b.counts[:0], b.hashes[:0], b.layers[:0]
}

// push adds a successor, and reports whether the batch is full.
func (b *wideBatch) push(layer int, key, count []uint64) bool {
	b.keys, b.counts = append(b.keys, key...), append(b.counts, count...)
	b.hashes, b.layers = append(b.hashes, hashOf(key)), append(b.layers, layer)
	return len(b.layers) == batchSize
}

// flushWide is flush for wide batches.
func (s *sweep) flushWide() {
	b := &s.wide
	touched := uint64(0)
	for k, layer := range b.layers {
		if layer == len(s.tables) {
			continue
		}
		if t := &s.tables[layer]; t.words != nil {
			touched += t.words[int(b.hashes[k]>>t.shift)*t.stride()]
		}
	}
	s.touched = touched // or the compiler would leave out the loads
	for k, layer := range b.layers {
		key := b.keys[k*b.words : (k+1)*b.words : (k+1)*b.words]
		count := b.counts[k*b.limbs : (k+1)*b.limbs : (k+1)*b.limbs]
		if layer < len(s.tables) {
			if t := &s.tables[layer]; !t.full() && t.limbs == 1 && b.limbs == 1 && s.addWide(t, key, count[0], b.hashes[k]) {
				continue
			}
		}
		if s.insert(layer, key, count); s.clock.stopped {
			break
		}
	}
	b.start(b.words, b.limbs)
}

// addWide is addShort for keys of any length.
func (s *sweep) addWide(t *table, key []uint64, count, hash uint64) bool {
	words, stride, last := t.words, t.stride(), t.size()-1
	k := int(hash >> t.shift)
next:
	for ; ; k = (k + 1) & last {
		e := words[k*stride : k*stride+stride]
		at := &e[len(e)-1]
		if *at == 0 {
			copy(e, key)
			*at = count
			t.entries++
			s.live++
			s.stats.Remembered++
			return true
		}
		for w := range key {
			if e[w] != key[w] {
				continue next
			}
		}
		sum, carry := bits.Add64(*at, count, 0)
		if carry != 0 {
			return false
		}
		*at = sum
		s.stats.Hits++
		return true
	}
}
