package count

import (
	"math"

	"xcbench/cover"
)

// A sweep is one run over the layers of a plan. It can pause between two states, so that several
// sweeps can take turns.
type sweep struct {
	*plan
	clock  *clock
	pool   pool
	tables []table // by layer

	at, next int   // the layer in progress, and the place in its table of the next entry
	live     int64 // states in all tables
	effort   int64 // steps so far, each about 1 ns
	stats    cover.Tables
	sum      []uint64 // limbs of the count so far
	key      []uint64 // scratch
	two      [2]uint64
	batch    []successor
	touched  uint64
	wide     wideBatch
}

func newSweep(pl *plan, clock *clock) *sweep {
	s := &sweep{plan: pl, clock: clock, pool: pool{free: map[int][][]uint64{}, clock: clock}}
	s.tables = make([]table, len(pl.layers))
	clock.levels = make([]cover.Level, len(pl.layers))
	s.key = make([]uint64, pl.words)
	for k := range s.tables {
		s.tables[k].key = pl.words
	}
	if pl.words == 1 {
		s.batch = make([]successor, 0, batchSize)
	}
	return s
}

// start begins a run, whose clock has begun.
func (s *sweep) start() {
	s.pool.bound = s.clock.limits.Memory
	for k := range s.tables {
		s.pool.drop(&s.tables[k])
	}
	s.pool.inUse, s.pool.peak = 0, 0
	if s.pool.held > s.pool.bound {
		s.pool.free, s.pool.held = map[int][][]uint64{}, 0
	}
	s.at, s.next, s.live, s.effort, s.stats = 0, 0, 0, 0, cover.Tables{}
	s.sum = append(s.sum[:0], 0)
	if s.hopeless {
		return
	}
	clear(s.key)
	if len(s.layers) == 0 {
		s.sum[0] = 1
		return
	}
	s.insert(0, s.key, []uint64{1})
}

// done reports whether all layers are swept.
func (s *sweep) done() bool { return s.at == len(s.layers) }

// The steps of a sweep: for each state, for each word of an option that is looked at, and for each
// word of an update. They are about its nanoseconds.
const (
	stateSteps  = 30
	optionSteps = 1
	updateSteps = 50
)

// resume sweeps on until everything is done, the clock stops, or about the given number of steps are
// made.
func (s *sweep) resume(steps int64) {
	until := int64(math.MaxInt64)
	if steps < until-s.effort {
		until = s.effort + steps
	}
	if s.clock.expired() {
		return
	}
	for !s.done() && !s.clock.stopped {
		t := &s.tables[s.at]
		if t.key == 1 && t.limbs <= 2 {
			s.expandShort(until)
		} else {
			s.expand(until)
		}
		if s.clock.stopped || s.next < len(t.words) {
			return
		}
		s.stats.PeakStates = max(s.stats.PeakStates, s.live)
		s.live -= int64(t.entries)
		s.pool.drop(t)
		s.at, s.next = s.at+1, 0
	}
}

// enter counts a state, and decides whether it may be expanded.
func (s *sweep) enter() bool {
	options := s.layers[s.at].options
	if !s.clock.enter(s.at, 1+len(options)/s.words) {
		return false
	}
	s.effort += stateSteps + optionSteps*int64(len(options))
	return true
}

// leave counts the updates of a state.
func (s *sweep) leave(updates int64) {
	s.clock.tried(s.at, updates)
	s.effort += updateSteps * int64(s.words) * updates
}

// expand expands the states of the layer in progress.
func (s *sweep) expand(until int64) {
	t, at := &s.tables[s.at], &s.layers[s.at]
	stride, words := t.stride(), t.words
	s.wide.start(s.words, t.limbs)
	for s.next < len(words) && s.effort < until {
		e := words[s.next : s.next+stride]
		if e[s.words] == 0 && !used(e[s.words:]) {
			s.next += stride
			continue
		}
		if !s.enter() {
			break
		}
		s.next += stride
		updates := int64(0)
	options:
		for o := 0; o < len(at.options); o += s.words {
			for w, bits := range at.options[o : o+s.words] {
				if e[w]&bits != 0 {
					continue options
				}
				s.key[w] = e[w] | bits
			}
			updates++
			to, ok := s.settle(s.key, s.at)
			if !ok {
				continue
			}
			if s.wide.push(to, s.key, e[s.words:]) {
				s.flushWide()
			}
		}
		if s.leave(updates); s.clock.stopped {
			return
		}
	}
	s.flushWide()
}

// insert adds a count to a state of a layer. The layer behind the last one is the end.
func (s *sweep) insert(layer int, key, count []uint64) {
	if layer == len(s.layers) {
		for len(s.sum) < len(count) {
			s.sum = append(s.sum, 0)
		}
		if carry := addLimbs(s.sum, count); carry != 0 {
			s.sum = append(s.sum, carry)
		}
		return
	}
	t := &s.tables[layer]
	t.expect(s.tables[s.at].entries)
	if s.pool.add(t, key, count) {
		s.live++
		s.stats.Remembered++
	} else {
		s.stats.Hits++
	}
}

// finish returns the statistics of the run.
func (s *sweep) finish() cover.Stats {
	s.stats.PeakBytes = s.pool.peak
	return s.clock.stats(integer(s.sum), s.stats)
}
