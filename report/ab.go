package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"xcbench/compare/ab"
	"xcbench/cover"
	"xcbench/internal/english"
	"xcbench/results"
)

// listed bounds the lines of families and of searches; mostNamed bounds the names of a line.
const (
	listed    = 20
	mostNamed = 3
)

// AB returns the table of a comparison of two sides. It has all solvers, and the families and
// searches that differ or are undecided. If there are few searches it has all of them. The greatest
// change comes first.
func AB(r ab.Result) Table {
	t := Table{Title: "ab: " + ABVerdict(r), Columns: Heads("what", "name", ">old", ">new", ">change:change_percent",
		">from:low_percent", ">to:high_percent", ">nodes:nodes_percent", ">updates:updates_percent", "verdict")}
	unit, _ := results.FindUnit(r.Unit)
	solvers := 0
	for _, g := range byChange(r.Groups) {
		switch {
		case g.Kind == ab.BySolver:
			solvers++
		case g.Verdict == ab.Within && (g.Kind == ab.ByFamily || r.Searches > listed):
			continue
		}
		t.Add(string(g.Kind), g.Name, quantity(g.Old, unit), quantity(g.New, unit), changeOf(g.Ratio.Value), changeOf(g.Ratio.Low),
			changeOf(g.Ratio.High), counterChange(g.Nodes, true), counterChange(g.Updates, g.SameCounter), string(g.Verdict))
	}
	t.shorten(solvers, listed)
	abNotes(&t, r)
	return t
}

// ABVerdict says in one line what became slower and faster, and how to decide the rest.
func ABVerdict(r ab.Result) string {
	names, parts := map[ab.Verdict][]string{}, []string{}
	for _, g := range byChange(r.Groups) {
		if g.Verdict != ab.Undecided {
			g.Name += " (" + changeOf(g.Ratio.Value).Text + ")"
		}
		names[g.Verdict] = append(names[g.Verdict], g.Name)
	}
	for _, v := range []ab.Verdict{ab.Slower, ab.Faster, ab.Undecided} {
		if names[v] != nil {
			parts = append(parts, string(v)+": "+english.ShortList(names[v], mostNamed))
		}
	}
	if n := len(r.Failed); n > 0 {
		parts = append(parts, "failed: "+english.Count(n, "search"))
	}
	switch {
	case r.OutOfTime():
		parts = append(parts, "give it more --time")
	case r.Undecided():
		parts = append(parts, fmt.Sprintf("%d rounds do not decide it; take more --samples, or another margin", r.Rounds))
	}
	return cmp.Or(strings.Join(parts, "; "), "no difference beyond the margins")
}

// ABAnnotations writes the verdict as GitHub's workflow commands, unless there is no difference.
func ABAnnotations(w io.Writer, r ab.Result) error {
	level := "notice"
	switch {
	case r.Worse():
		level = "error"
	case r.Undecided():
		level = "warning"
	case !r.Differs():
		return nil
	}
	_, err := io.WriteString(w, annotation("ab", level, ABVerdict(r)))
	return err
}

// byChange sorts the families and the searches, the greatest change first. Solvers keep their
// order.
func byChange(groups []ab.Group) []ab.Group {
	return slices.SortedStableFunc(slices.Values(groups), func(a, b ab.Group) int {
		if a.Kind != b.Kind || a.Kind == ab.BySolver {
			return 0
		}
		return cmp.Compare(math.Abs(math.Log(b.Ratio.Value)), math.Abs(math.Log(a.Ratio.Value)))
	})
}

// abNotes says what was compared, and what was not and why. A reason has one line.
func abNotes(t *Table, r ab.Result) {
	var noise []string
	for _, unit := range ab.Units {
		if n, ok := r.Noise[unit]; ok {
			noise = append(noise, fmt.Sprintf("%s %.1f%%", unit, 100*n))
		}
	}
	confirmed := "no suspects"
	if r.Suspects > 0 {
		confirmed = fmt.Sprintf("%s on %s", english.Count(r.Rounds, "round"), english.Count(r.Suspects, "suspect"))
	}
	t.note("geometric means of %s over %s; noise of a search from round to round: %s", r.Unit,
		english.GroupedCount(r.Searches, "search"), strings.Join(noise, ", "))
	t.note("%s on all searches, %s; %.0f s", english.Count(r.Screened, "round"), confirmed, r.Spent.Seconds())
	for _, s := range r.Failed {
		t.note("failed: %s: %s", s.Label(), cmp.Or(s.Why, fmt.Sprintf("%s solutions on the old side, %s on the new side",
			s.Stats[0].CountText(), s.Stats[1].CountText())))
	}
	labels := map[string][]string{}
	for _, s := range r.LeftOut {
		if !slices.Contains(r.Failed, s) {
			labels[s.Why] = append(labels[s.Why], s.Label())
		}
	}
	for _, why := range slices.Sorted(maps.Keys(labels)) {
		t.note("%s not compared: %s: %s", english.Count(len(labels[why]), "search"), english.ShortList(labels[why], mostNamed), why)
	}
}

// changeOf returns the cell of a ratio: the change in percent, as margins are. An unknown ratio has an
// empty cell.
func changeOf(ratio float64) Cell {
	if ratio <= 0 || math.IsInf(ratio, 1) {
		return Cell{}
	}
	return percentCell(100 * (ratio - 1))
}

// counterChange returns the cell of a change of a counter. It is empty if the counter means
// something else on each side, or if a side does not count.
func counterChange(n [2]int64, same bool) Cell {
	switch {
	case !same || n[0] <= 0 || n[1] == cover.Uncounted:
		return Cell{}
	case n[0] == n[1]:
		return Value("=", 0)
	}
	return changeOf(float64(n[1]) / float64(n[0]))
}
