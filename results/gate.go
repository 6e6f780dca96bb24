package results

import (
	"fmt"
	"math/big"

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
			all = append(all, Finding{Search: c.Search, Verdict: New, Changes: []Change{
				{Unit: Nodes, New: float64(c.Nodes)}, {Unit: Updates, New: float64(c.Updates)},
			}})
		}
	}
	sortFindings(all)
	return all
}

// missing returns the finding on a search without counters in the run.
func missing(old Count, why string) Finding {
	return Finding{Search: old.Search, Verdict: Missing, Note: why, Changes: []Change{
		{Unit: Nodes, Old: float64(old.Nodes)}, {Unit: Updates, Old: float64(old.Updates)},
	}}
}

// checkCount compares the counts of a search. The status of a search that other solvers contradict
// plays no part: a solver that did not change is not to blame.
func checkCount(old, now Count) Finding {
	if !counted(now.Status) {
		return missing(old, string(now.Status))
	}
	f := Finding{Search: old.Search, Stopped: old.Status == cover.Limit || now.Status == cover.Limit}
	solutions := solutionsChange(old, now)
	nodes := changeOf(Nodes, old.Nodes, now.Nodes, old.Levels, now.Levels)
	updates := changeOf(Updates, old.Updates, now.Updates, old.Levels, now.Levels)
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
	c := changeOf(Solutions, old.Solutions, now.Solutions, nil, nil)
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

// changeOf compares the totals of a counter, and its values by level if both are known.
func changeOf(unit string, old, now int64, oldLevels, nowLevels []cover.Level) change {
	c := change{Change{Unit: unit, Old: float64(old), New: float64(now)}, now - old, now != old}
	if oldLevels == nil || nowLevels == nil {
		return c
	}
	at := func(levels []cover.Level, k int) int64 {
		if k < len(levels) {
			return mustUnit(unit).ByLevel(levels[k])
		}
		return 0
	}
	for k := range max(len(oldLevels), len(nowLevels)) {
		if x, y := at(oldLevels, k), at(nowLevels, k); x != y {
			c.First, c.any = &LevelChange{k, x, y}, true
			break
		}
	}
	return c
}
