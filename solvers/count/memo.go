package count

import (
	"context"
	"math/bits"
	"time"

	"xcbench/cover"
)

// Memory is the rule of [Memo]: the item with the fewest options first, as in [cover.MRV], and no
// node for a state that is remembered.
const Memory cover.Rule = "memory"

// Memo returns the solver that branches like Algorithm X and remembers the count of each state. The
// state of a node is the set of its uncovered items: they determine the options that are left.
// Secondary items that no such option contains play no part.
//
// Not all states are worth their memory. The states of a level are neither stored nor looked up any
// more when fewer than one in forgetRatio of them were met again. When the table cannot grow, a new
// state replaces the one near it that took the least work.
func Memo() cover.Solver { return memo{} }

// A level is forgotten after forgetAfter states, if hits are below one in forgetRatio.
const (
	forgetAfter = 1 << 10
	forgetRatio = 50
)

type memo struct{}

func (memo) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, CountsOnly: true}
}

// memoSearch keeps items and options as rows of bits.
type memoSearch struct {
	itemWords, optionWords int
	primary                []uint64   // the primary items
	of                     [][]piece  // by item, its options
	items                  [][]uint64 // by option, its items
	allowed                [][]uint64 // by option, the options that share no item with it
	hopeless               bool       // an item has no options
	secondary              []int      // the secondary items

	frames  []frame
	table   memoTable
	levels  []memoLevel
	clock   clock
	work    int // words since the last node
	tryWork int // of an update: its words, and 64 for the table
}

// A piece is the options of an item that are in one word.
type piece struct {
	word int
	bits uint64
}

// A frame is a node on the path from the root.
type frame struct{ items, live []uint64 }

// A memoLevel has the states of a level that were stored or met again, and whether it goes on.
type memoLevel struct {
	stored, hits int64
	forgotten    bool
}

// Run counts the solutions. The visitor is not used: see [cover.Capabilities].
func (x *memoSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	began := time.Now()
	x.clock.start(ctx, limits)
	x.begin(x.clock.limits.Memory)
	stats := x.finish(x.root())
	stats.Search = time.Since(began)
	return stats
}

func (x *memoSearch) begin(memory int64) {
	clear(x.levels)
	x.work = 0
	x.table.reset(memory)
	if x.table.bytes() > memory {
		x.clock.stopAt(cover.Memout)
	}
}

// root counts the solutions of the whole problem.
func (x *memoSearch) root() tally {
	if x.clock.expired() {
		return tally{}
	}
	if x.hopeless || !meet(x.frames[0].items, x.primary) {
		if x.enter(0); x.hopeless {
			return tally{}
		}
		return tally{small: 1}
	}
	return x.expand(0)
}

// expand counts the solutions of the state in the frame of a level. The count is too small if the
// clock stops.
func (x *memoSearch) expand(level int) (sum tally) {
	if !x.enter(level) {
		return sum
	}
	item := x.branch(&x.frames[level])
	if level+1 == len(x.frames) {
		x.frames = append(x.frames, x.newFrame())
	}
	for _, at := range x.of[item] {
		for options := x.frames[level].live[at.word] & at.bits; options != 0; options &= options - 1 {
			o := at.word*64 + bits.TrailingZeros64(options)
			x.clock.tried(level, 1)
			sum.add(x.try(level, o))
			if x.clock.stopped {
				return sum
			}
		}
	}
	return sum
}

// enter counts a node and decides whether it may be expanded.
func (x *memoSearch) enter(level int) bool {
	work := 1 + x.work
	x.work = 0
	return x.clock.enter(level, work)
}

// try counts the solutions with an option chosen at a level.
func (x *memoSearch) try(level, o int) tally {
	from, to := &x.frames[level], &x.frames[level+1]
	x.work += x.tryWork
	if !x.child(from, to, o) {
		return tally{small: 1}
	}
	l := &x.levels[level+1]
	if !l.forgotten {
		if found, ok := x.table.find(to.items); ok {
			l.hits++
			return found
		}
	}
	before := x.clock.total.Updates
	sum := x.expand(level + 1)
	if work := x.clock.total.Updates - before; !x.clock.stopped && !l.forgotten && work > 0 {
		if !x.table.store(x.frames[level+1].items, sum, work, &x.clock) {
			return sum
		}
		l.stored++
		l.forgotten = l.stored >= forgetAfter && l.hits*forgetRatio < l.stored
	}
	return sum
}

func (x *memoSearch) finish(sum tally) cover.Stats {
	tables := cover.Tables{PeakStates: int64(x.table.peak), PeakBytes: x.table.bytes()}
	for _, l := range x.levels {
		tables.Remembered += l.stored
		tables.Hits += l.hits
	}
	return x.clock.stats(sum.value(), tables)
}
