package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/results"
)

// What people see: lines of a gate and of its groups, lines of a step of a history, and digits of a commit.
const (
	gateLines   = 24
	groupLines  = 18
	stepLines   = 6
	shortCommit = 10
)

// Gate returns the table of a gate's findings, except the unchanged rows, with a line for each value
// that changed. Its title has the verdict and the number of rows of each kind. The groups of
// [compare.Summarize] come first, and the worst findings of both. People see the first lines.
func Gate(findings []compare.Finding, rules compare.GateRules) Table {
	t := Table{Title: gateTitle(findings, rules), Columns: gateColumns()}
	groups := slices.DeleteFunc(compare.Summarize(findings), func(f compare.Finding) bool { return f.Rows == 0 })
	single := slices.DeleteFunc(slices.Clone(findings), func(f compare.Finding) bool {
		return f.Verdict == compare.Same || f.Rows > 0
	})
	slices.SortStableFunc(single, func(a, b compare.Finding) int {
		return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(size(b), size(a)))
	})
	t.findings(nil, groups, groupLines)
	t.findings(nil, single, gateLines-min(len(t.Rows), groupLines))
	return t
}

// findings adds the lines of findings, each with a head. People see the first lines, and the head in one of them.
func (t *Table) findings(head []Cell, all []compare.Finding, lines int) {
	from := len(t.Rows)
	for _, f := range all {
		for _, row := range gateRows(f) {
			t.Add(head, row)
			head = unseen(head)
		}
	}
	t.shorten(from, lines)
}

func gateTitle(findings []compare.Finding, rules compare.GateRules) string {
	title, undecided := "gate: passed", func(f compare.Finding) bool { return f.Verdict == compare.Undecided }
	switch {
	case rules.Update:
		title = "gate: updated"
	case slices.ContainsFunc(findings, rules.Fails):
		title = "gate: FAILED"
	case slices.ContainsFunc(findings, undecided):
		title = "gate: UNDECIDED"
	}
	var counts [2][compare.Same + 1]int // of rows, and of groups
	for _, f := range findings {
		if f.Search != (results.Search{}) { // what is about all rows has a line of its own
			counts[min(f.Rows, 1)][f.Verdict]++
		}
	}
	for k, before := range []string{"; solvers and families: ", "; rows: "} {
		for v, n := range counts[1-k] {
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

// gateRows returns the lines of a finding, one for each change. Only the first line names the search for people.
func gateRows(f compare.Finding) (rows [][]Cell) {
	count := Value("", 1)
	if f.Rows > 0 {
		count = Int(int64(f.Rows))
	}
	head, note := line(f.Verdict.String(), named(f.Solver), named(f.InstanceID), count), line(named(f.Note))
	for _, c := range f.Changes {
		rows = append(rows, line(head, changedOf(f, c).cells(), note))
		head, note = unseen(head), unseen(note)
	}
	if rows == nil {
		rows = [][]Cell{line(head, changed{}.cells(), note)}
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

// changed has the cells of a change.
type changed struct{ unit, old, now, change, low, high, p, oldN, newN, level, oldLevel, newLevel Cell }

// cells are in the order of the columns.
func (c changed) cells() []Cell {
	return []Cell{c.unit, c.old, c.now, c.change, c.low, c.high, c.p, c.oldN, c.newN, c.level, c.oldLevel, c.newLevel}
}

func changedOf(f compare.Finding, c compare.Change) (cells changed) {
	u := results.UnitNamed(c.Unit)
	cells.unit = Value(u.Word, u.Name)
	if f.Verdict != compare.New {
		cells.old = quantity(c.Old, u)
	}
	if f.Verdict != compare.Missing {
		cells.now = quantity(c.New, u)
	}
	if x, ok := c.Percent(); ok && cells.old.Value != nil && cells.now.Value != nil {
		cells.change = percentCell(x)
	}
	switch i := c.Interval; {
	case i == nil:
	case math.IsInf(i.High, 1):
		cells.low = Cell{Text: "unknown"}
	default: // the first has the text of both
		cells.low, cells.high = changeOf(i.Low), changeOf(i.High)
		cells.low.Text += " to " + cells.high.Text
	}
	if s := c.Samples; s != nil {
		cells.p, cells.oldN, cells.newN = Real(s.P, 3), Value(fmt.Sprintf("%d+%d", s.Old, s.New), s.Old), Value("", s.New)
	}
	if first := c.First; first != nil {
		cells.level = Value(fmt.Sprintf("%d: %d -> %d", first.Level, first.Old, first.New), first.Level)
		cells.oldLevel, cells.newLevel = Value("", first.Old), Value("", first.New)
	}
	return cells
}

// quantity returns the cell of a value in a unit. Counters have all digits.
func quantity(x float64, u results.Unit) Cell {
	if u.Exact {
		return Value(allDigits(x), x)
	}
	return Value(benchunit.Scale(x, benchunit.ClassOf(u.Name))+map[bool]string{true: "s"}[u.Form == results.AsDuration], x)
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
