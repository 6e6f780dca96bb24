package count

import (
	"context"
	"math/big"
	"slices"
	"time"

	"xcbench/cover"
)

// A Diagram is a sweep whose transitions are kept: all solutions of a problem, and each of them once.
// Its states are the states of the sweep that lead to the end. Every path from the first state to the
// end is a solution, with an option on every transition:
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
// the same probability. As no state is dead, a depth-first walk lists them without dead ends.
type Diagram struct {
	p     *cover.Problem
	name  string       // of the order
	first list[uint32] // by state, its first transition; the end has one too
	edges list[edge]
	below []uint64
	limbs int // of a number in below, lowest first

	memory *budget
}

// An edge is a transition: the option that is chosen, and the state that follows.
type edge struct {
	option int32
	to     uint32
}

// A Diagrammer is a solver that can keep its transitions.
type Diagrammer interface {
	// Diagram returns the diagram of a problem. It is nil if the status in the statistics is not
	// [cover.Solved]. The tables in the statistics are the diagram's.
	Diagram(ctx context.Context, p *cover.Problem, limits cover.Limits) (*Diagram, cover.Stats, error)
}

// States returns the number of states, without the end.
func (d *Diagram) States() int { return max(0, d.first.n-1) }

// Transitions returns the number of transitions.
func (d *Diagram) Transitions() int { return d.edges.n }

// Bytes returns the memory of the diagram.
func (d *Diagram) Bytes() int64 { return d.memory.used }

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
func (d *Diagram) none() bool { return d.first.n == 0 }

// out returns the transitions of a state, as numbers of edges.
func (d *Diagram) out(state int) (from, to int) {
	return int(*d.first.at(state)), int(*d.first.at(state + 1))
}

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

// Diagram keeps the transitions of the sweep in the order of the solver.
func (f frontier) Diagram(ctx context.Context, p *cover.Problem, limits cover.Limits) (*Diagram, cover.Stats, error) {
	return diagram(ctx, p, limits, f.plan)
}

// frontierName returns the name of the solver with some order in the list of all solvers.
func frontierName(rule cover.Rule) string {
	if rule == Input {
		return "count_frontier"
	}
	return "count_frontier_" + string(rule)
}

// diagram builds a diagram in the order that choose returns with its plan.
func diagram(ctx context.Context, p *cover.Problem, limits cover.Limits,
	choose func(*cover.Problem) (*plan, cover.Rule, error)) (*Diagram, cover.Stats, error) {
	pl, rule, err := choose(p)
	if err != nil {
		return nil, cover.Stats{Status: cover.Unsupported}, err
	}
	began := time.Now()
	b := newBuilder(ctx, p, pl, limits)
	b.sweep()
	d, stats := b.finish()
	if d != nil {
		d.name = frontierName(rule)
	}
	stats.Search = time.Since(began)
	return d, stats, nil
}
