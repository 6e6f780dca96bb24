package bench

import (
	"xcbench/results"
	"xcbench/solvers"
)

// ClassOf returns what a run records of a solver.
func ClassOf(v solvers.Variant) results.Class {
	return results.Class{Rule: v.Rule, Counter: string(v.Counter), Algorithm: v.Algorithm, Look: v.Look, Order: v.Order,
		Parallel: v.Parallel, TimesStart: v.Engine != nil && v.Engine.TimesStart(), Summary: v.Summary}
}

// classes are the configuration lines of the plan's solvers. Their order is the plan's, so tables and
// plots of the run have its solvers in the order in which they were named.
func (p *Plan) classes() (lines [][2]string) {
	for k, v := range p.Variants {
		class := ClassOf(v)
		class.Order = k + 1
		lines = append(lines, class.Config(v.Name))
	}
	return lines
}
