package compare

import (
	"cmp"
	"fmt"
	"maps"
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
		f := missing(old, "not in the run")
		if now, ok := left[old.Search]; ok {
			f = checkCount(old, now)
			delete(left, old.Search)
		}
		all = append(all, f)
	}
	for _, c := range run {
		if _, added := left[c.Search]; added && c.Status.Measured() {
			all = append(all, Finding{Search: c.Search, Verdict: New, Changes: compareCounters(none, c).begun})
		}
	}
	sortFindings(all)
	return all
}

// counters compares the counters of a search.
type counters struct {
	changed     []Change
	lost, begun []Change       // counted on one side only; the other has the value 0
	sign        map[string]int // of the difference of the totals, by unit
}

// none has no nodes and no updates.
var none = results.Count{Stats: cover.Stats{Nodes: cover.Uncounted, Updates: cover.Uncounted}}

// missing returns the finding on a search without counts.
func missing(old results.Count, why string) Finding {
	return Finding{Search: old.Search, Verdict: Missing, Note: why, Changes: compareCounters(old, none).lost}
}

// compareCounters compares the counters that a baseline has.
func compareCounters(old, now results.Count) counters {
	all := counters{sign: map[string]int{}}
	for _, unit := range []string{results.Solutions, results.Nodes, results.Updates} {
		x, was := total(old, unit)
		y, is := total(now, unit)
		switch c := (Change{Unit: unit, Old: x, New: y}); {
		case was && is:
			sign := cmp.Compare(y, x)
			if unit == results.Solutions && !old.SameCount(now.Stats) {
				sign = cmp.Or(sign, 1) // numbers that are equal in their first digits
			}
			if c.First = firstLevel(results.MustUnit(unit), old, now); sign != 0 || c.First != nil {
				all.changed = append(all.changed, c)
			}
			all.sign[unit] = sign
		case was:
			all.lost = append(all.lost, c)
		case is:
			all.begun = append(all.begun, c)
		}
	}
	return all
}

// total returns the total of a counter, or 0 if it is not counted.
func total(c results.Count, unit string) (x float64, counted bool) {
	n := map[string]int64{results.Solutions: c.Solutions, results.Nodes: c.Nodes, results.Updates: c.Updates}[unit]
	if x = float64(max(n, 0)); unit == results.Solutions && c.Big != nil {
		x, _ = c.Big.Float64()
	}
	return x, n != cover.Uncounted
}

// checkCount compares the counts of a search. The status of a search that other solvers contradict
// plays no part: a solver that did not change is not to blame.
func checkCount(old, now results.Count) Finding {
	if !results.Counted(now.Status) {
		return missing(old, string(now.Status))
	}
	c := compareCounters(old, now)
	f := Finding{Search: old.Search, Changes: c.changed, Stopped: old.Status == cover.Limit || now.Status == cover.Limit}
	solutions, nodes := c.sign[results.Solutions], c.sign[results.Nodes]
	switch ended := now.Status; {
	case ended == results.Wrong:
		f.Verdict, f.Note = WrongCount, "refuted by an oracle of the run"
	case ended == old.Status || !ended.Measured():
		f.Verdict = c.sameWork(old.Status)
	case ended == cover.Limit && nodes > 0:
		f.Verdict, f.Note = map[bool]GateVerdict{true: WrongCount, false: Regressed}[solutions > 0], "not solved within the budget"
	case ended == cover.Solved && nodes <= 0:
		f.Verdict, f.Note = map[bool]GateVerdict{true: WrongCount, false: Improved}[solutions < 0], "solved within the budget"
	default:
		return missing(old, fmt.Sprintf("status %s, expected %s: not the same work", ended, old.Status))
	}
	switch {
	case len(c.lost) > 0 && f.Verdict > Missing:
		return Finding{Search: old.Search, Verdict: Missing, Changes: c.lost, Note: "no longer counted", Lost: true}
	case len(c.begun) > 0 && f.Verdict == Same:
		return Finding{Search: old.Search, Verdict: New, Changes: c.begun, Note: "not counted before"}
	}
	return f
}

