package report_test

import (
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/report"
	"xcbench/results"
)

// Each figure of a value stands in its own column, and each note has its own number.
func TestFiguresStandInTheirColumns(t *testing.T) {
	ranking := compare.Ranking{Unit: results.Seconds, Instances: 9, Limit: 5, VBS: compare.Standing{Solver: "virtual best"},
		Standings: []compare.Standing{{Solver: "s", Solved: 8, Unsupported: 2, Best: 7, PAR: 0.5, Ratio: 1.5, Total: 2.5, Marginal: 0.25}},
		Out: map[compare.Reason]int{compare.NotFinished: 3, compare.NotCommon: 4, compare.SolvedByNone: 1, compare.NotTried: 5,
			compare.Doubted: 6, compare.OtherMachine: 7}}
	noise := []compare.Noise{{Solver: "s", Pairs: 1, Median: 0.02, Floor: 0.03, Most: 0.04, Shift: 0.05, Alarms: 6}}
	for _, c := range []struct {
		table  report.Table
		format string
		want   []string
	}{
		{report.Ranking(ranking, compare.PAR2, nil), "csv", []string{
			"rank,solver,solved,unsupported,best,par_sec,ratio,total_ratio,marginal_sec\n1,s,8,2,7,0.5,1.5,2.5,0.25\n"}},
		{report.Ranking(ranking, compare.PAR2, nil), "text", []string{"3 instances left out: not all solvers have finished",
			"4 instances left out: not all solvers solved", "1 instance that no solver solved", "5 searches were not tried",
			"6 searches have a wrong answer", "7 instances were measured on several machines"}},
		{report.Noise(noise), "csv", []string{"solver,pairs,median,floor,most,shift,alarms\ns,1,0.02,0.03,0.04,0.05,6\n"}},
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
