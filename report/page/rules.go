package page

import (
	"slices"
	"strings"

	"xcbench/cover"
)

// rules defines the choice rules of this program in words. The packages that declare them have the
// details.
var rules = map[cover.Rule]string{
	cover.MRV:   "Branch on the item with the fewest options. Among equals, take the first item of the problem.",
	cover.First: "Branch on the first uncovered item of the problem.",
	"ssxc1": "The rule of Knuth's program SSXC1. Skip an option that would leave an item without options. " +
		"Branch on the item with the fewest options; among equals, the order left by earlier work decides.",
	"ssxcc": "The rule of Knuth's program SSXCC: ssxc1, but items with only one option come first. " +
		"Otherwise, among equals, take the first item of the problem.",
	"forced": "Take the option of every item that has only one, without a node of its own. " +
		"If every option of an item a contains an item b, drop the other options of b. Then branch like mrv.",
	"infer": "Take forced options without a node of their own, and remove options that cannot be in a solution. " +
		"The shape of the problem decides which removals are tried. Then branch like mrv.",
}

// ruleFacts defines the choice rules of all columns. A rule of another program has no definition
// here, so it is described by its solvers.
func (s *study) ruleFacts() (all []fact) {
	for _, c := range s.columns {
		isRule := func(f fact) bool { return f.Name == string(c.Rule) }
		if c.Rule == "" || slices.ContainsFunc(all, isRule) {
			continue
		}
		value := rules[c.Rule]
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
