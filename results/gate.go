package results

import (
	"fmt"
	"slices"
	"strings"

	"xcbench/cover"
)

// Verdict is the result of comparing a row of a run with the baseline.
type Verdict int

// The verdicts, from worst to best.
const (
	WrongCount Verdict = iota // another number of solutions
	Regressed                 // more nodes or updates
	Missing                   // in the baseline, but the run has no value
	Slower                    // significantly, and by more than the threshold
	Moved                     // the same totals, but on other levels
	Improved                  // fewer nodes or updates, and no counter has more
	Faster
	New // not in the baseline
	Same
)

var verdictNames = [...]string{
	"wrong", "regression", "missing", "slower", "moved", "improvement", "faster", "new", "same",
}

func (v Verdict) String() string { return verdictNames[v] }

// Finding is the verdict on one search, and the reason.
type Finding struct {
	Search
	Verdict Verdict
	Why     string
	Time    bool // the verdict is on times, not on counters
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
		return !r.Partial
	case Moved, Improved, New:
		return r.Strict
	}
	return false
}

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
		f := Finding{Search: old.Search, Verdict: Missing, Why: "not in the run"}
		if c, ok := at[old.Search]; ok {
			f.Verdict, f.Why = checkCount(old, c)
		}
		all = append(all, f)
	}
	for _, c := range run {
		if !known[c.Search] && c.Status.Measured() {
			all = append(all, Finding{c.Search, New, fmt.Sprintf("%d nodes, %d updates", c.Nodes, c.Updates), false})
		}
	}
	sortFindings(all)
	return all
}

// JoinFindings returns the findings on counters and on times, from worst to best. A search that is
// missing in both has one finding.
func JoinFindings(counts, times []Finding) []Finding {
	missing := map[Search]bool{}
	for _, f := range counts {
		missing[f.Search] = f.Verdict == Missing
	}
	all := slices.Clone(counts)
	for _, f := range times {
		if f.Verdict != Missing || !missing[f.Search] {
			all = append(all, f)
		}
	}
	sortFindings(all)
	return all
}

// sortFindings sorts from worst to best. Findings with the same verdict keep their order.
func sortFindings(all []Finding) {
	slices.SortStableFunc(all, func(a, b Finding) int { return int(a.Verdict) - int(b.Verdict) })
}

func checkCount(old, now Count) (Verdict, string) {
	switch {
	case !now.Status.Measured():
		return Missing, fmt.Sprintf("%s; the baseline has %d nodes", now.Status, old.Nodes)
	case old.Status != now.Status:
		return Missing, fmt.Sprintf("status %s, the baseline has %s: not the same work", now.Status, old.Status)
	case old.Status == cover.Solved && old.Solutions != now.Solutions:
		return WrongCount, fmt.Sprintf("%d solutions, expected %d", now.Solutions, old.Solutions)
	}
	nodes := explain("node", old, now, func(l cover.Level) int64 { return l.Nodes }, now.Nodes-old.Nodes)
	updates := explain("update", old, now, func(l cover.Level) int64 { return l.Updates }, now.Updates-old.Updates)
	why := strings.Trim(nodes+"; "+updates, "; ")
	switch {
	case now.Nodes > old.Nodes || now.Updates > old.Updates:
		return Regressed, why
	case now.Nodes < old.Nodes || now.Updates < old.Updates:
		return Improved, why
	case why != "":
		return Moved, why
	case now.Solutions != old.Solutions:
		return Moved, fmt.Sprintf("%d solutions within the same budget, the baseline has %d",
			now.Solutions, old.Solutions)
	}
	return Same, ""
}

// explain describes the total change of a counter and the levels that changed: "+412 nodes, all
// below level 9". It returns "" if no level changed.
func explain(thing string, old, now Count, counter func(cover.Level) int64, total int64) string {
	what := fmt.Sprintf("%+d %s", total, thing)
	if abs(total) != 1 {
		what += "s"
	}
	if old.Levels == nil || now.Levels == nil {
		if total == 0 {
			return ""
		}
		return what
	}
	change := make([]int64, max(len(old.Levels), len(now.Levels)))
	for k, l := range old.Levels {
		change[k] -= counter(l)
	}
	for k, l := range now.Levels {
		change[k] += counter(l)
	}
	first := slices.IndexFunc(change, func(n int64) bool { return n != 0 })
	if first < 0 {
		return ""
	}
	last, most := first, first
	for k, n := range change {
		if n != 0 {
			last = k
		}
		if abs(n) > abs(change[most]) {
			most = k
		}
	}
	switch {
	case first == last:
		what += fmt.Sprintf(", all on level %d", first)
	case first == 0:
		what += ", from the root on"
	case last == len(change)-1:
		what += fmt.Sprintf(", all below level %d", first-1)
	default:
		what += fmt.Sprintf(", all on levels %d to %d", first, last)
	}
	if slices.Min(change) < 0 && slices.Max(change) > 0 {
		what += fmt.Sprintf(" (most on level %d: %+d)", most, change[most])
	}
	return what
}

func abs(n int64) int64 { return max(n, -n) }
