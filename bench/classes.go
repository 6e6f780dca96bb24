package bench

import (
	"slices"

	"xcbench/results"
	"xcbench/solvers"
)

// ClassOf returns what a run records of a solver.
func ClassOf(v solvers.Variant) results.Class {
	c := results.Class{Rule: v.Rule, Counter: string(v.Counter), Algorithm: v.Algorithm(), Parallel: v.Parallel,
		Summary: v.Summary}
	var algorithms []string
	for k, one := range solvers.All() {
		if one.Name == v.Name {
			c.Order = k + 1
		}
		if !slices.Contains(algorithms, one.Algorithm()) {
			algorithms = append(algorithms, one.Algorithm())
		}
	}
	c.Look = slices.Index(algorithms, c.Algorithm) + 1
	return c
}

// classes are the configuration lines of the plan's solvers.
func (p *Plan) classes() (lines [][2]string) {
	for _, v := range p.Variants {
		lines = append(lines, ClassOf(v).Config(v.Name))
	}
	return lines
}
