package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchunit"

	"xcbench/compare"
	"xcbench/results"
)

// What people see: lines of a gate, lines of a step of a history, and digits of a commit.
const (
	gateLines   = 24
	stepLines   = 6
	shortCommit = 10
)

// Gate returns the table of a gate's findings, except the unchanged rows, with a line for each value
// that changed. Its title has the verdict and the number of rows of each kind. The groups of
// [compare.Summarize] come first, and the worst findings of both. People see the first lines.
func Gate(findings []compare.Finding, rules compare.GateRules) Table {
	t := Table{Title: gateTitle(findings, rules), Columns: gateColumns(), Most: gateLines}
	summary, all := compare.Summarize(findings), worstFirst(findings)
	t.findings(nil, kept(summary, func(k int) bool { return summary[k].Rows > 0 }))
	t.findings(nil, kept(all, func(k int) bool { return all[k].Rows == 0 && all[k].Verdict != compare.Same }))
	return t
}

// fields are cells by the keys of their columns.
type fields map[string]Cell

// findings adds the lines of findings: one for each change, or one for all. Each begins with the head.
func (t *Table) findings(head fields, all []compare.Finding) {
	for _, f := range all {
		cells := fields{"verdict": Text(f.Verdict.String()), "solver": named(f.Solver), "instance": named(f.InstanceID),
			"rows": Value("", 1), "note": named(f.Note)}
		if f.Rows > 0 {
			cells["rows"] = Int(int64(f.Rows))
		}
		maps.Copy(cells, head)
		rows := mapped(f.Changes, func(c compare.Change) fields { return changed(f, c) })
		if rows == nil {
			rows = []fields{{}}
		}
		for _, row := range rows {
			maps.Copy(row, cells)
			t.Rows = append(t.Rows, mapped(t.Columns, func(c Column) Cell { return row[c.key()] }))
		}
	}
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

// worstFirst sorts findings by verdict, and those with the same verdict by size, groups before searches.
func worstFirst(findings []compare.Finding) []compare.Finding {
	return slices.SortedStableFunc(slices.Values(findings), func(a, b compare.Finding) int {
		return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), min(b.Rows, 1)-min(a.Rows, 1), cmp.Compare(size(b), size(a)))
	})
}

// size returns the largest relative change of a finding, in percent.
func size(f compare.Finding) (most float64) {
	for _, c := range f.Changes {
		x, _ := c.Percent()
		most = max(most, math.Abs(x))
	}
	return most
}

func gateColumns() []Column {
	return Heads("verdict", "solver", "instance", ">rows", "unit", ">old", ">new", ">change:percent", "interval:low", ":high", ">p",
		">n:n_old", ":n_new", ">first level:level", ":level_old", ":level_new", "note")
}

// named returns the cell of a text, which has no value if it is empty.
func named(text string) Cell {
	if text == "" {
		return Cell{}
	}
	return Text(text)
}

// changed returns the cells of a change.
func changed(f compare.Finding, c compare.Change) fields {
	u := results.UnitNamed(c.Unit)
	cells := fields{"unit": Value(u.Word, u.Name), "old": quantity(c.Old, u), "new": quantity(c.New, u)}
	switch x, ok := c.Percent(); {
	case f.Verdict == compare.New:
		delete(cells, "old")
	case f.Verdict == compare.Missing:
		delete(cells, "new")
	case ok:
		cells["percent"] = percentCell(x)
	}
	switch i := c.Interval; {
	case i.High == 0:
	case math.IsInf(i.High, 1):
		cells["low"] = Cell{Text: "unknown"}
	default: // the first has the text of both
		low, high := percentCell(100*(i.Low-1)), percentCell(100*(i.High-1))
		cells["low"], cells["high"] = Value(low.Text+" to "+high.Text, low.Value), Value("", high.Value)
	}
	if n := c.Samples; n[0] > 0 {
		cells["p"], cells["n_old"], cells["n_new"] = Real(c.P, 3), Value(fmt.Sprintf("%d+%d", n[0], n[1]), n[0]), Value("", n[1])
	}
	if c.LevelOld != c.LevelNew {
		cells["level"] = Value(fmt.Sprintf("%d: %d -> %d", c.Level, c.LevelOld, c.LevelNew), c.Level)
		cells["level_old"], cells["level_new"] = Value("", c.LevelOld), Value("", c.LevelNew)
	}
	return cells
}

// quantity returns the cell of a value in a unit. Counters have all digits.
func quantity(x float64, u results.Unit) Cell {
	if u.Exact {
		return Value(allDigits(x), x)
	}
	return Value(benchunit.Scale(x, benchunit.ClassOf(u.Name))+choose(u.Form == results.AsDuration, "s", ""), x)
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
