package solvers

import (
	"context"

	"xcbench/cover"
	"xcbench/solvers/count"
)

// Diagram has all solutions of a problem: see [count.Diagram].
type Diagram = count.Diagram

// Diagram returns the solutions of p as a diagram: see [count.Diagrammer]. The error is a
// [cover.UnsupportedError] if the solver keeps none or does not take p.
func (v Variant) Diagram(ctx context.Context, p *cover.Problem, limits cover.Limits) (*Diagram, cover.Stats, error) {
	s, ok := v.Solver.(count.Diagrammer)
	err := v.Solver.Capabilities().Check(p, false)
	if !ok {
		err = cover.Unsupportedf("%s keeps no diagram", v.Name)
	}
	if err != nil {
		return nil, cover.Stats{Status: cover.Unsupported}, err
	}
	return s.Diagram(ctx, p, limits)
}

// HasDiagram reports whether the solver can keep its solutions as a diagram.
func (v Variant) HasDiagram() bool {
	_, ok := v.Solver.(count.Diagrammer)
	return ok
}
