package count

import (
	"context"
	"math"
	"math/big"
	"time"

	"xcbench/cover"
)

// A sweep is one run over the layers of a plan. It can pause between two states, so that it can take
// turns with another search. The value of a state is the number of ways to reach it. If the sweep
// keeps its transitions in a diagram, the value is a serial number from 1 instead.
type sweep struct {
	*plan
	clock   clock
	memory  memory
	tables  []table  // by layer, and one for the end
	diagram *Diagram // or nil

	at, next int   // the layer in progress, and the place in its table of the next entry
	live     int64 // states in all tables, the end included
	effort   int64 // steps so far, each about 1 ns
	stats    cover.Tables
	key      []uint64 // scratch
	two      [2]uint64
	batch    []successor
	touched  uint64
}

// newSweep begins a sweep, which keeps its transitions if d is not nil.
func newSweep(ctx context.Context, pl *plan, limits cover.Limits, d *Diagram) *sweep {
	s := &sweep{plan: pl, diagram: d, key: make([]uint64, pl.words), batch: make([]successor, 0, batchSize)}
	s.clock.start(ctx, limits, len(pl.layers))
	s.memory = memory{clock: &s.clock, bound: s.clock.limits.Memory, idle: map[int][][]uint64{}}
	for range len(pl.layers) + 1 {
		s.tables = append(s.tables, newTable(pl.words))
	}
	if d != nil {
		d.memory = &s.memory
	}
	if !s.hopeless {
		s.insert(0, s.key, []uint64{1}, noOption)
	}
	return s
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
		s.stats.PeakStates = max(s.stats.PeakStates, s.live-int64(s.tables[len(s.layers)].entries))
		s.live -= int64(t.entries)
		s.stats.Remembered += int64(t.entries)
		s.stats.Hits += t.hits
		s.memory.free(t.words)
		s.at, s.next = s.at+1, 0
	}
}

// enter counts a state, and decides whether it may be expanded. Some transitions wait to be kept.
func (s *sweep) enter(value uint64, waiting int) bool {
	options := s.layers[s.at].options
	if !s.clock.enter(s.at, 1+len(options)/s.words) {
		return false
	}
	s.effort += stateSteps + optionSteps*int64(len(options))
	if s.diagram != nil {
		s.diagram.begin(value, waiting)
	}
	return true
}

// leave counts the updates of a state.
func (s *sweep) leave(updates int64) {
	s.clock.tried(s.at, updates)
	s.effort += updateSteps * int64(s.words) * updates
}

// expand expands the states of the layer in progress, with keys and values of any length.
func (s *sweep) expand(until int64) {
	t, at := &s.tables[s.at], &s.layers[s.at]
	stride, words := t.stride(), t.words
	for ; s.next < len(words) && s.effort < until; s.next += stride {
		e := words[s.next : s.next+stride]
		if !used(e[s.words:]) {
			continue
		}
		if !s.enter(e[s.words], 0) {
			return
		}
		updates := int64(0)
	options:
		for o, option := range at.numbers {
			for w, m := range at.options[o*s.words : (o+1)*s.words] {
				if e[w]&m.forbid != 0 {
					continue options
				}
				s.key[w] = e[w] | m.set
			}
			s.key[s.words-1] += s.one
			updates++
			if to, ok := s.settle(s.key, s.at); ok {
				s.insert(to, s.key, e[s.words:], option)
			}
		}
		if s.leave(updates); s.clock.stopped {
			return
		}
	}
}

// noOption leads to the first state.
const noOption = -1

// insert adds a number of ways to a state of a layer, or keeps the transition to it. A table begins
// with room for half of the states of the layer before, as a layer is often as large.
func (s *sweep) insert(layer int, key, ways []uint64, option int32) {
	t := &s.tables[layer]
	if before := s.tables[s.at].size() / 4; t.words == nil && t.size() < min(before, 1<<quick) {
		t.shift = s.tables[s.at].shift + 2
	}
	entries := t.entries
	if s.diagram != nil {
		s.diagram.keep(t, key, option)
	} else {
		s.memory.add(t, key, ways)
	}
	s.live += int64(t.entries - entries)
}

// bySize returns the number of solutions so far by their number of options if the plan counts them,
// and otherwise all of them at place 0. It is nil if there is none.
func (s *sweep) bySize() (all []*big.Int) {
	end := &s.tables[len(s.layers)]
	for e := end.words; len(e) > 0; e = e[end.stride():] {
		if value := e[end.key:end.stride()]; used(value) {
			size := int(e[end.key-1] >> s.size)
			for len(all) <= size {
				all = append(all, new(big.Int))
			}
			all[size] = integer(value)
		}
	}
	return all
}

// finish returns the statistics of the run. A diagram has the number of solutions itself.
func (s *sweep) finish() cover.Stats {
	n := new(big.Int)
	if s.diagram != nil {
		n = s.diagram.Count()
	} else {
		for _, some := range s.bySize() {
			n.Add(n, some)
		}
	}
	for _, t := range s.tables[s.at:len(s.layers)] {
		s.stats.Remembered += int64(t.entries)
		s.stats.Hits += t.hits
	}
	if s.diagram != nil {
		s.stats.PeakStates = s.stats.Remembered // all states are kept
	}
	s.stats.PeakBytes = s.memory.peak
	stats := s.clock.stats(n, s.stats)
	stats.Search = time.Since(s.clock.began)
	return stats
}
