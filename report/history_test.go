package report_test

import (
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/report"
	"xcbench/results"
)

func TestAHistoryNamesTheCommitsThatChangedSomething(t *testing.T) {
	run := func(label, commit string) results.Run { return results.Run{Label: label, Commit: commit} }
	nodes := func(instance string) compare.Finding {
		return compare.Finding{Search: results.Search{InstanceID: instance, Solver: "s"}, Verdict: compare.Regressed,
			Changes: []compare.Change{{Unit: results.Nodes, Old: 10, New: 11}}}
	}
	steps := []compare.Step{
		{Run: run("a", "0123456789abcdef"), Base: -1},
		{Run: run("b", "1123456789abcdef"), Base: 0, NoTimes: "too few samples"},
		{Run: run("c", "2123456789abcdef"), Base: 0, Findings: []compare.Finding{nodes("f/1"), nodes("f/2"), nodes("f/3"), nodes("f/4"), nodes("f/5"), nodes("f/6"), nodes("f/7")}},
		{Run: run("d", ""), Base: 2},
	}
	var text strings.Builder
	if err := report.History(steps).Write(&text, "md"); err != nil {
		t.Fatal(err)
	}
	const want = `### trend: 4 runs; changed in c 2123456789 (regression)
| run | commit | against | verdict | solver | instance | unit | old | new | change |
| a | 0123456789 | | | | | | | | |
| b | 1123456789 | a | undecided | | | | | | |
| c | 2123456789 | a | regression | s | f/1 | nodes | 10 | 11 | +10.0% |
| | | | regression | s | f/2 | nodes | 10 | 11 | +10.0% |
| | | | regression | s | f/3 | nodes | 10 | 11 | +10.0% |
| | | | regression | s | f/4 | nodes | 10 | 11 | +10.0% |
| | | | regression | s | f/5 | nodes | 10 | 11 | +10.0% |
| | | | regression | s | f/6 | nodes | 10 | 11 | +10.0% |
| d | | c | same | | | | | | |
b: too few samples
`
	got := ""
	for line := range strings.Lines(text.String()) {
		if words := strings.Join(strings.Fields(line), " "); words != "" && !strings.Contains(words, "--") {
			got += words + "\n"
		}
	}
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	table := report.History(steps)
	if want := "trend: 4 runs; changed in c 2123456789 (regression)"; table.Title != want || strings.Join(table.ForPeople().Notes, "") != "b: too few samplesand 1 line more; --format json has all" {
		t.Errorf("got %q and notes %q, want %q and one about b", table.Title, table.Notes, want)
	}
	if got := len(report.History(steps).Rows); got != 10 {
		t.Errorf("got %d rows for programs, want all 10", got)
	}
	if got, want := report.History(steps[:2]).Title, "trend: 2 runs; no change shown"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
