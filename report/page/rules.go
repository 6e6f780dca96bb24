package page

import (
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/solvers"
)

// ruleFacts defines the choice rules of all columns. The rules of other programs have no definition
// here: one fact names their solvers.
func (s *study) ruleFacts() (all []fact) {
	var others []string
	seen := map[cover.Rule]bool{"": true}
	for _, c := range s.columns {
		if seen[c.Rule] {
			continue
		}
		seen[c.Rule] = true
		if value := solvers.Definition(c.Rule); value != "" {
			all = append(all, fact{string(c.Rule), value})
		} else {
			others = append(others, strings.Join(s.solversOf(c.Rule), " and "))
		}
	}
	if len(others) > 0 {
		all = append(all, fact{"other rules", "No definition is known of the rules of " + strings.Join(others, ", ") + "."})
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
