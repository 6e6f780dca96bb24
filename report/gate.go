package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"xcbench/compare"
	"xcbench/internal/english"
	"xcbench/results"
)

// A table for people has about gateLines lines. At least leastLines are of single rows.
const (
	gateLines  = 18
	leastLines = 6
)

// Gate returns the table of a gate's findings, except the unchanged rows, with a line for each value
// that changed. Its title has the verdict and the number of rows of each kind. The groups of
// [compare.Summarize] come first. A table for people lists the solvers that got worse, and only the
// worst of the other groups and of the single rows.
func Gate(findings []compare.Finding, rules compare.GateRules, people bool) Table {
	t := Table{Title: gateTitle(findings, rules), Columns: gateColumns()}
	add := func(all []compare.Finding, most int, always func(compare.Finding) bool) (more int) {
		for _, f := range all {
			lines := gateRows(f, people)
			if people && !always(f) && (more > 0 || len(t.Rows)+len(lines) > most) {
				more++
				continue
			}
			t.Rows = append(t.Rows, lines...)
		}
		return more
	}
	groups := slices.DeleteFunc(compare.Summarize(findings), func(f compare.Finding) bool { return f.Rows == 0 })
	worse := func(f compare.Finding) bool {
		return f.Verdict < compare.Moved && (f.Solver != "" || f.InstanceID == "")
	}
	if more := add(groups, gateLines-leastLines, worse); more > 0 {
		t.note("and %d more solvers and families", more)
	}
	rest := slices.DeleteFunc(slices.Clone(findings), func(f compare.Finding) bool {
		return f.Verdict == compare.Same || f.Rows > 0
	})
	if people {
		slices.SortStableFunc(rest, func(a, b compare.Finding) int {
			return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(size(b), size(a)))
		})
	}
	none := func(compare.Finding) bool { return false }
	if more := add(rest, max(gateLines, len(t.Rows)+leastLines), none); more > 0 {
		t.note("and %s more; --format json lists all", english.Count(more, "row"))
	}
	return t
}

func gateTitle(findings []compare.Finding, rules compare.GateRules) string {
	counts := map[bool]*[compare.Same + 1]int{true: {}, false: {}} // of groups, and of rows
	title, failed, undecided := "gate: passed", false, false
	for _, f := range findings {
		if f.Search != (results.Search{}) { // what is about all rows has a line of its own
			counts[f.Rows > 0][f.Verdict]++
		}
		failed, undecided = failed || rules.Fails(f), undecided || f.Verdict == compare.Undecided
	}
	switch {
	case rules.Update:
		title = "gate: updated"
	case failed:
		title = "gate: FAILED"
	case undecided:
		title = "gate: UNDECIDED"
	}
	for _, group := range []bool{true, false} {
		before := map[bool]string{true: "; solvers and families: ", false: "; rows: "}[group]
		for v, n := range counts[group] {
			if n > 0 {
				title += fmt.Sprintf("%s%d %s", before, n, compare.GateVerdict(v))
				before = ", "
			}
		}
	}
	return title
}

// size returns the largest relative change of a finding, in percent.
func size(f compare.Finding) float64 {
	most := 0.0
	for _, c := range f.Changes {
		if x, ok := c.Percent(); ok {
			most = max(most, math.Abs(x))
		}
	}
	return most
}

var gateColumns = sync.OnceValue(func() []Column {
	return Heads("verdict", "solver", "instance", ">rows", "unit", ">old", ">new", ">change:percent", "interval:low", ":high", ">p",
		">n:n_old", ":n_new", ">first level:level", ":level_old", ":level_new", "note")
})

// gateRow returns the row of some cells, by the keys of their columns.
func gateRow(cells map[string]Cell) (row []Cell) {
	for _, c := range gateColumns() {
		row = append(row, cells[c.key()])
	}
	return row
}

// gateRows returns the lines of a finding, one for each change. For people only the first line names
// the search.
func gateRows(f compare.Finding, people bool) (rows [][]Cell) {
	for k := range max(1, len(f.Changes)) {
		cells := map[string]Cell{}
		if k < len(f.Changes) {
			cells = changeCells(f, f.Changes[k])
		}
		if k == 0 || !people {
			cells["verdict"], cells["solver"], cells["instance"] = Text(f.Verdict.String()), named(f.Solver), named(f.InstanceID)
			cells["rows"], cells["note"] = Value("", 1), named(f.Note)
			if f.Rows > 0 {
				cells["rows"] = Int(int64(f.Rows))
			}
		}
		rows = append(rows, gateRow(cells))
	}
	return rows
}

// named returns the cell of a text, which has no value if it is empty.
func named(text string) Cell {
	if text == "" {
		return Cell{}
	}
	return Text(text)
}

// changeCells returns the cells of a change, by the keys of their columns.
func changeCells(f compare.Finding, c compare.Change) map[string]Cell {
	u, _ := results.FindUnit(c.Unit)
	cells := map[string]Cell{"unit": Value(u.Word, u.Name)}
	if f.Verdict != compare.New {
		cells["old"] = amount(c.Old, u)
	}
	if f.Verdict != compare.Missing {
		cells["new"] = amount(c.New, u)
	}
	if x, ok := c.Percent(); ok && f.Verdict != compare.New && f.Verdict != compare.Missing {
		cells["percent"] = percentCell(x)
	}
	switch i := c.Interval; {
	case i == nil:
	case math.IsInf(i.High, 1):
		cells["low"] = Value("unknown", nil)
	default: // the first has the text of both
		low, high := percentCell((i.Low-1)*100), percentCell((i.High-1)*100)
		low.Text += " to " + high.Text
		cells["low"], cells["high"] = low, high
	}
	if s := c.Samples; s != nil {
		cells["p"], cells["n_old"], cells["n_new"] = Real(s.P, 3), Value(fmt.Sprintf("%d+%d", s.Old, s.New), s.Old), Value("", s.New)
	}
	if first := c.First; first != nil {
		cells["level"] = Value(fmt.Sprintf("%d: %d -> %d", first.Level, first.Old, first.New), first.Level)
		cells["level_old"], cells["level_new"] = Value("", first.Old), Value("", first.New)
	}
	return cells
}

// amount returns a value in its unit. Counters have all digits.
func amount(x float64, u results.Unit) Cell {
	if u.Form == results.AsDuration {
		return Value(english.Duration(x), x)
	}
	return Value(integer(x), x)
}

// percentCell returns the cell of a change in percent, as thresholds are, with a digit after the point. A small
// change is not shown as none.
func percentCell(x float64) Cell {
	text := fmt.Sprintf("%+.1f%%", x)
	if x != 0 && math.Abs(x) < 0.05 {
		text = text[:1] + "<0.1%"
	}
	return Value(text, x)
}
