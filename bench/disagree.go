package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// comparison is about one thing that all solvers of a class must find alike.
type comparison struct {
	what  string                  // "nodes", in the plural
	among kin                     // solvers that are at least so near are compared
	total func(*Found) any        // what a search found, which prints as what to show of it; nil for nothing
	level func(cover.Level) int64 // its part on a level; nil if it has no levels
}

// finding is what one search found, for a comparison.
type finding struct {
	*Found
	total  any
	levels []int64 // nil if only the total is known
}

// kin says what two solvers share.
type kin int

const (
	everySolver kin = iota
	sameRule
	sameCounter // and the rule
)

func kinship(v, w solvers.Variant) kin {
	switch {
	case v.Rule != w.Rule:
		return everySolver
	case v.Counter != w.Counter:
		return sameRule
	}
	return sameCounter
}

// comparisons are made in this order. A solver that disagrees in one takes no part in the rest.
//
// Complete searches find the same set of solutions, and all of them count as many. Solvers of one rule walk the same tree in the
// same order (see [cover.Rule]), so a budget of nodes stops all of them at the same node. Their
// counters up to that node are compared. A budget of updates stops them at different nodes, so searches
// that it may have stopped are not compared.
var comparisons = []comparison{
	{"sets of solutions", everySolver, func(f *Found) any {
		if f.countsOnly() {
			return nil
		}
		return f.Set
	}, nil},
	{"numbers of solutions", everySolver, numberOf, nil}, // also of solvers that only count
	{"nodes", sameRule, func(f *Found) any { return f.Stats.Nodes }, func(l cover.Level) int64 { return l.Nodes }},
	{"updates", sameCounter, func(f *Found) any { return f.Stats.Updates }, func(l cover.Level) int64 { return l.Updates }},
	{"numbers of solutions", sameRule, numberOf, nil},
}

func numberOf(f *Found) any { return f.Stats.CountText() }

// countedAlike reports whether the counters cover the whole tree. A prefix of the tree suffices if
// all solvers stopped at the same node. An engine may have gone on.
func (o *Found) countedAlike(limits cover.Limits) bool {
	prefixes := limits.Updates == 0
	return o.Ended == cover.Solved && !(prefixes && wentOn(o.Variant, o.Stats, limits)) || prefixes && o.Ended == cover.Limit
}

// wentOn reports whether an engine may have searched beyond a limit of nodes: it need not know such
// limits.
func wentOn(v solvers.Variant, s cover.Stats, limits cover.Limits) bool {
	return v.Engine != nil && s.Status == cover.Solved && limits.Nodes > 0 && (s.Nodes == cover.Uncounted || s.Nodes > limits.Nodes)
}

// of returns what a search found, and whether it can be compared. The levels must explain the total.
func (c *comparison) of(f *Found, limits cover.Limits) (finding, bool) {
	if c.among == everySolver && f.Ended != cover.Solved || c.among > everySolver && !f.countedAlike(limits) {
		return finding{}, false
	}
	all := finding{Found: f, total: c.total(f)}
	if c.level != nil {
		sum := int64(0)
		for _, l := range f.Stats.Levels {
			all.levels = append(all.levels, c.level(l))
			sum += c.level(l)
		}
		if all.total != any(sum) {
			all.levels = nil
		}
	}
	return all, all.total != nil && all.total != any(int64(cover.Uncounted))
}

// whole stands for all levels together. Some solvers count but have no levels.
const whole = math.MaxInt

// on returns the finding on a level. It is 0 below the last one.
func (f finding) on(level int) any {
	switch {
	case level == whole:
		return f.total
	case level < len(f.levels):
		return f.levels[level]
	}
	return int64(0)
}

// differ returns the first level where two findings differ, or -1. It is whole if only their totals can be
// compared.
func (f finding) differ(other finding) int {
	if f.levels == nil || other.levels == nil {
		if f.total == other.total {
			return -1
		}
		return whole
	}
	for k := range max(len(f.levels), len(other.levels)) {
		if f.on(k) != other.on(k) {
			return k
		}
	}
	return -1
}

