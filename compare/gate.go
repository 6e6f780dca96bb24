package compare

import (
	"cmp"
	"fmt"
	"strings"

	"xcbench/cover"
	"xcbench/results"
)

// CheckCounts compares a run with the baseline exactly. It returns a finding for each search of either,
// from worst to best and then in their order. A search that has no counts in the baseline is not in it. A
// search that has none in the run and is not in the baseline gets no finding.
func CheckCounts(baseline, run []results.Count) (all []Finding) {
	left := map[results.Search]results.Count{} // of the run
	for _, c := range run {
		left[c.Search] = c
	}
	for _, old := range baseline {
		if !results.Counted(old.Status) {
			continue
		}
		all = append(all, checkCount(old, left[old.Search]))
		delete(left, old.Search)
	}
	for _, c := range run {
		if _, added := left[c.Search]; added && c.Status.Measured() {
			all = append(all, Finding{Search: c.Search, Verdict: New, Changes: compareCounters(none, c).begun})
		}
	}
	sortFindings(all)
	return all
}

// counters compares the counters of a search: its solutions, nodes and updates.
type counters struct {
	changed     []Change
	lost, begun []Change // counted on one side only; the other has the value 0
	sign        [3]int   // of the difference of the totals
	others      []string // why counters are not compared, although both sides have them
}

// none has no nodes and no updates.
var none = results.Count{Stats: cover.Stats{Nodes: cover.Uncounted, Updates: cover.Uncounted}}

// compareCounters compares the counters that a baseline has. Nodes are compared within a choice rule, and
// updates within a counter class.
func compareCounters(old, now results.Count) (all counters) {
	for k, u := range []struct{ name, class, was, is string }{
		{results.Solutions, "", "", ""},
		{results.Nodes, "the rule was %s and is %s", string(old.Rule), string(now.Rule)},
		{results.Updates, "updates were %s and are %s", old.Counter, now.Counter},
	} {
		unit := results.MustUnit(u.name)
		x, was := unit.OfCount(old)
		y, is := unit.OfCount(now)
		switch c := (Change{Unit: u.name, Old: x, New: y}); {
		case was && is && u.was != u.is && min(u.was, u.is) != "":
			all.others = append(all.others, fmt.Sprintf(u.class, u.was, u.is))
		case was && is:
			if all.sign[k] = cmp.Compare(y, x); k == 0 && !old.SameCount(now.Stats) {
				all.sign[k] = cmp.Or(all.sign[k], 1) // numbers that are equal in their first digits
			}
			if c.findLevel(unit.ByLevel, old.Stats, now.Stats); all.sign[k] != 0 || c.LevelOld != c.LevelNew {
				all.changed = append(all.changed, c)
			}
		case was:
			all.lost = append(all.lost, c)
		case is:
			all.begun = append(all.begun, c)
		}
	}
	return all
}

// findLevel sets the first level on which a counter differs. It does not if the levels of a side do not add up to its
// total, as an engine may report its updates in total only.
func (c *Change) findLevel(by func(cover.Level) int64, old, now cover.Stats) {
	if by == nil || float64(by(old.ByLevel())) != c.Old || float64(by(now.ByLevel())) != c.New {
		return
	}
	for k := range max(len(old.Levels), len(now.Levels)) {
		var at [2]int64
		for side, levels := range [...]cover.Levels{old.Levels, now.Levels} {
			if k < len(levels) {
				at[side] = by(levels[k])
			}
		}
		if at[0] != at[1] {
			c.Level, c.LevelOld, c.LevelNew = k, at[0], at[1]
			return
		}
	}
}

// checkCount compares the counts of a search, which the run may not have. The status of a search that other solvers
// contradict plays no part: a solver that did not change is not to blame.
func checkCount(old, now results.Count) Finding {
	c, f := compareCounters(old, now), Finding{Search: old.Search, Verdict: Missing}
	solutions, nodes, wrong := c.sign[0], c.sign[1], false
	switch ended := now.Status; {
	case !results.Counted(ended):
		f.Note = cmp.Or(string(ended), "not in the run")
	case ended == old.Status || !ended.Measured() && ended != results.Wrong:
		f.Verdict = c.sameWork(old.Status)
	case ended == results.Wrong:
		f.Verdict, f.Note = WrongCount, "refuted by an oracle of the run"
	case ended == cover.Limit && nodes > 0:
		f.Verdict, f.Note, wrong = Regressed, "not solved within the budget", solutions > 0
	case ended == cover.Solved && nodes <= 0:
		f.Verdict, f.Note, wrong = Improved, "solved within the budget", solutions < 0
	default:
		f.Note = fmt.Sprintf("status %s, expected %s: not the same work", ended, old.Status)
	}
	if wrong {
		f.Verdict = WrongCount
	}
	switch f.Changes = c.changed; {
	case f.Verdict == Missing:
		f.Changes = compareCounters(old, none).lost
	case len(c.lost) > 0 && f.Verdict > Missing:
		f = Finding{Search: old.Search, Verdict: Missing, Changes: c.lost, Note: "no longer counted", Lost: true}
	case len(c.others) > 0 && f.Verdict > Undecided:
		f.Verdict, f.Note = Undecided, strings.Join(c.others, "; ")
	case len(c.begun) > 0 && f.Verdict == Same:
		f.Verdict, f.Changes, f.Note = New, c.begun, "not counted before"
	}
	return f
}

// sameWork returns the verdict on a search that ended as in the baseline. Fewer solutions on the same tree are a
// regression.
func (c counters) sameWork(ended cover.Status) GateVerdict {
	switch solutions, nodes, updates := c.sign[0], c.sign[1], c.sign[2]; {
	case ended == cover.Solved && solutions != 0:
		return WrongCount
	case max(nodes, updates) > 0, solutions < 0 && len(c.changed) == 1:
		return Regressed
	case min(nodes, updates) < 0:
		return Improved
	case len(c.changed) > 0:
		return Moved
	}
	return Same
}
