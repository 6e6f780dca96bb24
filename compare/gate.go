package compare

import (
	"fmt"
	"math/big"
	"slices"

	"xcbench/cover"
	"xcbench/results"
)

// CheckCounts compares a run with the baseline exactly. Both must be sorted. It returns a finding
// for each search of either, from worst to best and then by name. A search that has no counts and
// is not in the baseline gets no finding.
func CheckCounts(baseline, run []results.Count) []Finding {
	at := map[results.Search]results.Count{}
	for _, c := range run {
		at[c.Search] = c
	}
	var all []Finding
	known := map[results.Search]bool{}
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
			all = append(all, oneSided(c, New, counters(c), ""))
		}
	}
	sortFindings(all)
	return all
}

// missing returns the finding on a search without counters in the run.
func missing(old results.Count, why string) Finding {
	return oneSided(old, Missing, counters(old), why)
}

// oneSided returns the finding on counters of a search that only the baseline has, which are missing, or
// only the run, which are new.
func oneSided(c results.Count, verdict GateVerdict, units []string, why string) Finding {
	f := Finding{Search: c.Search, Verdict: verdict, Note: why}
	for _, unit := range units {
		change, x := Change{Unit: unit}, float64(total(c, unit))
		if verdict == New {
			change.New = x
		} else {
			change.Old = x
		}
		f.Changes = append(f.Changes, change)
	}
	return f
}

// total returns the total of a counter.
func total(c results.Count, unit string) int64 {
	if unit == results.Nodes {
		return c.Nodes
	}
	return c.Updates
}

// counters returns the units that are counted.
func counters(c results.Count) []string {
	return slices.DeleteFunc([]string{results.Nodes, results.Updates}, func(unit string) bool { return total(c, unit) == cover.Uncounted })
}

// without returns the counters of c that other lacks.
func without(c, other results.Count) []string {
	return slices.DeleteFunc(counters(c), func(unit string) bool { return total(other, unit) != cover.Uncounted })
}

// checkCount compares the counts of a search. The status of a search that other solvers contradict
// plays no part: a solver that did not change is not to blame.
func checkCount(old, now results.Count) Finding {
	if !results.Counted(now.Status) {
		return missing(old, string(now.Status))
	}
	f := Finding{Search: old.Search, Stopped: old.Status == cover.Limit || now.Status == cover.Limit}
	solutions := solutionsChange(old, now)
	nodes, updates := changeOf(results.Nodes, old, now), changeOf(results.Updates, old, now)
	switch ended := now.Status; {
	case ended == results.Wrong:
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
		if c.any() {
			f.Changes = append(f.Changes, c.Change)
		}
	}
	lost, begun := without(old, now), without(now, old)
	switch {
	case len(lost) > 0 && f.Verdict > Missing:
		f = oneSided(old, Missing, lost, "no longer counted")
		f.Lost = true
	case len(begun) > 0 && f.Verdict == Same:
		f = oneSided(now, New, begun, "not counted before")
	}
	return f
}

// sameWork returns the verdict on a search that ended as in the baseline. Fewer solutions on the
// same tree are a regression.
func sameWork(ended cover.Status, solutions, nodes, updates change) GateVerdict {
	switch {
	case ended == cover.Solved && solutions.any():
		return WrongCount
	case nodes.total > 0, updates.total > 0, solutions.total < 0 && !nodes.any() && !updates.any():
		return Regressed
	case nodes.total < 0, updates.total < 0:
		return Improved
	case solutions.any(), nodes.any(), updates.any():
		return Moved
	}
	return Same
}

// change is the change of a counter.
type change struct {
	Change
	total int64 // of the totals: its sign says which is greater
}

// any reports whether the total or the value of a level differs.
func (c change) any() bool { return c.total != 0 || c.First != nil }

// solutionsChange compares the exact numbers of solutions.
func solutionsChange(old, now results.Count) change {
	before, after := exactly(old), exactly(now)
	c := change{Change{Unit: results.Solutions}, int64(after.Cmp(before))}
	c.Old, _ = new(big.Float).SetInt(before).Float64()
	c.New, _ = new(big.Float).SetInt(after).Float64()
	return c
}

func exactly(c results.Count) *big.Int {
	if c.Big != nil {
		return c.Big
	}
	return big.NewInt(c.Solutions)
}

// changeOf compares the totals of a counter, and its values by level if both are known. There is no
// change if one of the counts lacks the counter.
func changeOf(unit string, old, now results.Count) change {
	x, y := total(old, unit), total(now, unit)
	if min(x, y) < 0 {
		return change{}
	}
	c := change{Change{Unit: unit, Old: float64(x), New: float64(y)}, y - x}
	before, after := byLevel(old, unit), byLevel(now, unit)
	if before == nil || after == nil {
		return c
	}
	for k := range max(len(before), len(after)) {
		if x, y := at(before, k), at(after, k); x != y {
			c.First = &LevelChange{k, x, y}
			break
		}
	}
	return c
}

// byLevel returns the values of a counter by level. It returns nil if they are not known: an engine
// may report its updates in total only.
func byLevel(c results.Count, unit string) (values []int64) {
	sum := int64(0)
	for _, l := range c.Levels {
		value := results.MustUnit(unit).ByLevel(l)
		values, sum = append(values, value), sum+value
	}
	if sum != total(c, unit) {
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
