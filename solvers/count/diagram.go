package count

import (
	"math/big"
	"slices"

	"xcbench/cover"
)

// A Diagram is a sweep whose transitions are kept: all solutions of a problem, and each of them once.
// Every path from the first state to the end is a solution, with an option on every transition:
//
//	state    0         1         2         3 = end
//	         ├──1,2───▸├──3,4───▸├──5,6───▸│         the tilings of a 2×3 board: a transition
//	         └──7,8──────────────▸         │         is labelled with its options
//
// States are numbered in the order of the sweep, so that a transition goes from a state to one with a
// higher number. The transitions of a state are in the order of the options of the problem.
//
// From below, every state has the number of its solutions: the paths from there to the end. A walk
// that chooses each transition in proportion to the number behind it draws all solutions with
// the same probability. A depth-first walk that leaves out states without solutions lists them
// without dead ends.
type Diagram struct {
	p     *cover.Problem
	name  string   // of the order
	found []uint32 // by serial number, the number of the state; only while the sweep goes on
	first []uint32 // by state, its first transition; the end has one too
	edges []edge
	below []uint64
	limbs int // of a number in below, lowest first

	states, transitions int // with solutions

	*budget
}

// An edge is a transition: the option that is chosen, and the state that follows. The state has its
// serial number while the sweep goes on.
type edge struct {
	option int32
	to     uint32
}

// States returns the number of states with solutions, without the end.
func (d *Diagram) States() int { return d.states }

// Transitions returns the number of transitions between states with solutions.
func (d *Diagram) Transitions() int { return d.transitions }

// Bytes returns the memory of the diagram.
func (d *Diagram) Bytes() int64 { return d.used }

// Order returns the name of the solver that has the order of the diagram.
func (d *Diagram) Order() string { return d.name }

// Count returns the number of solutions.
func (d *Diagram) Count() *big.Int {
	if d.none() {
		return new(big.Int)
	}
	return integer(d.solutions(0))
}

// none reports whether there is no solution. A problem without primary items has one, the empty
// set: then the first state is the end.
func (d *Diagram) none() bool { return d.below == nil }

// end is the number of the end.
func (d *Diagram) end() int { return max(0, len(d.first)-1) }

// out returns the transitions of a state, as numbers of edges.
func (d *Diagram) out(state int) (from, to int) { return int(d.first[state]), int(d.first[state+1]) }

// solutions returns how many solutions a state has. A number has the lowest limb first.
func (d *Diagram) solutions(state int) []uint64 { return d.below[state*d.limbs:][:d.limbs:d.limbs] }

// integer returns limbs, the lowest first, as a number.
func integer(limbs []uint64) *big.Int {
	n := new(big.Int)
	for _, limb := range slices.Backward(limbs) {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(limb))
	}
	return n
}

// begin gives a number to a state. Its transitions follow those that wait.
func (d *Diagram) begin(serial uint64, waiting int) {
	d.found[serial-1] = uint32(len(d.first))
	push(d.budget, &d.first, uint32(len(d.edges)+waiting))
}

// keep adds a transition to a state, which may be new.
func (d *Diagram) keep(t *table, key []uint64, to *successor) {
	value := d.value(t, key, to.hash)
	if value == nil {
		return
	}
	if value[0] == 0 {
		push(d.budget, &d.found, 0)
		value[0] = uint64(len(d.found))
	}
	if to.option != noOption {
		push(d.budget, &d.edges, edge{to.option, uint32(value[0] - 1)})
	}
}

// complete makes the diagram of a sweep that is done. It gives all memory up if there is no solution,
// or if the clock stops.
func (d *Diagram) complete(end *table) {
	for k := end.key; k < len(end.words); k += end.stride() {
		if serial := end.words[k]; serial != 0 {
			d.begin(serial, 0)
			d.countBelow()
		}
	}
	d.free(end.words)
	d.idle = nil
	drop(d.budget, &d.found)
	if d.stopped || d.none() {
		drop(d.budget, &d.first)
		drop(d.budget, &d.edges)
		drop(d.budget, &d.below)
	}
}

// countBelow counts the solutions of each state, from the end to the first one. Transitions get the
// numbers of their states.
func (d *Diagram) countBelow() {
	for k := 0; k < len(d.edges) && !d.spend(1); k++ {
		d.edges[k].to = d.found[d.edges[k].to]
	}
	d.limbs = 1
	if d.below = slice[uint64](d.budget, d.end()+1); d.below == nil {
		return
	}
	d.below[d.end()] = 1
	for s := d.end() - 1; s >= 0; s-- {
		from, to := d.out(s)
		lives := 0
		for k := from; k < to; k++ {
			behind := d.solutions(int(d.edges[k].to))
			if used(behind) {
				lives++
			}
			if !addLimbs(d.solutions(s), behind) {
				continue
			}
			if !d.widen(s + 1) {
				return
			}
			k, lives = from-1, 0 // once more
		}
		if d.transitions += lives; lives > 0 {
			d.states++
		}
		if d.spend(int64(1 + to - from)) {
			return
		}
	}
}

// widen makes all numbers a limb longer. Those of states before from are not counted yet.
func (d *Diagram) widen(from int) bool {
	wider := slice[uint64](d.budget, (d.end()+1)*(d.limbs+1))
	if wider == nil {
		return false
	}
	for s := from; s <= d.end(); s++ {
		copy(wider[s*(d.limbs+1):], d.solutions(s))
	}
	drop(d.budget, &d.below)
	d.below = wider
	d.limbs++
	return true
}
