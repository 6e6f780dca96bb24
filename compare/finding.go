package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"xcbench/internal/stats"
	"xcbench/results"
)

// GateVerdict is the result of comparing a row of a run with the baseline.
type GateVerdict int

// The verdicts, from worst to best.
const (
	WrongCount GateVerdict = iota // another number of solutions, or an answer that an oracle refuted
	Regressed                     // more nodes or updates
	Missing                       // in the baseline, but the run has no value
	Slower                        // significantly, and by more than the threshold
	Undecided                     // the samples of times are too few, or the counters measure something else
	Moved                         // the same totals, but on other levels
	Improved                      // fewer nodes or updates, and no counter has more
	Faster
	New // not in the baseline
	Same
)

var verdictNames = [...]string{
	"wrong", "regression", "missing", "slower", "undecided", "moved", "improvement", "faster", "new", "same",
}

func (v GateVerdict) String() string { return verdictNames[v] }

// Finding is the verdict on one search, or on a group of searches, and the values that changed.
type Finding struct {
	results.Search // of a group: only the solver, or only the instances of a family as "queens/*"
	Verdict        GateVerdict
	Rows           int // how many rows a group has; 0 if the finding is on one search
	Changes        []Change
	Note           string // what no number says, such as "not in the run"
	Time           bool   // the verdict is on times, not on counters
	Stopped        bool   // a budget ended the search on a side, so its counters are not of the whole tree
	Lost           bool   // the run has the row, without a counter that the baseline has
}

// Change is the change of one value. New rows have no old value, and missing rows no new value.
type Change struct {
	Unit     string
	Old, New float64      // in a group of counters: the sums over the rows whose totals changed
	First    *LevelChange // the first level that changed; nil of a group, or if no level is known
	Samples  *Samples     // of the time of a search; nil if no samples were compared
	Interval *stats.Ratio // of the new time of a group to the old
}

// Samples is the comparison of the samples of one search.
type Samples struct {
	Old, New int // their numbers
	P        float64
}

// LevelChange has the values of a counter on one level.
type LevelChange struct {
	Level    int
	Old, New int64
}

// Percent returns the relative change in percent. It reports false if only the old value is 0.
func (c Change) Percent() (percent float64, ok bool) {
	switch {
	case c.Old == c.New:
		return 0, true
	case c.Old == 0:
		return 0, false
	}
	return (c.New/c.Old - 1) * 100, true
}

// GateRules say which findings pass a gate.
type GateRules struct {
	Partial bool // the run need not have all rows of the baseline
	Strict  bool // any change fails, so that the baseline always matches the code
	Update  bool // the run replaces the baseline, so that nothing fails
}

// Fails reports whether a finding fails the gate.
func (r GateRules) Fails(f Finding) bool {
	if r.Update {
		return false
	}
	switch f.Verdict {
	case WrongCount, Regressed, Slower:
		return true
	case Missing:
		return !r.Partial || f.Lost
	case Moved, Improved, New:
		return r.Strict
	}
	return false
}

// JoinFindings returns the findings on counters and on times, from worst to best. A search that is
// missing in both has one finding.
func JoinFindings(counts, times []Finding) []Finding {
	missing := map[results.Search]bool{}
	for _, f := range counts {
		missing[f.Search] = f.Verdict == Missing
	}
	all := slices.Concat(counts, slices.DeleteFunc(slices.Clone(times), func(f Finding) bool {
		return f.Verdict == Missing && missing[f.Search]
	}))
	sortFindings(all)
	return all
}

// sortFindings sorts from worst to best. Findings with the same verdict keep their order.
func sortFindings(all []Finding) {
	slices.SortStableFunc(all, func(a, b Finding) int { return int(a.Verdict) - int(b.Verdict) })
}

// groupSize is the smallest number of findings on one solver that are summed up.
const groupSize = 4

// Summarize returns the findings from worst to best, with those on groups in place of their searches.
// The groups are the solvers and families whose times changed, and the solvers whose counters have
// the same verdict on many instances. Groups come before searches with the same verdict, from most
// to fewest rows. A group of counters has the sums of the rows that no budget stopped, if there are
// any: a budget hides how much a search changed.
func Summarize(findings []Finding) []Finding {
	type key struct {
		solver  string
		verdict GateVerdict
	}
	rows := map[key][]Finding{}
	for _, f := range findings {
		if !f.Time && f.Verdict != Same {
			k := key{f.Solver, f.Verdict}
			rows[k] = append(rows[k], f)
		}
	}
	maps.DeleteFunc(rows, func(_ key, some []Finding) bool { return len(some) < groupSize })
	var all []Finding
	for _, some := range rows {
		all = append(all, sumUp(some))
	}
	for _, f := range findings {
		group := f.Rows > 0
		if group && f.Verdict != Same || !group && (f.Time || rows[key{f.Solver, f.Verdict}] == nil) {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), b.Rows-a.Rows, a.Compare(b.Search))
	})
	return all
}

// sumUp returns the group of findings with the same verdict on one solver.
func sumUp(findings []Finding) Finding {
	group := Finding{Search: results.Search{Solver: findings[0].Solver}, Verdict: findings[0].Verdict, Rows: len(findings)}
	var notes []string
	for _, f := range findings {
		if group.Lost = group.Lost || f.Lost; f.Note != "" && !slices.Contains(notes, f.Note) {
			notes = append(notes, f.Note)
		}
	}
	stopped := func(f Finding) bool { return f.Stopped }
	if whole := slices.DeleteFunc(slices.Clone(findings), stopped); len(whole) > 0 && len(whole) < len(findings) {
		notes = append(notes, fmt.Sprintf("sums without %d rows that a budget stopped", len(findings)-len(whole)))
		findings = whole
	}
	group.Note = strings.Join(notes, ", ")
	for _, u := range results.Units {
		sum := Change{Unit: u.Name}
		for _, f := range findings {
			for _, c := range f.Changes {
				if c.Unit == u.Name && c.Old != c.New {
					sum.Old, sum.New = sum.Old+c.Old, sum.New+c.New
				}
			}
		}
		if sum.Old != sum.New || sum.Old > 0 {
			group.Changes = append(group.Changes, sum)
		}
	}
	return group
}
