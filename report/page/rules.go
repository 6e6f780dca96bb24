package page

import (
	"slices"

	"xcbench/internal/english"
	"xcbench/solvers"
)

// ruleFacts defines the choice rules of all columns. The rules of other programs have no definition
// here: one fact names their solvers.
func (s *study) ruleFacts() (all []fact) {
	var others []string
	for _, c := range s.columns {
		switch rule := (fact{string(c.Rule), solvers.Definition(c.Rule)}); {
		case rule.Name == "":
		case rule.Value != "" && !slices.Contains(all, rule):
			all = append(all, rule)
		case rule.Value == "" && !slices.Contains(others, c.solver):
			others = append(others, c.solver)
		}
	}
	if len(others) > 0 {
		all = append(all, fact{"other rules", "No definition is known of the rules of " + english.List(others) + "."})
	}
	return all
}
