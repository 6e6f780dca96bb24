package count

import (
	"math/big"
	"slices"

	"xcbench/cover"
)

// A Diagram has the transitions of a sweep that lead to the end: all solutions of a problem, and each of them once.
// Every path from the first state to the end is a solution, with an option on every transition:
//
//	state    4         3         2         1 = end
//	         ├──1,2───▸├──3,4───▸├──5,6───▸│         the tilings of a 2×3 board: a transition
//	         └──7,8──────────────▸         │         is labelled with its options
//
// States have numbers against the order of the sweep, so that a transition goes from a state to one with
// a lower number. The transitions of a state are in the order of the options of the problem.
//
// From below, every state has the number of its solutions: the paths from there to the end. A walk
// that chooses each transition in proportion to the number behind it draws all solutions with
// the same probability. A depth-first walk lists them, and has no dead ends.
type Diagram struct {
	p     *cover.Problem
	name  string // of the order
	count *big.Int
	first []uint32 // by state, its first transition; the last one is where those of the next state would be
	edges []edge
	below numbers // by state, its solutions

	*budget
}

// An edge is a transition: the option that is chosen, and the state that follows.
type edge struct {
	option int32
	to     uint32
}

// The numbers of two states without transitions: all that lead nowhere, and the end.
const (
	nowhere = 0
	end     = 1
)

// States returns the number of states with solutions, without the end.
func (d *Diagram) States() int { return max(0, len(d.first)-1-(end+1)) }

// Transitions returns the number of transitions.
func (d *Diagram) Transitions() int { return len(d.edges) }

// Bytes returns the memory of the diagram.
func (d *Diagram) Bytes() int64 { return d.used }

// Order returns the name of the solver that has the order of the diagram.
func (d *Diagram) Order() string { return d.name }

// Count returns the number of solutions.
func (d *Diagram) Count() *big.Int { return new(big.Int).Set(d.count) }

// root returns the number of the first state. Without primary items it is the end: the empty set is a
// solution.
func (d *Diagram) root() int {
	if d.count.Sign() == 0 {
		return nowhere
	}
	return end + d.States()
}

// out returns the transitions of a state.
func (d *Diagram) out(state int) []edge { return d.edges[d.first[state]:d.first[state+1]] }

// numbers has a number for each state, which is at most that of all solutions.
type numbers struct {
	words []big.Word
	each  int // words of a number
}

// numbers returns zeros, or none if there is no memory.
func (d *Diagram) numbers() numbers {
	each := len(d.count.Bits())
	return numbers{slice[big.Word](d.budget, each*(len(d.first)-1)), each}
}

// of returns the number of a state, which shares the memory.
func (n numbers) of(state int) *big.Int {
	return new(big.Int).SetBits(n.words[state*n.each:][:n.each:n.each])
}

// set gives a state a larger number.
func (n numbers) set(state int, to *big.Int) { copy(n.words[state*n.each:][:n.each], to.Bits()) }

// diagram returns the diagram of a sweep that kept its tables, or nil if it has to stop.
func (s *sweep) diagram(p *cover.Problem) *Diagram {
	d := &Diagram{p: p, name: s.name, count: s.total(), budget: s.budget}
	for range end + 2 {
		push(d.budget, &d.first, 0)
	}
	for k := len(s.layers) - 1; k >= 0; k-- {
		t := &s.tables[k]
		for at := len(t.words); at > 0 && !s.stopped; {
			at -= t.stride()
			if e := t.words[at:][:t.stride()]; used(e[t.key:]) {
				d.add(s, k, e)
			}
		}
	}
	for k := range s.tables {
		s.free(s.tables[k].words)
	}
	s.idle = nil
	if d.below = d.numbers(); d.stopped {
		return nil
	}
	d.below.set(end, big.NewInt(1))
	sum := new(big.Int)
	for state := end + 1; state <= d.root(); state++ {
		sum.SetUint64(0)
		for _, e := range d.out(state) {
			sum.Add(sum, d.below.of(int(e.to)))
		}
		d.below.set(state, sum)
		if d.spend(int64(1 + len(d.out(state)))) {
			return nil
		}
	}
	return d
}

// add adds a state of a layer, with its transitions to those that lead to the end. The value of the
// state becomes its number, from 1.
func (d *Diagram) add(s *sweep, layer int, e []uint64) {
	s.batch = s.batch[:0]
	s.try(layer, e)
	d.spend(updateSteps * int64(1+len(s.batch)))
	for k, b := range s.batch {
		to := uint64(end)
		if key := s.keys[k*s.words:][:s.words]; int(b.layer) < len(s.layers) {
			to = s.tables[b.layer].slot(key, hashOf(key))[s.words] - 1
		}
		if to != nowhere {
			push(d.budget, &d.edges, edge{s.layers[layer].numbers[b.option], uint32(to)})
		}
	}
	state := uint64(nowhere)
	if next := len(d.first) - 1; len(d.edges) > int(d.first[next]) {
		state = uint64(next)
		push(d.budget, &d.first, uint32(len(d.edges)))
	}
	value := e[s.words:]
	clear(value)
	value[0] = state + 1
}

// integer returns limbs, the lowest first, as a number.
func integer(limbs []uint64) *big.Int {
	n := new(big.Int)
	for _, limb := range slices.Backward(limbs) {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(limb))
	}
	return n
}
