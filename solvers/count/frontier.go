package count

import (
	"context"
	"math"

	"xcbench/cover"
)

// DefaultMemory bounds the tables of a search in bytes, unless the limits of a run say otherwise.
const DefaultMemory = 4 << 30

// The rules of the frontier solvers: the order in which they branch on the primary items.
const (
	Input      cover.Rule = "input"      // the order of the problem
	Separation cover.Rule = "separation" // an order of small vertex separation: see [quest]
)

// Frontier returns the solver that sweeps the items in the order of a rule: [Input] or
// [Separation].
func Frontier(rule cover.Rule) cover.Solver { return frontier{rule} }

// A Diagrammer is a solver that can keep its transitions.
type Diagrammer interface {
	// Diagram returns the diagram of a problem. It is nil if the status in the statistics is not
	// [cover.Solved]. The tables in the statistics are the diagram's.
	Diagram(ctx context.Context, p *cover.Problem, limits cover.Limits) (*Diagram, cover.Stats, error)
}

type frontier struct{ rule cover.Rule }

func (frontier) Capabilities() cover.Capabilities {
	return cover.Capabilities{Secondary: true, Colours: true, CountsOnly: true}
}

// longQuest bounds the steps of a search for an order that takes no turns: some milliseconds.
const longQuest = 1 << 22

func (f frontier) plan(p *cover.Problem) (*plan, error) {
	x := newProblem(p)
	if f.rule == Input {
		return x.plan(x.inputOrder())
	}
	q := newQuest(x)
	q.improve(longQuest)
	order, _ := q.best()
	return x.plan(order)
}

func (f frontier) Prepare(p *cover.Problem) (cover.Search, error) {
	pl, err := f.plan(p)
	return (*frontierSearch)(pl), err
}

type frontierSearch plan

// Run counts the solutions. The visitor is not used: see [cover.Capabilities].
func (x *frontierSearch) Run(ctx context.Context, limits cover.Limits, _ cover.Visitor) cover.Stats {
	s := newSweep(ctx, (*plan)(x), limits)
	s.resume(math.MaxInt64)
	return s.finish()
}

// Diagram keeps the transitions of the sweep.
func (f frontier) Diagram(ctx context.Context, p *cover.Problem, limits cover.Limits) (*Diagram, cover.Stats, error) {
	pl, err := f.plan(p)
	if err != nil {
		return nil, cover.Stats{Status: cover.Unsupported}, err
	}
	s := newSweep(ctx, pl, limits)
	s.keep = true
	s.resume(math.MaxInt64)
	d := s.diagram(p)
	return d, s.finish(), nil
}
