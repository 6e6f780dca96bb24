package compare

import (
	"cmp"
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
	Lost           bool   // the run has the row, without a counter that the baseline has
}

// Change is the change of one value. New rows have no old value, and missing rows no new value.
type Change struct {
	Unit     string
	Old, New float64 // in a group of counters: the sums over the rows whose totals changed

	Level              int // the first level that changed, if its values differ
	LevelOld, LevelNew int64

	Samples  [2]int // of the time of a search, old and new; 0 if no samples were compared
	P        float64
	Interval stats.Ratio // of the new time of a group to the old, or the zero Ratio
}

// Percent returns the relative change in percent. It reports false if only the old value is 0.
func (c Change) Percent() (percent float64, ok bool) {
	if c.Old == 0 {
		return 0, c.New == 0
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
	missing := map[results.Search]int{}
	all := slices.DeleteFunc(slices.Concat(counts, times), func(f Finding) bool {
		if f.Verdict == Missing {
			missing[f.Search]++
		}
		return f.Verdict == Missing && missing[f.Search] > 1
	})
	sortFindings(all)
	return all
}

// sortFindings sorts from worst to best. Findings with the same verdict keep their order.
func sortFindings(all []Finding) {
	slices.SortStableFunc(all, func(a, b Finding) int { return cmp.Compare(a.Verdict, b.Verdict) })
}

// groupSize is the smallest number of findings on one solver that are summed up.
const groupSize = 4

// Summarize returns what changed, from worst to best, with the findings on groups in place of their searches.
// The groups are the solvers and families whose times changed, and the solvers whose counters have
// the same verdict on many instances. Groups come before searches with the same verdict, from most
// to fewest rows. A group of counters has the sums of the rows whose totals changed.
func Summarize(findings []Finding) (all []Finding) {
	type group struct {
		solver  string
		verdict GateVerdict
	}
	sums := map[group]Finding{}
	for _, f := range findings {
		if k := (group{f.Solver, f.Verdict}); f.Rows == 0 && !f.Time {
			sums[k] = sums[k].with(f)
		}
	}
	all = slices.DeleteFunc(slices.AppendSeq(slices.Clone(findings), maps.Values(sums)), func(f Finding) bool {
		summed := sums[group{f.Solver, f.Verdict}].Rows >= groupSize
		return f.Verdict == Same || !f.Time && summed != (f.Rows > 0)
	})
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), b.Rows-a.Rows, a.Compare(b.Search))
	})
	return all
}

// with adds a search to a group of searches with the same verdict on one solver.
func (group Finding) with(f Finding) Finding {
	group.Solver, group.Verdict, group.Rows, group.Lost = f.Solver, f.Verdict, group.Rows+1, group.Lost || f.Lost
	if !strings.Contains(group.Note, f.Note) {
		group.Note = strings.TrimPrefix(group.Note+", "+f.Note, ", ")
	}
	for _, c := range f.Changes {
		if c.Old == c.New {
			continue
		}
		k, known := slices.BinarySearchFunc(group.Changes, c.Unit, func(sum Change, unit string) int { return strings.Compare(sum.Unit, unit) })
		if !known {
			group.Changes = slices.Insert(group.Changes, k, Change{Unit: c.Unit})
		}
		group.Changes[k].Old += c.Old
		group.Changes[k].New += c.New
	}
	return group
}