// sameWork returns the verdict on a search that ended as in the baseline. Fewer solutions on the same tree are a
// regression.
func (c counters) sameWork(ended cover.Status) GateVerdict {
	solutions, nodes, updates := c.sign[results.Solutions], c.sign[results.Nodes], c.sign[results.Updates]
	switch {
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

// firstLevel returns the first level on which a counter differs. It returns nil if no level differs, or if
// only one side has levels: an engine may report its updates in total only.
func firstLevel(u results.Unit, old, now results.Count) *LevelChange {
	for _, c := range []results.Count{old, now} {
		sum := c.ByLevel()
		if u.ByLevel == nil || c.Levels == nil || u.Name == results.Updates && sum.Updates != c.Updates {
			return nil
		}
	}
	for k := range max(len(old.Levels), len(now.Levels)) {
		at := func(c results.Count) int64 {
			if k < len(c.Levels) {
				return u.ByLevel(c.Levels[k])
			}
			return 0
		}
		if c := (LevelChange{k, at(old), at(now)}); c.Old != c.New {
			return &c
		}
	}
	return nil
}

// side has what the counts of one solver say about it.
type side struct {
	rule, counter string
	rows          int
	counts        bool // nodes or updates
}

// sidesOf returns the solvers of counts.
func sidesOf(counts []results.Count) map[string]side {
	of := map[string]side{}
	for _, c := range counts {
		s := of[c.Solver]
		of[c.Solver] = side{cmp.Or(s.rule, string(c.Rule)), cmp.Or(s.counter, c.Counter), s.rows + 1, s.counts || max(c.Nodes, c.Updates) > 0}
	}
	return of
}

// OtherWork returns a finding, [Undecided], for each solver whose rule or counter class is not the
// baseline's: its counters measure something else.
func OtherWork(baseline, run []results.Count) (findings []Finding) {
	before, after := sidesOf(baseline), sidesOf(run)
	for _, solver := range slices.Sorted(maps.Keys(after)) {
		old, now := before[solver], after[solver]
		var differs []string
		for _, class := range [][3]string{
			{"the rule was %s and is %s", old.rule, now.rule}, {"updates were %s and are %s", old.counter, now.counter},
		} {
			if class[1] != class[2] && class[1] != "" && class[2] != "" {
				differs = append(differs, fmt.Sprintf(class[0], class[1], class[2]))
			}
		}
		if len(differs) > 0 {
			findings = append(findings, Finding{Search: results.Search{Solver: solver}, Verdict: Undecided, Rows: now.rows,
				Note: strings.Join(differs, "; ")})
		}
	}
	return findings
}

// OtherSolvers says that a run and a baseline have no solver in common, and what to do. It returns ""
// if they have one.
func OtherSolvers(baseline, run []results.Count) string {
	before, now := slices.Sorted(maps.Keys(sidesOf(baseline))), slices.Sorted(maps.Keys(sidesOf(run)))
	if len(before) == 0 || slices.ContainsFunc(now, func(solver string) bool { return slices.Contains(before, solver) }) {
		return ""
	}
	return fmt.Sprintf("the baseline has rows of %s, and the run of %s: give the engine the name it has in the baseline, "+
		"or make a baseline of this run with --update --prune", english.List(before), english.List(now))
}

// OnlySolutions returns the solvers of a run that count neither nodes nor updates, in the run or the
// baseline: only their numbers of solutions are compared.
func OnlySolutions(baseline, run []results.Count) (solvers []string) {
	either := sidesOf(slices.Concat(baseline, run))
	for _, solver := range slices.Sorted(maps.Keys(sidesOf(run))) {
		if !either[solver].counts {
			solvers = append(solvers, solver)
		}
	}
	return solvers
}
