package chart

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"xcbench/cover"
)

// Solvers of a choice rule have the same nodes, and those of a counter class the same
// updates too. Their curves would hide each other, so what is alike is one curve. That it is
// alike is seen in the values, not taken from the classes: a broken solver shows.

// alike are solvers with the same values.
type alike struct {
	solvers []string
	rules   []cover.Rule // that the solvers are all of, if they are more than two
	what    string       // is the same, as "nodes"
	look    style        // of the first of them
}

// merge puts solvers with the same of something together, in the order of the first ones.
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

// rulesOf returns the rules that some of all solvers are just those of.
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

// name is what the curve is called, on at most two lines.
func (g alike) name() string {
	switch {
	case len(g.rules) > 0:
		return []string{"rule ", "rules "}[min(len(g.rules)-1, 1)] + ruleNames(g.rules)
	case len(g.solvers) == 1:
		return g.solvers[0]
	case len(g.solvers) == 2:
		return g.solvers[0] + "\n= " + g.solvers[1]
	}
	return fmt.Sprintf("%s\n= %d more", g.solvers[0], len(g.solvers)-1)
}

// note says which solvers a name stands for that does not say it.
func (g alike) note() string {
	if len(g.solvers) < 3 {
		return ""
	}
	return strings.ReplaceAll(g.name(), "\n", " ") + ": " + list(g.solvers) + ", all with the same " + g.what + "."
}

// spoken is the name on one line.
func (g alike) spoken() string { return strings.ReplaceAll(g.name(), "\n", " ") }

func (g alike) style() style {
	if len(g.rules) == 0 {
		return g.look
	}
	s := g.look
	s.color, s.mark = ink, draw.CircleGlyph{}
	if s.dashes != nil {
		s.mark = ring{}
	}
	return s
}

func ruleNames(rules []cover.Rule) string {
	var names []string
	for _, r := range rules {
		names = append(names, string(r))
	}
	return list(names)
}

// list writes "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// some is a list that stops after a few.
func some(names []string, most int) string {
	if len(names) <= most {
		return list(names)
	}
	return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
}
