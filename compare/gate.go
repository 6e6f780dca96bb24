package compare

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// CheckCounts compares a run with the baseline exactly. Both must be sorted. It returns a finding
// for each search of either, from worst to best and then by name. A search that has no counts and
// is not in the baseline gets no finding.
func CheckCounts(baseline, run []results.Count) []Finding {
	left := map[results.Search]results.Count{} // of the run
	for _, c := range run {
		left[c.Search] = c
	}
	var all []Finding
	for _, old := range baseline {
		f := oneSided(old, Missing, "not in the run")
		if c, ok := left[old.Search]; ok {
			f = checkCount(old, c)
			delete(left, old.Search)
		}
		all = append(all, f)
	}
	for _, c := range run {
		if _, added := left[c.Search]; added && c.Status.Measured() {
			all = append(all, oneSided(c, New, ""))
		}
	}
	sortFindings(all)
	return all
}

// gated are the units of a baseline, in the order of a finding.
var gated = []string{results.Solutions, results.Nodes, results.Updates}

// total returns the total of a counter, or nil if it is not counted.
func total(c results.Count, unit string) *big.Int {
	n := c.Updates
	switch {
	case unit == results.Solutions && c.Big != nil:
		return c.Big
	case unit == results.Solutions:
		n = c.Solutions
	case unit == results.Nodes:
		n = c.Nodes
	}
	if n == cover.Uncounted {
		return nil
	}
	return big.NewInt(n)
}

// changeOf returns the change of a counter from one total to another. A total that is nil has the value 0.
func changeOf(unit string, old, now *big.Int) Change {
	number := func(x *big.Int) (f float64) {
		if x != nil {
			f, _ = x.Float64()
		}
		return f
	}
	return Change{Unit: unit, Old: number(old), New: number(now)}
}

// oneSided returns the finding on the nodes and updates of a search that only the baseline has, which are
// missing, or only the run, which are new.
func oneSided(c results.Count, verdict GateVerdict, why string) Finding {
	f := Finding{Search: c.Search, Verdict: verdict, Note: why}
	for _, unit := range gated[1:] {
		switch x := total(c, unit); {
		case x != nil && verdict == New:
			f.Changes = append(f.Changes, changeOf(unit, nil, x))
		case x != nil:
			f.Changes = append(f.Changes, changeOf(unit, x, nil))
		}
	}
	return f
}

// checkCount compares the counts of a search. The status of a search that other solvers contradict
// plays no part: a solver that did not change is not to blame.
func checkCount(old, now results.Count) Finding {
	if !results.Counted(now.Status) {
		return oneSided(old, Missing, string(now.Status))
	}
	f := Finding{Search: old.Search, Stopped: old.Status == cover.Limit || now.Status == cover.Limit}
	sign := map[string]int{} // of the difference of totals
	var lost, begun []Change
	for _, unit := range gated {
		switch x, y := total(old, unit), total(now, unit); {
		case x == nil && y == nil:
		case y == nil:
			lost = append(lost, changeOf(unit, x, nil))
		case x == nil:
			begun = append(begun, changeOf(unit, nil, y))
		default:
			c := changeOf(unit, x, y)
			c.First = firstLevel(results.MustUnit(unit), old, now)
			if sign[unit] = y.Cmp(x); sign[unit] != 0 || c.First != nil {
				f.Changes = append(f.Changes, c)
			}
		}
	}
	solutions, nodes := sign[results.Solutions], sign[results.Nodes]
	switch ended := now.Status; {
	case ended == results.Wrong:
		f.Verdict, f.Note = WrongCount, "refuted by an oracle of the run"
	case ended == old.Status || !ended.Measured():
		f.Verdict = sameWork(old.Status, f.Changes, solutions, max(nodes, sign[results.Updates]), min(nodes, sign[results.Updates]))
	case ended == cover.Limit && nodes > 0:
		f.Verdict, f.Note = Regressed, "not solved within the budget"
		if solutions > 0 {
			f.Verdict = WrongCount
		}
	case ended == cover.Solved && nodes <= 0:
		f.Verdict, f.Note = Improved, "solved within the budget"
		if solutions < 0 {
			f.Verdict = WrongCount
		}
	default:
		return oneSided(old, Missing, fmt.Sprintf("status %s, expected %s: not the same work", ended, old.Status))
	}
	switch {
	case len(lost) > 0 && f.Verdict > Missing:
		return Finding{Search: old.Search, Verdict: Missing, Changes: lost, Note: "no longer counted", Lost: true}
	case len(begun) > 0 && f.Verdict == Same:
		return Finding{Search: old.Search, Verdict: New, Changes: begun, Note: "not counted before"}
	}
	return f
}

