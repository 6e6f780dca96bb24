package count

import "math/bits"

// A step is what the sweep needs of a layer on the way to the next one, for keys of one word.
type step struct{ branch, need, clear uint64 }

// batchSize is how many successors wait for their tables to be looked at together. A large table is
// not in the cache of the processor. The loads of a batch overlap there, so a state of latin/6 takes
// half the time.
const batchSize = 64

// A successor is a state that was reached, with the count to add. The hash is set by flush.
type successor struct {
	key, count, high, hash uint64
	layer                  int
}

// expandShort is expand for keys of one word and counts of one or two limbs, which nearly all tables
// have.
func (s *sweep) expandShort(until int64) {
	t := &s.tables[s.at]
	stride, long := t.stride(), t.limbs == 2
	words, options, steps := t.words, s.layers[s.at].options, s.short
	batch := s.batch[:0]
	for s.next < len(words) && s.effort < until {
		key, count, high := words[s.next], words[s.next+1], uint64(0)
		if long {
			high = words[s.next+2]
		}
		if count|high == 0 {
			s.next += stride
			continue
		}
		if !s.enter() {
			break
		}
		s.next += stride
		updates := int64(0)
	options:
		for _, o := range options {
			if key&o != 0 {
				continue
			}
			updates++
			n, to := key|o, s.at
			for {
				at := &steps[to]
				if n&at.need != at.need {
					continue options
				}
				n &^= at.clear
				to++
				if to == len(steps) {
					break
				}
				bit := steps[to].branch
				if n&bit == 0 {
					break
				}
				n &^= bit
			}
			batch = append(batch, successor{key: n, count: count, high: high, layer: to})
			if len(batch) == batchSize {
				s.flush(batch, stride-1)
				batch = batch[:0]
			}
		}
		if s.leave(updates); s.clock.stopped {
			return
		}
	}
	s.flush(batch, stride-1)
}

// flush adds a batch to the tables. Its counts have the given number of limbs.
func (s *sweep) flush(batch []successor, limbs int) {
	touched := uint64(0)
	for k := range batch {
		b := &batch[k]
		b.hash = mix(b.key)
		if b.layer == len(s.tables) {
			continue
		}
		if t := &s.tables[b.layer]; t.words != nil {
			touched += t.words[int(b.hash>>t.shift)*t.stride()]
		}
	}
	s.touched = touched // or the compiler would leave out the loads
	for k := range batch {
		b := &batch[k]
		if b.layer < len(s.tables) {
			t := &s.tables[b.layer]
			if !t.full() && (t.limbs == 1 && b.high == 0 && s.addShort(t, b) || t.limbs == 2 && s.addLong(t, b)) {
				continue
			}
		}
		s.key[0], s.two[0], s.two[1] = b.key, b.count, b.high
		if s.insert(b.layer, s.key, s.two[:limbs]); s.clock.stopped {
			return
		}
	}
}

// addShort adds a count of one limb to a table that has room for another entry. It returns false if
// the sum does not fit.
func (s *sweep) addShort(t *table, b *successor) bool {
	words := t.words
	last := len(words) - 2
	for k := int(b.hash>>t.shift) * 2; ; k = (k + 2) & last {
		e := words[k : k+2 : k+2]
		if e[1] == 0 {
			e[0], e[1] = b.key, b.count
			t.entries++
			s.live++
			s.stats.Remembered++
			return true
		}
		if e[0] == b.key {
			sum, carry := bits.Add64(e[1], b.count, 0)
			if carry != 0 {
				return false
			}
			e[1] = sum
			s.stats.Hits++
			return true
		}
	}
}

// addLong is addShort for counts of two limbs.
func (s *sweep) addLong(t *table, b *successor) bool {
	words := t.words
	last := t.size() - 1
	for k := int(b.hash >> t.shift); ; k = (k + 1) & last {
		e := words[3*k : 3*k+3 : 3*k+3]
		if e[1]|e[2] == 0 {
			e[0], e[1], e[2] = b.key, b.count, b.high
			t.entries++
			s.live++
			s.stats.Remembered++
			return true
		}
		if e[0] == b.key {
			low, carry := bits.Add64(e[1], b.count, 0)
			top, over := bits.Add64(e[2], b.high, carry)
			if over != 0 {
				return false
			}
			e[1], e[2] = low, top
			s.stats.Hits++
			return true
		}
	}
}
