package count

import (
	"math"
	"math/big"

	"xcbench/cover"
)

// A sweep is one run over the layers of a plan. It can pause between two states, so that several
// sweeps can take turns.
type sweep struct {
	*plan
	clock  *clock
	pool   pool
	tables []table // by layer
	limits cover.Limits

	at, next int   // the layer in progress, and the place in its table of the next entry
	live     int64 // states in all tables
	levels   []cover.Level
	total    cover.Level
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
	s.levels = make([]cover.Level, len(pl.layers))
	s.key = make([]uint64, pl.words)
	for k := range s.tables {
		s.tables[k].key = pl.words
	}
	if pl.words == 1 {
		s.batch = make([]successor, 0, batchSize)
	}
	return s
}

// start begins a run.
func (s *sweep) start(limits cover.Limits) {
	limits = unbounded(limits)
	s.limits, s.pool.bound = limits, limits.Memory
	for k := range s.tables {
		s.pool.drop(&s.tables[k])
	}
	s.pool.inUse, s.pool.peak = 0, 0
	if s.pool.held > limits.Memory {
		s.pool.free, s.pool.held = map[int][][]uint64{}, 0
	}
	clear(s.levels)
	s.at, s.next, s.live, s.total, s.effort, s.stats = 0, 0, 0, cover.Level{}, 0, cover.Tables{}
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
	if s.clock.spent(1 + len(s.layers[s.at].options)/s.words) {
		return false
	}
	if s.total.Nodes >= s.limits.Nodes || s.total.Updates >= s.limits.Updates {
		s.clock.stopAt(cover.Limit)
		return false
	}
	s.total.Nodes++
	s.levels[s.at].Nodes++
	s.effort += stateSteps + optionSteps*int64(len(s.layers[s.at].options))
	return true
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
		before := s.total.Updates
	options:
		for o := 0; o < len(at.options); o += s.words {
			for w, bits := range at.options[o : o+s.words] {
				if e[w]&bits != 0 {
					continue options
				}
				s.key[w] = e[w] | bits
			}
			s.total.Updates++
			to, ok := s.settle(s.key, s.at)
			if !ok {
				continue
			}
			if s.wide.push(to, s.key, e[s.words:]) {
				s.flushWide()
			}
		}
		s.levels[s.at].Updates += s.total.Updates - before
		s.effort += updateSteps * int64(s.words) * (s.total.Updates - before)
		if s.clock.stopped {
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

// unbounded replaces "no bound" by the largest number, and the memory by the bound that is built in.
func unbounded(limits cover.Limits) cover.Limits {
	for _, bound := range []*int64{&limits.Solutions, &limits.Nodes, &limits.Updates} {
		if *bound <= 0 {
			*bound = math.MaxInt64
		}
	}
	if limits.Memory <= 0 {
		limits.Memory = DefaultMemory
	}
	return limits
}

// setCount sets the number of solutions. A limit of solutions cuts it down, as if the search had
// stopped there.
func setCount(stats *cover.Stats, n *big.Int, limits cover.Limits) {
	stats.SetCount(n)
	if limits.Solutions < math.MaxInt64 && stats.Solutions >= limits.Solutions {
		stats.Solutions, stats.Big = limits.Solutions, nil
		if stats.Status == cover.Solved {
			stats.Status = cover.Limit
		}
	}
}

// finish returns the statistics of the run.
func (s *sweep) finish() cover.Stats {
	stats := cover.Stats{Status: s.clock.status, Nodes: s.total.Nodes, Updates: s.total.Updates}
	count := new(big.Int)
	for k := len(s.sum) - 1; k >= 0; k-- {
		count.Lsh(count, 64).Or(count, new(big.Int).SetUint64(s.sum[k]))
	}
	setCount(&stats, count, s.limits)
	if len(s.layers) == 0 {
		stats.Nodes = 1
		stats.Levels = []cover.Level{{Nodes: 1}}
		return stats
	}
	for _, l := range s.levels {
		if l.Nodes > 0 {
			stats.Levels = append(stats.Levels, l)
		}
	}
	stats.Tables = s.stats
	stats.Tables.PeakBytes = s.pool.peak
	return stats
}
