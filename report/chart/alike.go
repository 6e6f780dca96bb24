package chart

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
)

// Solvers with the same choice rule have the same nodes. If they also have the same counter class,
// they have the same updates. Their curves would hide each other, so solvers with equal values
// share one curve. The values decide this, not the classes, so a broken solver stands out.

// alike is a group of solvers with the same values.
type alike struct {
	solvers []string
	rules   []cover.Rule // set if the group is all solvers with these rules, and at least three
	what    string       // what is equal, as "nodes"
	look    style        // of the first solver
}

// merge groups the solvers with equal values. Groups are in the order of their first solvers.
func (l looks) merge(names []string, what string, same func(a, b string) bool) []alike {
	var groups []alike
	for _, name := range names {
		k := slices.IndexFunc(groups, func(g alike) bool { return same(g.solvers[0], name) })
		if k < 0 {
			groups = append(groups, alike{what: what, look: l.of(name)})
			k = len(groups) - 1
		}
		groups[k].solvers = append(groups[k].solvers, name)
	}
	for k := range groups {
		groups[k].rules = l.rulesOf(groups[k].solvers, names)
	}
	return groups
}

// rulesOf returns the choice rules whose solvers are exactly these, or nil. It also returns nil for
// fewer than three solvers, which a curve can name one by one.
func (l looks) rulesOf(some, all []string) []cover.Rule {
	var rules []cover.Rule
	for _, name := range some {
		rule := l[name].Rule
		if rule == "" {
			return nil
		}
		if !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	for _, name := range all {
		if slices.Contains(rules, l[name].Rule) != slices.Contains(some, name) {
			return nil
		}
	}
	if len(some) < 3 {
		return nil
	}
	return rules
}

// name returns the name of the curve, on at most two lines.
func (g alike) name() string {
	switch {
	case len(g.rules) > 0:
		var names []string
		for _, r := range g.rules {
			names = append(names, string(r))
		}
		return []string{"rule ", "rules "}[min(len(names)-1, 1)] + english.List(names)
	case len(g.solvers) == 1:
		return g.solvers[0]
	case len(g.solvers) == 2:
		return g.solvers[0] + "\nand " + g.solvers[1]
	}
	return fmt.Sprintf("%s\nand %d equal", g.solvers[0], len(g.solvers)-1)
}

// note lists the solvers of a curve whose name does not list them.
func (g alike) note() string {
	if len(g.solvers) < 3 {
		return ""
	}
	if len(g.rules) == 0 {
		return english.List(g.solvers) + " have the same " + g.what + " and share a line."
	}
	return g.spoken() + ": " + english.List(g.solvers) + ", all with the same " + g.what + "."
}

// spoken returns the name on one line.
func (g alike) spoken() string { return strings.ReplaceAll(g.name(), "\n", " ") }

func (g alike) style() style {
	if len(g.rules) == 0 {
		return g.look
	}
	s := g.look
	s.color = ink
	return s
}
