package bench

import (
	"cmp"
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
	what     string                           // "nodes", in the plural
	byLevel  bool                             // each level has a value
	class    func(solvers.Variant) class      // solvers of one class are compared
	compares func(*Found, cover.Limits) bool  // whether the outcome has the finding
	differ   func(a, b *Found) int            // the first level where they differ, or -1
	value    func(o *Found, level int) string // what to show of the finding
}

type class struct {
	rule    cover.Rule
	counter solvers.Counter
}

// comparisons are made in this order. A solver that disagrees in one takes no part in the rest.
//
// Complete searches find the same set of solutions, and all of them count as many. Solvers of one rule walk the same tree in the
// same order (see [cover.Rule]), so a budget of nodes stops all of them at the same node. Their
// counters up to that node are compared. A budget of updates stops them at different nodes, so searches
// that it may have stopped are not compared.
var comparisons = []comparison{
	{
		what:     "sets of solutions",
		class:    func(solvers.Variant) class { return class{} },
		compares: func(o *Found, _ cover.Limits) bool { return o.Ended == cover.Solved && !o.countsOnly() },
		differ: func(a, b *Found) int {
			if a.set.same(&b.set) {
				return -1
			}
			return 0
		},
		value: solutionsOf,
	}, {
		what:     "numbers of solutions", // also of solvers that only count
		class:    func(solvers.Variant) class { return class{} },
		compares: func(o *Found, _ cover.Limits) bool { return o.Ended == cover.Solved },
		differ:   differInNumber,
		value:    solutionsOf,
	}, {
		what:     "nodes",
		byLevel:  true,
		class:    func(v solvers.Variant) class { return class{rule: v.Rule} },
		compares: counts(nodesOn),
		differ:   func(a, b *Found) int { return firstDifference(a, b, nodesOn) },
		value:    decimal(nodesOn),
	}, {
		what:     "updates",
		byLevel:  true,
		class:    func(v solvers.Variant) class { return class{v.Rule, v.Counter} },
		compares: counts(updatesOn),
		differ:   func(a, b *Found) int { return firstDifference(a, b, updatesOn) },
		value:    decimal(updatesOn),
	}, {
		what:     "numbers of solutions",
		class:    func(v solvers.Variant) class { return class{rule: v.Rule} },
		compares: (*Found).countedAlike,
		differ:   differInNumber,
		value:    solutionsOf,
	},
}

func differInNumber(a, b *Found) int {
	if a.Stats.SameCount(b.Stats) {
		return -1
	}
	return 0
}

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

// counts returns whether the outcome has a counter that covers the whole tree.
func counts(counter func(*Found, int) int64) func(*Found, cover.Limits) bool {
	return func(o *Found, limits cover.Limits) bool {
		return o.countedAlike(limits) && counter(o, whole) != cover.Uncounted
	}
}

func solutionsOf(o *Found, _ int) string { return o.Stats.CountText() }

// decimal returns a counter in decimal.
func decimal(counter func(*Found, int) int64) func(*Found, int) string {
	return func(o *Found, level int) string { return strconv.FormatInt(counter(o, level), 10) }
}

func nodesOn(o *Found, level int) int64 { return o.level(level).Nodes }

func updatesOn(o *Found, level int) int64 { return o.level(level).Updates }

// whole stands for all levels together. Some solvers count but have no levels.
const whole = math.MaxInt

// level returns level k, which is empty below the last one.
func (o *Found) level(k int) cover.Level {
	switch {
	case k == whole:
		return cover.Level{Nodes: o.Stats.Nodes, Updates: o.Stats.Updates}
	case k < len(o.Stats.Levels):
		return o.Stats.Levels[k]
	}
	return cover.Level{}
}

// flat reports whether only the total of a counter is known.
func (o *Found) flat(value func(*Found, int) int64) bool {
	if !o.Variant.Capabilities().NoLevels {
		return false
	}
	sum := int64(0)
	for k := range o.Stats.Levels {
		sum += value(o, k)
	}
	return o.Stats.Levels == nil || sum != value(o, whole)
}

func firstDifference(a, b *Found, value func(*Found, int) int64) int {
	if a.flat(value) || b.flat(value) {
		if value(a, whole) == value(b, whole) {
			return -1
		}
		return whole
	}
	for k := range max(len(a.Stats.Levels), len(b.Stats.Levels)) {
		if value(a, k) != value(b, k) {
			return k
		}
	}
	return -1
}

// disagree compares the outcomes that nothing refuted. Those that differ from the majority get the
// status disagree; without a majority, all sides get it. If Knuth's figures refuted an outcome, its
// fault also names the first level where it differs from its class.
func disagree(outcomes []Found, limits cover.Limits) {
	for _, c := range comparisons {
		var classes []class
		members := map[class][]*Found{}
		for k := range outcomes {
			o := &outcomes[k]
			if !c.compares(o, limits) {
				continue
			}
			at := c.class(o.Variant)
			if members[at] == nil {
				classes = append(classes, at)
			}
			members[at] = append(members[at], o)
		}
		for _, at := range classes {
			c.judge(members[at])
		}
	}
}

// confirmAnswers marks the answers that another algorithm confirms, and those that are as many solutions as
// were wanted. No outcome with a fault is confirmed.
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

// order sorts outcomes by how much their levels tell: nodes and updates, nodes, or nothing.
func order(o *Found) (unknown int) {
	for _, counter := range []func(*Found, int) int64{nodesOn, updatesOn} {
		if o.flat(counter) {
			unknown++
		}
	}
	return unknown
}

// side is outcomes with the same finding.
type side []*Found

func (c *comparison) judge(members []*Found) {
	var sides []side
	var refuted []*Found
	// The first of a side stands for all, so it should have levels.
	slices.SortStableFunc(members, func(a, b *Found) int { return cmp.Compare(order(a), order(b)) })
	for _, o := range members {
		if o.faulty() {
			if o.figure == c.what {
				refuted = append(refuted, o)
			}
			continue
		}
		k := slices.IndexFunc(sides, func(s side) bool { return c.differ(s[0], o) < 0 })
		if k < 0 {
			k = len(sides)
			sides = append(sides, nil)
		}
		sides[k] = append(sides[k], o)
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
func (c *comparison) blame(sides []side) {
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
	if !c.byLevel || level == whole {
		return ""
	}
	return fmt.Sprintf(" on level %d", level)
}

// says returns who found what: "naive, cells have 56".
func (c *comparison) says(s side, level int) string {
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
