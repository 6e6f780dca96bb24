package solvers

import (
	"context"
	"math/big"

	"xcbench/cover"
	"xcbench/solvers/count"
)

// Diagram has all solutions of a problem: see [count.Diagram].
type Diagram = count.Diagram

// Stop is the error of a pass over a diagram that had to stop: see [count.Stop].
type Stop = count.Stop

// Diagram returns the solutions of p as a diagram: see [count.Diagrammer]. The error is a
// [cover.UnsupportedError] if the solver keeps none or does not take p.
func (v Variant) Diagram(ctx context.Context, p *cover.Problem, limits cover.Limits) (*Diagram, cover.Stats, error) {
	s, err := v.diagrammer(p)
	if err != nil {
		return nil, cover.Stats{Status: cover.Unsupported}, err
	}
	return s.Diagram(ctx, p, limits)
}

// BySize counts the solutions of p by their number of options: see [count.Diagrammer]. The error is
// that of [Variant.Diagram].
func (v Variant) BySize(ctx context.Context, p *cover.Problem, limits cover.Limits) ([]*big.Int, cover.Stats, error) {
	s, err := v.diagrammer(p)
	if err != nil {
		return nil, cover.Stats{Status: cover.Unsupported}, err
	}
	return s.BySize(ctx, p, limits)
}

func (v Variant) diagrammer(p *cover.Problem) (count.Diagrammer, error) {
	s, ok := v.Solver.(count.Diagrammer)
	if !ok {
		return nil, cover.Unsupportedf("%s keeps no diagram", v.Name)
	}
	return s, v.Solver.Capabilities().Check(p, false)
}

// HasDiagram reports whether the solver can keep its solutions as a diagram.
func (v Variant) HasDiagram() bool {
	_, ok := v.Solver.(count.Diagrammer)
	return ok
}
