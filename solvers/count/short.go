package count

import "math/bits"

// A step is what the sweep needs of a layer on the way to the next one, for keys of one word.
type step struct{ branch, need, clear uint64 }

// expandShort is expand for keys of one word and counts of one or two limbs, which nearly all tables
// have. It takes a third of the time.
func (s *sweep) expandShort(until int64) {
	t := &s.tables[s.at]
	stride, long := t.stride(), t.limbs == 2
	options, steps := s.layers[s.at].options, s.short
	for s.next < len(t.words) && s.effort < until {
		key, count, high := t.words[s.next], t.words[s.next+1], uint64(0)
		if long {
			high = t.words[s.next+2]
		}
		if count|high == 0 {
			s.next += stride
			continue
		}
		if !s.enter() {
			return
		}
		s.next += stride
		before := s.total.Updates
	options:
		for _, o := range options {
			if key&o != 0 {
				continue
			}
			s.total.Updates++
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
			if to < len(steps) {
				u := &s.tables[to]
				if !u.full() && (u.limbs == 1 && high == 0 && s.addShort(u, n, count) ||
					u.limbs == 2 && s.addLong(u, n, count, high)) {
					continue
				}
			}
			s.key[0], s.two[0], s.two[1] = n, count, high
			if s.insert(to, s.key, s.two[:stride-1]); s.clock.stopped {
				break
			}
		}
		s.levels[s.at].Updates += s.total.Updates - before
		s.effort += updateSteps * (s.total.Updates - before)
		if s.clock.stopped {
			return
		}
	}
}

// addShort adds a count of one limb to a table that has room for another entry. It returns false if
// the sum does not fit.
func (s *sweep) addShort(t *table, key, count uint64) bool {
	words := t.words
	last := len(words) - 2
	for k := int(mix(key)>>t.shift) * 2; ; k = (k + 2) & last {
		e := words[k : k+2 : k+2]
		if e[1] == 0 {
			e[0], e[1] = key, count
			t.entries++
			s.live++
			s.stats.Remembered++
			return true
		}
		if e[0] == key {
			sum, carry := bits.Add64(e[1], count, 0)
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
func (s *sweep) addLong(t *table, key, count, high uint64) bool {
	words := t.words
	last := t.size() - 1
	for k := int(mix(key) >> t.shift); ; k = (k + 1) & last {
		e := words[3*k : 3*k+3 : 3*k+3]
		if e[1]|e[2] == 0 {
			e[0], e[1], e[2] = key, count, high
			t.entries++
			s.live++
			s.stats.Remembered++
			return true
		}
		if e[0] == key {
			low, carry := bits.Add64(e[1], count, 0)
			top, over := bits.Add64(e[2], high, carry)
			if over != 0 {
				return false
			}
			e[1], e[2] = low, top
			s.stats.Hits++
			return true
		}
	}
}