// sameWork returns the verdict on a search that ended as in the baseline, from the signs of the changes of its
// solutions, and the greatest and the least of its other counters. Fewer solutions on the same tree are a
// regression.
func sameWork(ended cover.Status, changes []Change, solutions, most, least int) GateVerdict {
	switch {
	case ended == cover.Solved && solutions != 0:
		return WrongCount
	case most > 0, solutions < 0 && len(changes) == 1:
		return Regressed
	case least < 0:
		return Improved
	case len(changes) > 0:
		return Moved
	}
	return Same
}

// firstLevel returns the first level on which a counter differs. It returns nil if no level differs, or if
// only one side has levels.
func firstLevel(u results.Unit, old, now results.Count) *LevelChange {
	before, after := byLevel(u, old), byLevel(u, now)
	if before == nil || after == nil {
		return nil
	}
	for k := range max(len(before), len(after)) {
		var c LevelChange
		if c.Level = k; k < len(before) {
			c.Old = before[k]
		}
		if k < len(after) {
			c.New = after[k]
		}
		if c.Old != c.New {
			return &c
		}
	}
	return nil
}

// byLevel returns the values of a counter by level. It returns nil if they are not known: an engine
// may report its updates in total only.
func byLevel(u results.Unit, c results.Count) (values []int64) {
	if u.ByLevel == nil {
		return nil
	}
	sum := int64(0)
	for _, l := range c.Levels {
		values, sum = append(values, u.ByLevel(l)), sum+u.ByLevel(l)
	}
	if total(c, u.Name).Cmp(big.NewInt(sum)) != 0 {
		return nil
	}
	return values
}

// OtherWork returns a finding, [Undecided], for each solver whose rule or counter class is not the
// baseline's: its counters measure something else.
func OtherWork(baseline, run []results.Count) (findings []Finding) {
	before, after := bySolver(baseline), bySolver(run)
	for _, solver := range slices.Sorted(maps.Keys(after)) {
		if len(before[solver]) == 0 {
			continue
		}
		old, now := before[solver][0], after[solver][0]
		var differs []string
		for _, class := range [][3]string{
			{"the rule was %s and is %s", string(old.Rule), string(now.Rule)}, {"updates were %s and are %s", old.Counter, now.Counter},
		} {
			if class[1] != class[2] && class[1] != "" && class[2] != "" {
				differs = append(differs, fmt.Sprintf(class[0], class[1], class[2]))
			}
		}
		if len(differs) > 0 {
			findings = append(findings, Finding{Search: results.Search{Solver: solver}, Verdict: Undecided, Rows: len(after[solver]),
				Note: strings.Join(differs, "; ")})
		}
	}
	return findings
}

// OtherSolvers says that a run and a baseline have no solver in common, and what to do. It returns ""
// if they have one.
func OtherSolvers(baseline, run []results.Count) string {
	before, now := slices.Sorted(maps.Keys(bySolver(baseline))), slices.Sorted(maps.Keys(bySolver(run)))
	if len(before) == 0 || slices.ContainsFunc(now, func(solver string) bool { return slices.Contains(before, solver) }) {
		return ""
	}
	return fmt.Sprintf("the baseline has rows of %s, and the run of %s: give the engine the name it has in the baseline, "+
		"or make a baseline of this run with --update --prune", english.List(before), english.List(now))
}

// OnlySolutions returns the solvers of a run that count neither nodes nor updates, in the run or the
// baseline: only their numbers of solutions are compared.
func OnlySolutions(baseline, run []results.Count) []string {
	of := bySolver(run)
	for _, c := range slices.Concat(baseline, run) {
		if max(c.Nodes, c.Updates) > 0 {
			delete(of, c.Solver)
		}
	}
	return slices.Sorted(maps.Keys(of))
}

// bySolver returns the counts of each solver.
func bySolver(counts []results.Count) map[string][]results.Count {
	of := map[string][]results.Count{}
	for _, c := range counts {
		of[c.Solver] = append(of[c.Solver], c)
	}
	return of
}
