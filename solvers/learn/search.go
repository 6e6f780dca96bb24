package learn

import (
	"context"

	"xcbench/cover"
)

// Learn is the choice rule of the solver that [New] returns.
const Learn cover.Rule = "learn"

// DefaultMemory bounds the learned clauses of a search in bytes, unless the limits of a run say
// otherwise.
const DefaultMemory = 1 << 30

// New returns the solver. It forgets clauses when they take half of the memory in the limits of a run.
// If they still do then, the run ends with the status [cover.Memout].
func New() cover.Solver {
	return cover.NewSolver(cover.Capabilities{Secondary: true, Colours: true, NoLevels: true}, prepare)
}

// search is a search. While it runs, the levels up to flat are those of an enumeration: see the package
// comment.
type search struct {
	state
	store
	byItem, byOption activity
	proof            Proof   // nil if nobody wants to see it
	shown            []int32 // the last step of the proof
	weighing         weighing
	cover.Meter

	flat   int32
	facts  []literal // clauses of one literal that were learned above level 0
	rest   int64     // conflicts before the next restart
	memory int64     // the most bytes of the store
	full   bool      // the store has more
	steps  int       // before the next look at the context
	looks  int       // so far
	tables cover.Tables
	chosen []int

	// For analyze.
	clause, seenList    []int32
	seen                []bool  // by option: it is in the clause, or was before it was resolved
	levelMark, itemMark []int64 // by level and by item: the last pass that met it
	mark                int64   // the present pass
}

// prepare fills the tables. It takes time linear in the entries.
func prepare(p *cover.Problem) (cover.Search, error) {
	n := p.Options()
	if e := p.Entries(); e > mostNumber {
		return nil, cover.Unsupportedf("%d entries, expected at most %d", e, mostNumber)
	}
	return &search{state: newState(p), store: newStore(2 * n), byItem: newActivity(p.Primary()),
		byOption: newActivity(n), seen: make([]bool, n), clause: make([]literal, 0, n+1),
		levelMark: make([]int64, n+1), itemMark: make([]int64, p.Items()), chosen: make([]int, 0, p.MaxDepth())}, nil
}

func (x *search) Prove(p Proof) { x.proof = p }

func (x *search) Run(ctx context.Context, limits cover.Limits, visit cover.Visitor) cover.Stats {
	if t := limits.Trace; t != nil { // there is no tree to trace
		limits.Trace = &cover.Trace{Stop: t.Stop}
	}
	x.Start(ctx, x.p, limits, visit, 2*len(x.items))
	x.state.begin()
	x.store.begin()
	x.byItem.begin()
	x.byOption.begin()
	if x.memory = limits.Memory; x.memory <= 0 {
		x.memory = DefaultMemory
	}
	x.memory = min(x.memory, 4*mostNumber)
	x.flat, x.facts, x.full, x.tables = 0, x.facts[:0], false, cover.Tables{}
	x.steps, x.looks = patience, 1
	x.weighing.modulus, x.weighing.next, x.weighing.steps = 2, 0, 0

	x.search()
	stats := x.Stats()
	if x.full {
		stats.Status = cover.Memout
	}
	x.tables.PeakBytes = x.peak
	stats.Levels, stats.Tables = nil, x.tables
	return stats
}

// patience is how many steps of about 1 ns, most of them over literals, are made between two looks at
// the context.
const patience = 1 << 16

// spend counts steps, and reports whether the run is over.
func (x *search) spend(steps int) bool {
	if x.steps -= steps; x.steps < 0 {
		x.look()
	}
	return x.Stopped()
}

// look is apart from spend, which the compiler can inline then.
func (x *search) look() {
	x.steps = patience
	x.looks++
	x.Expired()
}

// restartAfter is the unit of the sequence of restarts, in conflicts.
const restartAfter = 100

