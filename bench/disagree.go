package bench

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

// comparison is a finding that all solvers of a class must share.
type comparison struct {
	what  string                          // "nodes", in the plural
	among kin                             // solvers that are at least so near are compared
	has   func(*Found, cover.Limits) bool // whether a search has the finding
	total func(*Found) any                // the finding, which prints as what to show of it
	level func(cover.Level) int64         // its part on a level; nil if it has no levels
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

func setOf(f *Found) any     { return f.set.contents }
func numberOf(f *Found) any  { return f.Stats.CountText() }
func nodesOf(f *Found) any   { return f.Stats.Nodes }
func updatesOf(f *Found) any { return f.Stats.Updates }

// comparisons are made in this order. A solver that disagrees in one takes no part in the rest.
//
// Complete searches find the same set of solutions, and all of them count as many. Solvers of one rule walk the same tree in the
// same order (see [cover.Rule]), so a budget of nodes stops all of them at the same node. Their
// counters up to that node are compared. A budget of updates stops them at different nodes, so searches
// that it may have stopped are not compared.
var comparisons = []comparison{
	{"sets of solutions", everySolver, (*Found).showedAll, setOf, nil},
	{"numbers of solutions", everySolver, (*Found).solved, numberOf, nil}, // also of solvers that only count
	{"nodes", sameRule, counts(nodesOf), nodesOf, func(l cover.Level) int64 { return l.Nodes }},
	{"updates", sameCounter, counts(updatesOf), updatesOf, func(l cover.Level) int64 { return l.Updates }},
	{"numbers of solutions", sameRule, (*Found).countedAlike, numberOf, nil},
}

func (f *Found) solved(cover.Limits) bool { return f.Ended == cover.Solved }

func (f *Found) showedAll(cover.Limits) bool { return f.Ended == cover.Solved && !f.countsOnly() }

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

// counts returns whether a search has a counter that covers the whole tree.
func counts(counter func(*Found) any) func(*Found, cover.Limits) bool {
	return func(f *Found, limits cover.Limits) bool {
		return f.countedAlike(limits) && counter(f) != any(int64(cover.Uncounted))
	}
}

// whole stands for all levels together. Some solvers count but have no levels.
const whole = math.MaxInt

// levels returns the finding by level, or nil if only the total is known.
func (c *comparison) levels(f *Found) (all []int64) {
	if c.level == nil {
		return nil
	}
	sum := int64(0)
	for _, l := range f.Stats.Levels {
		all = append(all, c.level(l))
		sum += c.level(l)
	}
	if c.total(f) != any(sum) {
		return nil
	}
	return all
}

// on returns the value on level k, which is 0 below the last one.
func on(levels []int64, k int) int64 {
	if k < len(levels) {
		return levels[k]
	}
	return 0
}

// differ returns the first level where two findings differ, or -1. It is whole if only their totals can be
// compared.
func (c *comparison) differ(a, b *Found) int {
	x, y := c.levels(a), c.levels(b)
	if x == nil || y == nil {
		if c.total(a) == c.total(b) {
			return -1
		}
		return whole
	}
	for k := range max(len(x), len(y)) {
		if on(x, k) != on(y, k) {
			return k
		}
	}
	return -1
}

// value is what to show of a finding.
func (c *comparison) value(f *Found, level int) string {
	if level == whole {
		return fmt.Sprint(c.total(f))
	}
	return strconv.FormatInt(on(c.levels(f), level), 10)
}

// disagree compares the outcomes that nothing refuted. Those that differ from the majority get the
// status disagree; without a majority, all sides get it. If Knuth's figures refuted an outcome, its
// fault also names the first level where it differs from its class.
func disagree(outcomes []Found, limits cover.Limits) {
	for _, c := range comparisons {
		var groups [][]*Found
		for k := range outcomes {
			if o := &outcomes[k]; c.has(o, limits) {
				groups = join(groups, o, func(first *Found) bool { return kinship(first.Variant, o.Variant) >= c.among })
			}
		}
		for _, members := range groups {
			c.judge(members)
		}
	}
}

// confirmAnswers marks the answers that another algorithm confirms. It also marks a search that stopped with
// as many solutions as the limit wants. No answer with a fault is confirmed.
func confirmAnswers(outcomes []Found, limits cover.Limits) {
	for k := range outcomes {
		o := &outcomes[k]
		agrees := func(by Found) bool {
			return by.Ended == cover.Solved && !by.faulty() && by.Algorithm != o.Algorithm && by.Stats.SameCount(o.Stats)
		}
		wanted := o.Ended == cover.Limit && limits.Solutions > 0 && o.set.size == limits.Solutions
		o.Confirmed = !o.faulty() && (o.Confirmed || wanted || o.Ended == cover.Solved && slices.ContainsFunc(outcomes, agrees))
	}
}

// join adds an outcome to the group whose first member is like it, or as a new group.
func join(groups [][]*Found, o *Found, alike func(first *Found) bool) [][]*Found {
	k := slices.IndexFunc(groups, func(g []*Found) bool { return alike(g[0]) })
	if k < 0 {
		return append(groups, []*Found{o})
	}
	groups[k] = append(groups[k], o)
	return groups
}

// judge compares the members of a group. A side is outcomes with the same finding.
func (c *comparison) judge(members []*Found) {
	var sides [][]*Found
	var refuted []*Found
	// The first of a side stands for all, so it should have levels.
	slices.SortStableFunc(members, func(a, b *Found) int { return min(1, len(c.levels(b))) - min(1, len(c.levels(a))) })
	for _, o := range members {
		if o.faulty() {
			if o.figure == c.what {
				refuted = append(refuted, o)
			}
			continue
		}
		sides = join(sides, o, func(first *Found) bool { return c.differ(first, o) < 0 })
	}
	if len(sides) > 1 {
		c.blame(sides)
	}
	if len(sides) != 1 {
		return
	}
	for _, o := range refuted {
		if level := c.differ(o, sides[0][0]); level >= 0 {
			o.Fault += fmt.Sprintf(";%s it has %s, and %s", c.where(level), c.value(o, level), c.says(sides[0], level))
		}
	}
}

// blame marks the sides outside of the majority. The majority comes last in the text.
func (c *comparison) blame(sides [][]*Found) {
	var algorithms [][]string
	for _, s := range sides {
		var names []string
		for _, o := range s {
			names = append(names, o.Algorithm)
		}
		algorithms = append(algorithms, names)
	}
	blamed := sides
	if k := results.Majority(algorithms); k >= 0 {
		blamed = slices.Delete(slices.Clone(sides), k, k+1)
		sides = append(slices.Clone(blamed), sides[k])
	}
	level := c.differ(sides[0][0], sides[1][0])
	for _, s := range sides[2:] {
		level = min(level, c.differ(sides[0][0], s[0]))
	}
	var found []string
	for _, s := range sides {
		found = append(found, c.says(s, level))
	}
	fault := fmt.Sprintf("%s differ%s: %s", c.what, c.where(level), strings.Join(found, "; "))
	for _, s := range blamed {
		for _, o := range s {
			o.Stats.Status, o.Fault = results.Disagree, fault
		}
	}
}

// where returns the place of a difference: " on level 3", or "" if the finding has no levels.
func (c *comparison) where(level int) string {
	if level == whole {
		return ""
	}
	return fmt.Sprintf(" on level %d", level)
}

// says returns who found what: "naive, cells have 56".
func (c *comparison) says(s []*Found, level int) string {
	var names []string
	for _, o := range s {
		names = append(names, o.Variant.Name)
	}
	verb := "has"
	if len(s) > 1 {
		verb = "have"
	}
	return fmt.Sprintf("%s %s %s", strings.Join(names, ", "), verb, c.value(s[0], level))
}
