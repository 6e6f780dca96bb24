package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"xcbench/compare"
	"xcbench/compare/ab"
	"xcbench/internal/english"
)

// listed bounds the lines of families and of searches; mostNamed bounds the names of a line.
const (
	listed    = 20
	mostNamed = 3
)

// AB returns the table of a comparison of two sides: all solvers, and the families and searches that differ or are
// undecided. If there are few searches it has all of them. The worst come first, and the greatest changes.
func AB(r ab.Result) Table {
	t := Table{Title: "ab: " + ABVerdict(r), Columns: gateColumns()}
	all := worstFirst(r.Findings)
	t.findings(nil, kept(all, func(k int) bool { return all[k].InstanceID == "" })) // of solvers
	t.Most = len(t.Rows) + listed
	t.findings(nil, kept(all, func(k int) bool {
		f := all[k]
		return f.InstanceID != "" && (f.Verdict != compare.Same || f.Solver != "" && r.Searches <= listed)
	}))
	abNotes(&t, r)
	return t
}

// ABVerdict says in one line what became slower and faster, and how to decide the rest.
func ABVerdict(r ab.Result) string {
	names, text := map[compare.GateVerdict][]string{}, ""
	for _, f := range worstFirst(r.Findings) {
		name := strings.TrimSpace(f.Label())
		if f.Verdict != compare.Undecided && f.Changes != nil {
			name += " (" + changed(f, f.Changes[0])["percent"].Text + ")"
		}
		names[f.Verdict] = append(names[f.Verdict], name)
	}
	for _, v := range []compare.GateVerdict{compare.Slower, compare.Faster, compare.Undecided} {
		if names[v] != nil {
			text += "; " + v.String() + ": " + english.ShortList(names[v], mostNamed)
		}
	}
	if n := len(r.Failed); n > 0 {
		text += "; failed: " + english.Count(n, "search")
	}
	if names[compare.Undecided] != nil {
		text += "; give it more --time or --samples, or another margin"
	}
	return cmp.Or(strings.TrimPrefix(text, "; "), "no difference beyond the margins")
}

// ABAnnotation returns the verdict as a workflow command of GitHub, unless there is no difference.
func ABAnnotation(r ab.Result) string {
	return annotation("ab", r.Verdict(), r.Verdict() == compare.Slower, ABVerdict(r))
}

// abNotes says what was compared, and what was not and why. A reason has one line.
func abNotes(t *Table, r ab.Result) {
	var noise []string
	for _, unit := range ab.Units {
		if n, ok := r.Noise[unit]; ok {
			noise = append(noise, fmt.Sprintf("%s %.1f%%", unit, 100*n))
		}
	}
	t.note("geometric means of %s over %s; noise of a search from round to round: %s", r.Unit,
		english.GroupedCount(r.Searches, "search"), strings.Join(noise, ", "))
	t.note("%s on all searches, %s on %s; %.0f s", english.Count(r.Screened, "round"), english.Count(r.Rounds, "round"),
		english.Count(r.Suspects, "suspect"), r.Spent.Seconds())
	labels := map[string][]string{}
	for _, s := range slices.Concat(r.Failed, r.LeftOut) {
		why := cmp.Or(s.Why, fmt.Sprintf("%s solutions on the old side, %s on the new side", s.Stats[0].CountText(), s.Stats[1].CountText()))
		if !slices.Contains(labels[why], s.Label()) {
			labels[why] = append(labels[why], s.Label())
		}
	}
	for _, why := range slices.Sorted(maps.Keys(labels)) {
		t.note("%s failed or left out: %s: %s", english.Count(len(labels[why]), "search"), english.ShortList(labels[why], mostNamed), why)
	}
}
