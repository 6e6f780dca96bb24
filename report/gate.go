package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
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
	more := 0 // groups left out
	for _, f := range compare.Summarize(findings) {
		if f.Rows == 0 {
			continue
		}
		family := f.Solver == "" && f.InstanceID != ""
		if people && len(t.Rows) >= gateLines-leastLines && (family || f.Verdict >= compare.Moved) {
			more++
			continue
		}
		t.Rows = append(t.Rows, gateRows(f, people)...)
	}
	rest := slices.DeleteFunc(slices.Clone(findings), func(f compare.Finding) bool {
		return f.Verdict == compare.Same || f.Rows > 0
	})
	if people {
		slices.SortStableFunc(rest, func(a, b compare.Finding) int {
			return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(size(b), size(a)))
		})
	}
	if more > 0 {
		t.note("and %d more solvers and families", more)
	}
	most := max(gateLines, len(t.Rows)+leastLines)
	for k, f := range rest {
		lines := gateRows(f, people)
		if people && len(t.Rows)+len(lines) > most {
			t.note("and %s more; --format json lists all", english.Count(len(rest)-k, "row"))
			break
		}
		t.Rows = append(t.Rows, lines...)
	}
	return t
}

func gateTitle(findings []compare.Finding, rules compare.GateRules) string {
	var groups, rows [compare.Same + 1]int
	failed, undecided := false, false
	for _, f := range findings {
		counts := &rows
		if f.Rows > 0 {
			counts = &groups
		}
		if f.Search != (results.Search{}) { // what is about all rows has a line of its own
			counts[f.Verdict]++
		}
		failed, undecided = failed || rules.Fails(f), undecided || f.Verdict == compare.Undecided
	}
	title := "gate: passed"
	switch {
	case rules.Update:
		title = "gate: updated"
	case failed:
		title = "gate: FAILED"
	case undecided:
		title = "gate: UNDECIDED"
	}
	for _, part := range []struct {
		what   string
		counts [compare.Same + 1]int
	}{{"solvers and families", groups}, {"rows", rows}} {
		var parts []string
		for v, n := range part.counts {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, compare.GateVerdict(v)))
			}
		}
		if parts != nil {
			title += "; " + part.what + ": " + strings.Join(parts, ", ")
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

// gateLine has the cells of one line.
type gateLine struct {
	verdict, solver, instance, rows    Cell
	unit, old, new, percent, low, high Cell
	p, nOld, nNew                      Cell
	level, levelOld, levelNew, note    Cell
}

var gateColumns = sync.OnceValue(func() []Column {
	return heads("verdict", "solver", "instance", ">rows", "unit", ">old", ">new", ">change:percent", "interval:low", ":high", ">p",
		">n:n_old", ":n_new", ">first level:level", ":level_old", ":level_new", "note")
})

func (l gateLine) cells() []Cell {
	return []Cell{
		l.verdict, l.solver, l.instance, l.rows, l.unit, l.old, l.new, l.percent, l.low, l.high, l.p, l.nOld, l.nNew,
		l.level, l.levelOld, l.levelNew, l.note,
	}
}

// gateRows returns the lines of a finding, one for each change. For people only the first line names
// the search.
func gateRows(f compare.Finding, people bool) (rows [][]Cell) {
	lines := make([]gateLine, max(1, len(f.Changes)))
	for k := range lines {
		l := &lines[k]
		if k < len(f.Changes) {
			*l = changeLine(f, f.Changes[k])
		}
		if k == 0 || !people {
			l.verdict, l.solver, l.instance = Text(f.Verdict.String()), named(f.Solver), named(f.InstanceID)
			l.rows, l.note = Value("", 1), named(f.Note)
			if f.Rows > 0 {
				l.rows = Int(int64(f.Rows))
			}
		}
		rows = append(rows, l.cells())
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

// changeLine returns the cells of a change, from the unit on.
func changeLine(f compare.Finding, c compare.Change) (l gateLine) {
	u, _ := results.FindUnit(c.Unit)
	l.unit = Value(u.Word, u.Name)
	if f.Verdict != compare.New {
		l.old = amount(c.Old, u)
	}
	if f.Verdict != compare.Missing {
		l.new = amount(c.New, u)
	}
	if x, ok := c.Percent(); ok && l.old.Value != nil && l.new.Value != nil {
		l.percent = Value(gatePercent(x), x)
	}
	if i := c.Interval; i != nil {
		l.low, l.high = intervalCells(*i)
	}
	if s := c.Samples; s != nil {
		l.p, l.nOld, l.nNew = Real(s.P, 3), Value(fmt.Sprintf("%d+%d", s.Old, s.New), s.Old), Value("", s.New)
	}
	if first := c.First; first != nil {
		l.level = Value(fmt.Sprintf("%d: %d -> %d", first.Level, first.Old, first.New), first.Level)
		l.levelOld, l.levelNew = Value("", first.Old), Value("", first.New)
	}
	return l
}

// amount returns a value in its unit. Counters have all digits.
func amount(x float64, u results.Unit) Cell {
	if u.Form == results.AsDuration {
		return Value(english.Duration(x), x)
	}
	return Value(strconv.FormatFloat(x, 'f', -1, 64), x)
}

// intervalCells returns the ends of an interval of a ratio, in percent of change. The first has the
// text of both.
func intervalCells(i compare.Interval) (low, high Cell) {
	if math.IsInf(i.High, 1) {
		return Value("unknown", nil), Cell{}
	}
	x, y := (i.Low-1)*100, (i.High-1)*100
	return Value(gatePercent(x)+" to "+gatePercent(y), x), Value("", y)
}

// gatePercent writes a change in percent, as thresholds are, with a digit after the point. A small change
// is not shown as none.
func gatePercent(x float64) string {
	switch {
	case x == 0 || math.Abs(x) >= 0.05:
		return fmt.Sprintf("%+.1f%%", x)
	case x < 0:
		return "-<0.1%"
	}
	return "+<0.1%"
}
