package count

import "math/bits"

// batchSize is how many successors wait for their tables to be looked at together. A large table is
// not in the cache of the processor. The loads of a batch overlap there, so a state of latin/6 takes
// half the time.
const batchSize = 64

// A successor is a state that was reached by an option, with the count to add. The hash is set by
// flush.
type successor struct {
	key, count, high, hash uint64
	layer, option          int32
}

// expandShort is expand for keys of one word and counts of one or two limbs, which nearly all tables
// have.
func (s *sweep) expandShort(until int64) {
	t, at, gates, one := &s.tables[s.at], &s.layers[s.at], s.gates, s.one
	stride, words := t.stride(), t.words
	options, numbers := at.options, at.numbers[:len(at.options)]
	batch := s.batch[:0]
	for s.next < len(words) && s.effort < until {
		key, count, high := words[s.next], words[s.next+1], uint64(0)
		if stride == 3 {
			high = words[s.next+2]
		}
		if count|high == 0 {
			s.next += stride
			continue
		}
		if !s.enter(count, len(batch)) {
			break
		}
		s.next += stride
		updates := int64(0)
	options:
		for o, m := range options {
			if key&m.forbid != 0 {
				continue
			}
			updates++
			n, to := (key|m.set)+one, s.at
			for {
				g := &gates[to]
				if n&g.need != g.need {
					continue options
				}
				n &^= g.clear
				to++
				if to == len(gates) {
					break
				}
				bit := gates[to].branch
				if n&bit == 0 {
					break
				}
				n &^= bit
			}
			batch = append(batch, successor{key: n, count: count, high: high, layer: int32(to), option: numbers[o]})
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
		if t := &s.tables[b.layer]; t.words != nil {
			touched += t.words[int(b.hash>>t.shift)*t.stride()]
		}
	}
	s.touched = touched // or the compiler would leave out the loads
	for k := range batch {
		b := &batch[k]
		if t := &s.tables[b.layer]; s.diagram == nil && limbs <= t.limbs && t.limbs <= 2 && !t.full() && s.addShort(t, b) {
			continue
		}
		s.key[0], s.two[0], s.two[1] = b.key, b.count, b.high
		if s.insert(int(b.layer), s.key, s.two[:limbs], b.option); s.clock.stopped {
			return
		}
	}
}

// addShort adds a count to a table that has room for another entry. It returns false if the sum does
// not fit.
func (s *sweep) addShort(t *table, b *successor) bool {
	words, stride, last := t.words, t.stride(), t.size()-1
	for k := int(b.hash >> t.shift); ; k = (k + 1) & last {
		e := words[k*stride : k*stride+stride]
		high := &e[len(e)-1] // the only limb, or the second one
		if e[1]|*high == 0 {
			e[0], e[1] = b.key, b.count
			if len(e) == 3 {
				*high = b.high
			}
			t.entries++
			s.live++
			return true
		}
		if e[0] != b.key {
			continue
		}
		low, carry := bits.Add64(e[1], b.count, 0)
		if len(e) == 3 {
			top, over := bits.Add64(*high, b.high, carry)
			if over != 0 {
				return false
			}
			*high, carry = top, 0
		}
		if carry != 0 {
			return false
		}
		e[1] = low
		t.hits++
		return true
	}
}
