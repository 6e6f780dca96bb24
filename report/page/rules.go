package page

import (
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/solvers"
)

// ruleFacts defines the choice rules of all columns. A rule of another program has no definition
// here, so it is described by its solvers.
func (s *study) ruleFacts() (all []fact) {
	for _, c := range s.columns {
		isRule := func(f fact) bool { return f.Name == string(c.Rule) }
		if c.Rule == "" || slices.ContainsFunc(all, isRule) {
			continue
		}
		value := solvers.Definition(c.Rule)
		if value == "" {
			value = "The rule of " + strings.Join(s.solversOf(c.Rule), ", ") + ". No definition is known."
		}
		all = append(all, fact{string(c.Rule), value})
	}
	return all
}

// solversOf returns the solvers that branch by a rule.
func (s *study) solversOf(rule cover.Rule) (all []string) {
	for _, c := range s.columns {
		if c.Rule == rule && !slices.Contains(all, c.solver) {
			all = append(all, c.solver)
		}
	}
	return all
}
