package count

import (
	"context"
	"math"
	"math/big"
	"slices"
	"time"

	"xcbench/cover"
)

// A sweep is one run over the layers of a plan. It can pause between two states, so that it can take
// turns with another search. The value of a state is the number of ways to reach it.
type sweep struct {
	*plan
	*budget
	limits cover.Limits
	tables []table // by layer, and one for the end
	keep   bool    // the tables of the layers that are done

	at, next int   // the layer in progress, and the place in its table of the next entry
	live     int64 // states in all tables, the end included
	levels   []cover.Level
	stats    cover.Stats
	began    time.Time

	batch   []successor
	keys    []uint64 // of the batch
	touched uint64
}

// A successor is a state that an option leads to, from a state with a value. Options have the numbers
// of their places in a layer.
type successor struct {
	value         []uint64
	hash          uint64
	layer, option int32
}

// batchSize is how many successors wait for their tables to be looked at together. A large table is
// not in the cache of the processor. The loads of a batch overlap there, so a state of latin/6 takes
// half the time.
const batchSize = 64

// newSweep begins a sweep.
func newSweep(ctx context.Context, pl *plan, limits cover.Limits) *sweep {
	limits = limits.Unbounded()
	if limits.Memory <= 0 {
		limits.Memory = DefaultMemory
	}
	widest := 0
	for _, l := range pl.layers {
		widest = max(widest, len(l.numbers))
	}
	s := &sweep{plan: pl, budget: &budget{bound: limits.Memory, idle: map[int][]uint64{}}, limits: limits,
		levels: make([]cover.Level, len(pl.layers)), began: time.Now(), keys: make([]uint64, (batchSize+widest)*pl.words)}
	s.start(ctx)
	for range len(pl.layers) + 1 {
		s.tables = append(s.tables, newTable(pl.words))
	}
	if !s.hopeless {
		s.batch = append(s.batch, successor{value: []uint64{1}})
		s.flush()
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

// resume sweeps on until everything is done, the budget stops it, or about the given number of steps
// are made.
func (s *sweep) resume(steps int64) {
	until := s.work + min(steps, math.MaxInt64-s.work)
	s.look()
	for !s.done() && !s.stopped {
		t := &s.tables[s.at]
		s.expand(until)
		if s.flush(); s.stopped || s.next < len(t.words) {
			return
		}
		s.stats.Tables.PeakStates = max(s.stats.Tables.PeakStates, s.live-int64(s.tables[len(s.layers)].entries))
		if !s.keep {
			s.live -= int64(t.entries)
			s.free(t.words)
		}
		s.at, s.next = s.at+1, 0
	}
}

// expand expands the states of the layer in progress.
func (s *sweep) expand(until int64) {
	t, level := &s.tables[s.at], &s.levels[s.at]
	stride, words, looks := t.stride(), t.words, optionSteps*int64(len(s.layers[s.at].options))
	for ; s.next < len(words) && s.work < until; s.next += stride {
		e := words[s.next : s.next+stride]
		if !used(e[s.words:]) {
			continue
		}
		if s.stats.Nodes >= s.limits.Nodes || s.stats.Updates >= s.limits.Updates {
			s.stop(cover.Limit)
		}
		if s.spend(stateSteps + looks) {
			return
		}
		updates := s.try(s.at, e)
		level.Nodes, level.Updates = level.Nodes+1, level.Updates+updates
		s.stats.Nodes, s.stats.Updates = s.stats.Nodes+1, s.stats.Updates+updates
		s.work += updateSteps * int64(s.words) * updates
		if len(s.batch) >= batchSize {
			s.flush()
		}
	}
}

// try appends the states that a state of a layer leads to to the batch. It returns the number of options
// that fit.
func (s *sweep) try(layer int, e []uint64) (updates int64) {
	options, width := s.layers[layer].options, s.words
options:
	for o := 0; o < len(options); o += width {
		if e[0]&options[o].forbid != 0 {
			continue
		}
		key := s.keys[len(s.batch)*width:][:width]
		for w, m := range options[o:][:width] {
			if e[w]&m.forbid != 0 {
				continue options
			}
			key[w] = e[w] | m.set
		}
		updates++
		if to, ok := s.settle(key, layer); ok {
			s.batch = append(s.batch, successor{value: e[width:], layer: int32(to), option: int32(o / width)})
		}
	}
	return updates
}

// flush adds the value of each successor in the batch to its state.
func (s *sweep) flush() {
	width, touched := s.words, uint64(0)
	for k := range s.batch {
		b := &s.batch[k]
		b.hash = hashOf(s.keys[k*width:][:width])
		if t := &s.tables[b.layer]; t.words != nil {
			touched += t.words[int(b.hash>>t.shift)*t.stride()]
		}
	}
	s.touched = touched // or the compiler would leave out the loads
	for k := range s.batch {
		b := &s.batch[k]
		t, key := &s.tables[b.layer], s.keys[k*width:][:width]
		entries := t.entries
		// A table begins with room for half of the states of the layer before, as a layer is often as large.
		if t.words == nil && !s.resize(t, min(t.shift, max(s.tables[s.at].shift+2, 64-quick)), t.limbs) {
			break
		}
		s.add(t, key, b)
		s.live += int64(t.entries - entries)
	}
	s.batch = s.batch[:0]
}

// total returns the number of solutions so far: the value of the one state at the end.
func (s *sweep) total() *big.Int {
	n, end := new(big.Int), &s.tables[len(s.layers)]
	for e := end.words; len(e) > 0; e = e[end.stride():] {
		n.Add(n, integer(e[end.key:end.stride()]))
	}
	return n
}

// finish returns the statistics of the run. A limit of solutions cuts their number down, as if the
// search had stopped there.
func (s *sweep) finish() cover.Stats {
	stats := &s.stats
	for _, t := range s.tables[:len(s.layers)] {
		stats.Tables.Remembered += int64(t.entries)
		stats.Tables.Hits += t.hits
	}
	stats.Status, stats.Tables.PeakBytes, stats.Search = s.status, s.peak, time.Since(s.began)
	if stats.SetCount(s.total()); s.limits.Solutions < math.MaxInt64 && stats.Solutions >= s.limits.Solutions {
		stats.Solutions, stats.Big = s.limits.Solutions, nil
		if stats.Status == cover.Solved {
			stats.Status = cover.Limit
		}
	}
	stats.Levels = slices.DeleteFunc(s.levels, func(l cover.Level) bool { return l.Nodes == 0 })
	if len(s.levels) == 0 && !s.stopped {
		stats.Nodes, stats.Levels = 1, []cover.Level{{Nodes: 1}}
	}
	return *stats
}
