package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// someFindings have every kind of finding: of one solver on many rows, and of others on few.
func someFindings() (all []compare.Finding) {
	add := func(id, solver string, verdict compare.GateVerdict, note string, changes ...compare.Change) {
		all = append(all, compare.Finding{Search: results.Search{InstanceID: id, Solver: solver}, Verdict: verdict,
			Changes: changes, Note: note})
	}
	nodes := func(old, new float64, level int, from, to int64) compare.Change {
		return compare.Change{Unit: results.Nodes, Old: old, New: new, First: &compare.LevelChange{Level: level, Old: from, New: to}}
	}
	for k := range 30 {
		n := float64(100 * (k + 1))
		add(fmt.Sprint("a/", k), "s", compare.Regressed, "", nodes(n, n+10, 3, 56, 66),
			compare.Change{Unit: results.Updates, Old: 1e7, New: 1e7 + 1})
	}
	add("b/1", "t", compare.WrongCount, "not the <known> one, 100%\nwrong", compare.Change{Unit: results.Solutions, Old: 4, New: 3})
	add("b/2", "t", compare.Missing, "timeout", compare.Change{Unit: results.Nodes, Old: 161})
	add("b/3", "t", compare.Improved, "", nodes(10, 9, 0, 1, 0))
	add("b/4", "t", compare.Moved, "", nodes(10, 10, 1, 3, 4))
	for k := range 22 {
		add(fmt.Sprint("c/", k), "u", compare.New, "", compare.Change{Unit: results.Nodes, New: 111})
	}
	all = append(all, compare.Finding{Search: results.Search{InstanceID: "d/1", Solver: "s"}, Verdict: compare.Slower, Time: true,
		Note: "more than 5.0%", Changes: []compare.Change{{Unit: results.Seconds, Old: 1, New: 1.1, Samples: &compare.Samples{Old: 8, New: 9, P: 0.001}}}})
	add("e/1", "innocent", compare.Same, "")
	return all
}

func TestGateTablesAndReports(t *testing.T) {
	findings, rules := someFindings(), compare.GateRules{Partial: true}
	var text strings.Builder
	for _, format := range []string{"text", "md"} {
		if err := Gate(findings, rules, true).Write(&text, format); err != nil {
			t.Fatal(err)
		}
	}
	for _, verdict := range []compare.GateVerdict{compare.Same, compare.Undecided} { // the titles
		one := compare.Finding{Search: results.Search{InstanceID: "a/1", Solver: "s"}, Verdict: verdict}
		if err := Gate([]compare.Finding{one}, rules, false).Write(&text, "text"); err != nil {
			t.Fatal(err)
		}
	}
	if err := Annotations(&text, findings, rules, "only the solutions of x were compared"); err != nil {
		t.Fatal(err)
	}
	if err := JUnit(&text, slices.Concat(findings[:1], findings[30:32], findings[56:57]), rules); err != nil {
		t.Fatal(err)
	}
	golden(t, "gate.txt", text.String())
	if strings.Contains(text.String(), "innocent") {
		t.Errorf("got %s, want nothing about what did not change", text.String())
	}
}

// Programs get every finding, and its numbers as numbers.
func TestGateWritesNumbersAsNumbers(t *testing.T) {
	var text strings.Builder
	if err := Gate(someFindings(), compare.GateRules{}, false).Write(&text, "json"); err != nil {
		t.Fatal(err)
	}
	var table struct{ Rows []map[string]any }
	if err := json.Unmarshal([]byte(text.String()), &table); err != nil {
		t.Fatal(err)
	}
	if groups, want := 2, 2*30+4+22+1; len(table.Rows) != want+groups+1 {
		t.Errorf("got %d rows, want %d of searches and %d of %d groups", len(table.Rows), want, groups+1, groups)
	}
	want := map[string]any{"verdict": "regression", "solver": "s", "instance": "a/1", "rows": 1.0, "unit": "nodes/op",
		"old": 200.0, "new": 210.0, "level": 3.0, "level_old": 56.0, "level_new": 66.0}
	if !slices.ContainsFunc(table.Rows, func(row map[string]any) bool {
		for key, value := range want {
			if row[key] != value {
				return false
			}
		}
		percent, ok := row["percent"].(float64)
		return ok && percent > 4.99 && percent < 5.01
	}) {
		t.Errorf("got %s, want a row with %v and 5 percent", text.String(), want)
	}
}

// A hundred failures of one solver are one annotation. Failures of many are ten, and their number.
func TestAnnotationsAreFew(t *testing.T) {
	write := func(solver func(k int) string) []string {
		var findings []compare.Finding
		for k := range 100 {
			findings = append(findings, compare.Finding{Search: results.Search{InstanceID: "a", Solver: solver(k)}, Verdict: compare.Regressed})
		}
		var text strings.Builder
		if err := Annotations(&text, findings, compare.GateRules{}, ""); err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(text.String()), "\n")
	}
	one := write(func(int) string { return "s" })
	if want := []string{"::error title=xcbench gate::s, 100 rows: regression"}; !slices.Equal(one, want) {
		t.Errorf("got %q, want %q", one, want)
	}
	many := write(func(k int) string { return fmt.Sprint("s", k) })
	if len(many) != 11 || many[10] != "::warning title=xcbench gate::90 findings more" {
		t.Errorf("got %q, want ten and the number of the others", many)
	}
}

// If everything is slower, the table still has at most 30 lines, and each solver.
func TestGateTableIsShort(t *testing.T) {
	var findings []compare.Finding
	slower := func(id, solver string, rows int) {
		findings = append(findings, compare.Finding{Search: results.Search{InstanceID: id, Solver: solver}, Verdict: compare.Slower,
			Rows: rows, Time: true, Changes: []compare.Change{{Unit: results.Seconds, Old: 1, New: 100, Interval: &compare.Interval{Low: 90, High: 110}}}})
	}
	for k := range 40 {
		slower(fmt.Sprintf("f%d/*", k), "", 2)
		slower(fmt.Sprintf("f%d/1", k), "s", 0)
		slower(fmt.Sprintf("f%d/1", k), "t", 0)
	}
	slower("", "s", 40)
	slower("", "t", 40)
	var text strings.Builder
	if err := Gate(findings, compare.GateRules{}, true).Write(&text, "text"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	if len(lines) > 30 || !strings.HasPrefix(lines[3], " slower   s ") || !strings.HasPrefix(lines[4], " slower   t ") ||
		!strings.Contains(text.String(), "\nand 30 more solvers and families\n") {
		t.Errorf("got %s\nwant both solvers first, ten families, a few rows, and how many more there are", text.String())
	}
}
