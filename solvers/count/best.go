package count

import (
	"context"
	"math"
	"time"

	"xcbench/cover"
)

// Turns is the rule of [Best].
const Turns cover.Rule = "turns"

// Best returns the solver that enumerates and sweeps in turns, until one of the two ends. Each turn
// takes twice the steps of the turn before, so the loser costs about as much as the winner. The
// enumerator has the first turn, which ends most problems. Then the sweep begins, in the order that
// [Separation] finds. If the bound on its steps is small, the sweep runs to its end at once.
//
// Turns are measured in steps and not in time, so the winner is the same on every machine. A run
// returns the statistics of the winner. The work of the loser shows only in the time. The name is
// that of the enumerator, for [bestSearch.Chosen].
func Best(enumerator cover.Solver, name string) cover.Solver {
	return best{frontier{Separation}, enumerator, name}
}

// The constants of turns, in steps of about 1 ns. docs/counting.md has the measurements.
const (
	firstTurn = 1 << 18
	surely    = 1 << 26 // a sweep that takes no more steps in any case needs no turns
	nodeSteps = 64      // of a node of the enumerator, and one step more for each 32 options
	share     = 32      // the search for an order takes so many times fewer steps than the sweep
	much      = 8       // a sweep begins again in an order whose forecast is so many times smaller
)

// A best has the diagrams of the sweep.
type best struct {
	frontier
	enumerator cover.Solver
	name       string
}

func (b best) Prepare(p *cover.Problem) (cover.Search, error) {
	search, err := cover.Prepare(b.enumerator, p)
	if err != nil {
		return nil, err
	}
	return &bestSearch{best: b, p: p, search: search}, nil
}

type bestSearch struct {
	best
	p      *cover.Problem
	search cover.Search // of the enumerator
	chosen string
}

// Chosen returns the name of the solver that won the last run. If the enumerator won and chooses a
// solver itself, this is the name of its choice.
func (x *bestSearch) Chosen() string {
	if e, ok := x.search.(interface{ Chosen() string }); ok && x.chosen == x.name {
		return e.Chosen()
	}
	return x.chosen
}

// Run counts the solutions. The visitor is not used: see [cover.Capabilities].
func (x *bestSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	began := time.Now()
	stats := x.count(ctx, limits)
	stats.Search = time.Since(began)
	return stats
}

func (x *bestSearch) count(ctx context.Context, limits cover.Limits) cover.Stats {
	e := cover.Pause(ctx, x.search, limits, nil)
	defer e.Close()
	nodes, cost := int64(0), nodeSteps+int64(x.p.Options()/32)
	enumerate := func(steps int64) (ended bool) {
		nodes += steps / cost
		return e.Resume(cover.Limits{Nodes: nodes})
	}
	finish := func() cover.Stats {
		e.Resume(cover.Limits{})
		return e.Stats
	}
	x.chosen = x.name
	if enumerate(firstTurn) {
		return e.Stats
	}
	var s *sweep
	p := newProblem(x.p)
	q, least := newQuest(p), math.Inf(1)
	q.improve(q.work)
	for turn := int64(firstTurn); ; turn *= 2 {
		q.improve(int(turn / share))
		if order, better := q.best(); s == nil || better < least/much {
			pl, err := p.plan(order)
			if err != nil {
				return finish()
			}
			s, least = newSweep(ctx, pl, limits), better
		}
		s.resume(turn)
		if s.status == cover.Memout {
			return finish()
		}
		if s.done() || s.stopped {
			x.chosen = s.name
			return s.finish()
		}
		if least > surely && enumerate(2*turn) {
			return e.Stats
		}
	}
}
