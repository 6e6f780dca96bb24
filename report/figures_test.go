package report_test

import (
	"math/big"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/report"
	"xcbench/results"
)

// Each figure of a value stands in its own column, and each note has its own number.
func TestFiguresStandInTheirColumns(t *testing.T) {
	noise := []compare.Noise{{Solver: "s", Pairs: 1, Median: 0.02, Floor: 0.03, Most: 0.04, Shift: 0.05, Alarms: 6}}
	exact := func(x float64) compare.Cell {
		return compare.Cell{N: 1, Center: x, Lo: x, Hi: x, Base: 2, Compared: true, Differs: true}
	}
	counted := compare.Table{Unit: results.Nodes, Exact: true, Columns: []string{"a", "b", "c"}, Geomean: []float64{2, 1, 4},
		Verdicts: []compare.Verdict{{}, {Ratio: stats.Ratio{Value: 0.25, Low: 0.25, High: 0.25}, Rows: 1, Less: 1}, {}},
		Rows:     []compare.Row{{Label: "small", Cells: []compare.Cell{exact(2), exact(1), exact(8)}}, {Label: "large", Cells: []compare.Cell{exact(9), exact(1), exact(4)}}}}
	row := func(name, solver string, status cover.Status, time float64) results.Row {
		return results.Row{Family: "f", Name: name, Solver: solver, Status: status, Runs: 1, Search: time}
	}
	var rows []results.Row
	for range 3 {
		rows = append(rows, row("1", "a", cover.Solved, 1), row("1", "b", cover.Solved, 1), row("2", "b", cover.Timeout, 9), row("2", "a", cover.Solved, 1))
	}
	once := report.Contest{Rows: results.RowsOf([]results.Row{row("1", "a", cover.Solved, 1), row("1", "b", cover.Solved, 2), row("1", "c", cover.Solved, 3)}),
		Solvers: []string{"a", "b", "c"}, Unit: results.TotalSeconds}
	unsolved := report.Contest{Rows: results.RowsOf(rows), Solvers: []string{"b", "a"}, Unit: results.TotalSeconds, Unsolved: compare.AtLimit, Limit: 9}
	slower := compare.Finding{Search: results.Search{Solver: "s"}, Verdict: compare.Slower, Rows: 2, Time: true,
		Changes: []compare.Change{{Unit: results.Seconds, Old: 1, New: 1.25, Interval: &stats.Ratio{Low: 1.1, High: 1.3}}}}
	for _, c := range []struct {
		table  report.Table
		format string
		want   []string
	}{
		{report.Noise(noise), "csv", []string{"solver,pairs,median,floor,most,shift,alarms\ns,1,0.02,0.03,0.04,0.05,6\n"}},
		{report.Comparison(report.View{}, counted), "text", []string{"4.00× less"}},
		{report.Comparison(report.View{Sort: report.BySize}, counted), "csv", []string{"c vs a\nlarge,9,1,"}},
		{report.Families(unsolved), "csv", []string{"\nf,2,3.0000000000000004,1\n"}}, // b takes 1 and 9 times the best time
		{report.Summary(once), "text", []string{"\ntoo few samples to compare 2 solvers with a\n"}},
		{report.Summary(unsolved), "text", []string{"(1.00 to 1.00 times, for 1 of 2 instances only"}},
		{report.Gate([]compare.Finding{slower, {Verdict: compare.Undecided, Rows: 9}}, compare.GateRules{}), "csv",
			[]string{",25,10.000000000000009,30.000000000000004,"}},
		{report.Gate([]compare.Finding{slower, {Verdict: compare.Undecided, Rows: 9}}, compare.GateRules{}), "text",
			[]string{"gate: FAILED; solvers and families: 1 slower\n"}},
		{report.SolutionsBySize("p", []*big.Int{big.NewInt(0), big.NewInt(2), big.NewInt(0), big.NewInt(6)}), "csv",
			[]string{"share\n1,2,0.25\n2,0,0\n3,6,0.75\n"}},
		{report.Table{Columns: []report.Column{{Name: "time"}}, Rows: [][]report.Cell{{report.Text("1.2 µs")}}}, "latex",
			[]string{`1.2 $\mu$s`}},
	} {
		var text strings.Builder
		if err := c.table.Write(&text, c.format); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(text.String(), want) {
				t.Errorf("got\n%s\nwant %q in it", text.String(), want)
			}
		}
	}
}

// The time of a start is that of its own program.
func TestStartsAreOfTheirOwnPrograms(t *testing.T) {
	all := &results.Rows{}
	for k, solver := range []string{"a", "b"} {
		all.Add(results.Row{Family: "f", Name: "1", Solver: solver, Costs: results.Costs{{Unit: results.StartSeconds, Value: float64(k + 1)}}})
	}
	timed := results.Classes{"a": {TimesStart: true}, "b": {TimesStart: true}}
	got := report.Families(report.Contest{Rows: all, Solvers: []string{"a", "b"}, Classes: timed, Unit: results.Seconds}).Notes
	if len(got) != 2 || !strings.HasSuffix(got[1], "start alone: a 1.00 s, b 2.00 s") {
		t.Errorf("got %q", got)
	}
}