// search runs until no solution is left, or until the run is over.
func (x *search) search() {
	round, settled := int64(1), 0
	x.rest = restartAfter
	more := x.begins()
	for more {
		conflict := x.propagate()
		switch {
		case x.Stopped():
			return
		case conflict != none:
			more = x.learn(conflict)
		case x.depth() == 0 && len(x.trail) > settled:
			settled = len(x.trail)
			x.tighten()
		case x.rest <= 0:
			round++
			x.rest = restartAfter * luby(round)
			x.undo(x.flat)
			more = x.flat > 0 || !x.unsolvable()
		case len(x.places) > x.keep || x.bytes() > x.memory/2:
			x.forget()
			x.full = x.bytes() > x.memory/2
			more = !x.full
		default:
			more = x.extend()
		}
	}
	if !x.Stopped() && !x.full {
		x.show(Learned)
	}
}

// begins makes the options true that are the only ones of an item. It returns false if an item has
// none.
func (x *search) begins() bool {
	for i, it := range x.items {
		switch {
		case it.size == 0:
			return false
		case it.size == 1 && x.value[it.xor] == 0:
			x.assign(it.xor, last.of(int32(i)), 0)
		}
	}
	return true
}

// extend guesses a literal. If there is none to guess, it shows a solution, and takes the last guess
// back.
func (x *search) extend() (more bool) {
	l := x.next()
	if l < 0 {
		x.flat = x.depth()
		return x.solution() && x.flip()
	}
	if !x.Node(0) {
		return false
	}
	x.guess = append(x.guess, guess{int32(len(x.trail)), int32(len(x.open))})
	x.assign(l, none, x.depth())
	return true
}

// solution shows the options that are chosen.
func (x *search) solution() (more bool) {
	x.chosen, x.clause = x.chosen[:0], x.clause[:0]
	for _, l := range x.trail {
		if l&1 == 0 {
			x.chosen, x.clause = append(x.chosen, int(l>>1)), append(x.clause, l)
		}
	}
	x.show(Found, x.clause...)
	return x.Solution(x.chosen)
}

// flip takes the guess of the last flat level back, and assumes its opposite one level below. It
// returns false if there is no flat level.
func (x *search) flip() bool {
	if x.flat == 0 {
		return false
	}
	x.clause = x.clause[:0]
	for _, g := range x.guess[:x.flat] {
		x.clause = append(x.clause, x.trail[g.at]^1)
	}
	x.show(Learned, x.clause...)
	x.flat--
	x.undo(x.flat)
	for _, l := range x.facts {
		if x.value[l] == 0 {
			x.assign(l, none, 0)
		}
	}
	x.assign(x.clause[x.flat], none, x.depth())
	return true
}

// learn learns a clause from a conflict, and goes back to where the clause makes a literal true. At the
// last flat level it takes the guess back instead.
func (x *search) learn(conflict cause) (more bool) {
	x.tables.Conflicts++
	x.rest--
	if x.depth() == x.flat {
		return x.flip()
	}
	c, level := x.analyze(conflict)
	if x.Stopped() {
		return false
	}
	distance := x.distance(c)
	x.show(Learned, c...)
	x.undo(max(level, x.flat))
	if len(c) == 1 {
		// A fact of level 0, although it may come later on the trail.
		if x.flat > 0 {
			x.facts = append(x.facts, c[0])
		}
		x.assign(c[0], none, 0)
	} else {
		x.tables.Remembered++
		x.assign(c[0], known.of(x.add(c, distance, int32(x.tables.Conflicts))), x.depth())
	}
	x.byItem.step *= growth
	x.byOption.step *= growth
	x.full = x.bytes() > x.memory
	return !x.full
}

// tighten takes the options that are false at level 0 off the lists of their items.
func (x *search) tighten() {
	for i := range x.end {
		kept := x.first[i]
		for _, l := range x.optionsOf(int32(i)) {
			if x.value[l] >= 0 {
				x.options[kept] = l
				kept++
			}
		}
		if x.spend(int(x.end[i] - x.first[i])) {
			return
		}
		x.end[i] = kept
	}
}

// luby returns element k, from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, ... (TAOCP 7.2.2.2, formula
// 130).
func luby(k int64) int64 {
	u, v := int64(1), int64(1)
	for ; k > 1; k-- {
		if u&-u == v {
			u, v = u+1, 1
		} else {
			v *= 2
		}
	}
	return v
}
