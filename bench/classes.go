package bench

import (
	"xcbench/results"
	"xcbench/solvers"
)

// ClassOf returns what a run records of a solver.
func ClassOf(v solvers.Variant) results.Class {
	return results.Class{Rule: v.Rule, Counter: string(v.Counter), Algorithm: v.Algorithm, Look: v.Look, Order: v.Order,
		Parallel: v.Parallel, Summary: v.Summary}
}

// classes are the configuration lines of the plan's solvers.
func (p *Plan) classes() (lines [][2]string) {
	for _, v := range p.Variants {
		lines = append(lines, ClassOf(v).Config(v.Name))
	}
	return lines
}
