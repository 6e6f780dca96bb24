package results

import (
	"fmt"
	"math/big"
	"slices"

	"xcbench/cover"
)

// CheckCounts compares a run with the baseline exactly. Both must be sorted. It returns a finding
// for each search of either, from worst to best and then by name. A search that has no counts and
// is not in the baseline gets no finding.
func CheckCounts(baseline, run []Count) []Finding {
	at := map[Search]Count{}
	for _, c := range run {
		at[c.Search] = c
	}
	var all []Finding
	known := map[Search]bool{}
	for _, old := range baseline {
		known[old.Search] = true
		f := missing(old, "not in the run")
		if c, ok := at[old.Search]; ok {
			f = checkCount(old, c)
		}
		all = append(all, f)
	}
	for _, c := range run {
		if !known[c.Search] && c.Status.Measured() {
			all = append(all, added(c, c.counters(), ""))
		}
	}
	sortFindings(all)
	return all
}

// missing returns the finding on a search without counters in the run.
func missing(old Count, why string) Finding { return lacking(old, old.counters(), why) }

// lacking returns the finding on a search that lacks counters of the baseline in the run.
func lacking(old Count, units []string, why string) Finding {
	f := Finding{Search: old.Search, Verdict: Missing, Note: why}
	for _, unit := range units {
		f.Changes = append(f.Changes, Change{Unit: unit, Old: float64(old.total(unit))})
	}
	return f
}

// added returns the finding on a search with counters that the baseline lacks.
func added(now Count, units []string, why string) Finding {
	f := Finding{Search: now.Search, Verdict: New, Note: why}
	for _, unit := range units {
		f.Changes = append(f.Changes, Change{Unit: unit, New: float64(now.total(unit))})
	}
	return f
}

// total returns the total of a counter.
func (c Count) total(unit string) int64 {
	if unit == Nodes {
		return c.Nodes
	}
	return c.Updates
}

// counters returns the units that are counted.
func (c Count) counters() []string {
	return slices.DeleteFunc([]string{Nodes, Updates}, func(unit string) bool { return c.total(unit) == cover.Uncounted })
}

// without returns the counters of c that other lacks. A total of 0 is none: an earlier version
// recorded it for a counter that an engine did not have.
func (c Count) without(other Count) []string {
	return slices.DeleteFunc(c.counters(), func(unit string) bool {
		return c.total(unit) == 0 || other.total(unit) != cover.Uncounted
	})
}

// checkCount compares the counts of a search. The status of a search that other solvers contradict
// plays no part: a solver that did not change is not to blame.
func checkCount(old, now Count) Finding {
	if !counted(now.Status) {
		return missing(old, string(now.Status))
	}
	f := Finding{Search: old.Search, Stopped: old.Status == cover.Limit || now.Status == cover.Limit}
	solutions := solutionsChange(old, now)
	nodes, updates := changeOf(Nodes, old, now), changeOf(Updates, old, now)
	switch ended := now.Status; {
	case ended == Wrong:
		f.Verdict, f.Note = WrongCount, "refuted by an oracle of the run"
	case ended == old.Status || !ended.Measured():
		f.Verdict = sameWork(old.Status, solutions, nodes, updates)
	case ended == cover.Limit && nodes.total > 0:
		f.Verdict, f.Note = Regressed, "not solved within the budget"
		if solutions.total > 0 {
			f.Verdict = WrongCount
		}
	case ended == cover.Solved && nodes.total <= 0:
		f.Verdict, f.Note = Improved, "solved within the budget"
		if solutions.total < 0 {
			f.Verdict = WrongCount
		}
	default:
		return missing(old, fmt.Sprintf("status %s, expected %s: not the same work", ended, old.Status))
	}
	for _, c := range []change{solutions, nodes, updates} {
		if c.any {
			f.Changes = append(f.Changes, c.Change)
		}
	}
	lost, begun := old.without(now), now.without(old)
	switch {
	case len(lost) > 0 && f.Verdict > Missing:
		f = lacking(old, lost, "no longer counted")
		f.Lost = true
	case len(begun) > 0 && f.Verdict == Same:
		f = added(now, begun, "not counted before")
	}
	return f
}

// sameWork returns the verdict on a search that ended as in the baseline. Fewer solutions on the
// same tree are a regression.
func sameWork(ended cover.Status, solutions, nodes, updates change) Verdict {
	switch {
	case ended == cover.Solved && solutions.any:
		return WrongCount
	case nodes.total > 0, updates.total > 0, solutions.total < 0 && !nodes.any && !updates.any:
		return Regressed
	case nodes.total < 0, updates.total < 0:
		return Improved
	case solutions.any, nodes.any, updates.any:
		return Moved
	}
	return Same
}

// change is the change of a counter.
type change struct {
	Change
	total int64 // the difference of the totals
	any   bool  // the total or the value of a level differs
}

// solutionsChange compares the exact numbers of solutions.
func solutionsChange(old, now Count) change {
	c := totalChange(Solutions, old.Solutions, now.Solutions)
	if old.Big == nil && now.Big == nil {
		return c
	}
	before, after := old.exact(), now.exact()
	c.Old, _ = new(big.Float).SetInt(before).Float64()
	c.New, _ = new(big.Float).SetInt(after).Float64()
	c.total, c.any = int64(after.Cmp(before)), after.Cmp(before) != 0
	return c
}

func (c Count) exact() *big.Int {
	if c.Big != nil {
		return c.Big
	}
	return big.NewInt(c.Solutions)
}

// totalChange compares two totals.
func totalChange(unit string, old, now int64) change {
	return change{Change{Unit: unit, Old: float64(old), New: float64(now)}, now - old, now != old}
}

// changeOf compares the totals of a counter, and its values by level if both are known. There is no
// change if one of the counts lacks the counter.
func changeOf(unit string, old, now Count) change {
	if min(old.total(unit), now.total(unit)) < 0 {
		return change{}
	}
	c := totalChange(unit, old.total(unit), now.total(unit))
	before, after := old.byLevel(unit), now.byLevel(unit)
	if before == nil || after == nil {
		return c
	}
	for k := range max(len(before), len(after)) {
		if x, y := at(before, k), at(after, k); x != y {
			c.First, c.any = &LevelChange{k, x, y}, true
			break
		}
	}
	return c
}

// byLevel returns the values of a counter by level. It returns nil if they are not known: an engine
// may report its updates in total only.
func (c Count) byLevel(unit string) (values []int64) {
	sum := int64(0)
	for _, l := range c.Levels {
		value := mustUnit(unit).ByLevel(l)
		values, sum = append(values, value), sum+value
	}
	if sum != c.total(unit) {
		return nil
	}
	return values
}

func at(values []int64, k int) int64 {
	if k < len(values) {
		return values[k]
	}
	return 0
}