// disagree compares the outcomes that nothing refuted. Those that differ from the majority get the
// status disagree; without a majority, all sides get it. If Knuth's figures refuted an outcome, its
// fault also names the first level where it differs from its class.
func disagree(outcomes []*Found, limits cover.Limits) {
	for _, c := range comparisons {
		var groups [][]finding
		for _, o := range outcomes {
			if f, ok := c.of(o, limits); ok {
				groups = join(groups, f, func(first finding) bool { return kinship(first.Variant, o.Variant) >= c.among })
			}
		}
		for _, members := range groups {
			c.judge(members)
		}
	}
}

// confirmAnswers marks the answers that another algorithm confirms. It also marks a search that stopped with
// as many solutions as the limit wants. No answer with a fault is confirmed.
func confirmAnswers(outcomes []*Found, limits cover.Limits) {
	for _, o := range outcomes {
		agrees := func(by *Found) bool {
			return by.Ended == cover.Solved && !by.Faulty() && by.Algorithm != o.Algorithm && by.Stats.SameCount(o.Stats)
		}
		wanted := o.Ended == cover.Limit && limits.Solutions > 0 && o.Set.Size == limits.Solutions
		o.Confirmed = !o.Faulty() && (o.Confirmed || wanted || o.Ended == cover.Solved && slices.ContainsFunc(outcomes, agrees))
	}
}

// join adds a finding to the group whose first member is like it, or as a new group.
func join(groups [][]finding, f finding, alike func(first finding) bool) [][]finding {
	k := slices.IndexFunc(groups, func(g []finding) bool { return alike(g[0]) })
	if k < 0 {
		return append(groups, []finding{f})
	}
	groups[k] = append(groups[k], f)
	return groups
}

// judge compares the members of a group. A side is outcomes with the same finding.
func (c *comparison) judge(members []finding) {
	var sides [][]finding
	var refuted []finding
	// The first of a side stands for all, so it should have levels.
	slices.SortStableFunc(members, func(a, b finding) int { return min(1, len(b.levels)) - min(1, len(a.levels)) })
	for _, f := range members {
		switch {
		case !f.Faulty():
			sides = join(sides, f, func(first finding) bool { return f.differ(first) < 0 })
		case f.Figure == c.what:
			refuted = append(refuted, f)
		}
	}
	if len(sides) > 1 {
		c.blame(sides)
	}
	if len(sides) != 1 {
		return
	}
	for _, f := range refuted {
		if level := f.differ(sides[0][0]); level >= 0 {
			f.Fault += fmt.Sprintf(";%s it has %v, and %s", where(level), f.on(level), says(sides[0], level))
		}
	}
}

// blame marks the sides outside of the majority. The majority comes last in the text.
func (c *comparison) blame(sides [][]finding) {
	algorithms := make([][]string, len(sides))
	level := whole
	for k, side := range sides {
		for _, f := range side {
			algorithms[k] = append(algorithms[k], f.Algorithm)
		}
		if k > 0 {
			level = min(level, side[0].differ(sides[0][0]))
		}
	}
	blamed := sides
	if k := results.Majority(algorithms); k >= 0 {
		sides = slices.Concat(sides[:k], sides[k+1:], sides[k:k+1])
		blamed = sides[:len(sides)-1]
	}
	var found []string
	for _, side := range sides {
		found = append(found, says(side, level))
	}
	for _, f := range slices.Concat(blamed...) {
		f.Stats.Status, f.Fault = results.Disagree, fmt.Sprintf("%s differ%s: %s", c.what, where(level), strings.Join(found, "; "))
	}
}

// where returns the place of a difference: " on level 3", or "" if the finding has no levels.
func where(level int) string {
	if level == whole {
		return ""
	}
	return fmt.Sprintf(" on level %d", level)
}

// says returns who found what: "naive, cells have 56".
func says(side []finding, level int) string {
	var names []string
	for _, f := range side {
		names = append(names, f.Variant.Name)
	}
	verb := "has"
	if len(side) > 1 {
		verb = "have"
	}
	return fmt.Sprintf("%s %s %v", strings.Join(names, ", "), verb, side[0].on(level))
}
