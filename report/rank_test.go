package report_test

import (
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/report"
	"xcbench/results"
	"xcbench/results/compare"
)

// Two instances within a limit of 10 s. Solver a solves the first in 1 s and misses the second; b
// solves both in 3 s; c declines both.
func contest() *results.Rows {
	row := func(inst, solver string, status cover.Status, seconds float64) results.Row {
		return results.Row{Family: "f", Name: inst, Solver: solver, Status: status, Runs: 1, Search: seconds}
	}
	return results.RowsOf([]results.Row{
		row("1", "a", cover.Solved, 1), row("1", "b", cover.Solved, 3), row("1", "c", cover.Unsupported, 0),
		row("2", "a", cover.Timeout, 10), row("2", "b", cover.Solved, 3), row("2", "c", cover.Unsupported, 0),
	})
}

func TestARankingShowsTheFiguresOfItsRule(t *testing.T) {
	for _, c := range []struct {
		rule  compare.Unsolved
		limit float64
		want  []string // lines with single blanks, in order
	}{
		{compare.PAR2, 10, []string{"# solver solved unsup. best PAR-2 vs best total marginal",
			"1 b 2 0 1 3.000s ×1.73 ×1.73 8.500s", "2 a 1 0 1 10.50s ×2.58 ×2.58 1.000s", "3 c 0 2 0 0s",
			"unsup.: what a solver does not support counts as not solved, which costs it places (c: 2 of 2)",
			"limit 10.00s"}},
		{compare.AtLimit, 10, []string{"# solver solved unsup. best PAR-1 vs best total marginal",
			"1 b 2 0 1 3.000s ×1.73 ×1.73 3.500s", "2 a 1 0 1 5.500s ×1.83 ×1.83 1.000s", "3 c 0 2 0 0s", "limit 10.00s"}},
		{compare.PAR2, 0, []string{"1 b 2 0 1 3.000s ×1.73 ×1.73 unknown", "2 a 1 0 1 unknown unknown unknown 1.000s", "3 c 0 2 0 0s",
			"no time limit is recorded, so times of unsolved instances are unknown; 'xcbench rank --limit TIME' sets it"}},
		{compare.Intersection, 10, []string{"# solver solved unsup. best mean time vs best total marginal",
			"2 instances left out: not all solvers solved them"}},
	} {
		var out strings.Builder
		if err := report.Ranking(compare.Rank(contest(), results.Seconds, c.rule, c.limit), c.rule).Write(&out, "text"); err != nil {
			t.Fatal(err)
		}
		text := "\n"
		for line := range strings.Lines(out.String()) {
			text += strings.Join(strings.Fields(line), " ") + "\n"
		}
		for _, want := range c.want {
			if !strings.Contains(text, "\n"+want+"\n") {
				t.Errorf("%s, limit %v s: got%swant the line %q", c.rule, c.limit, text, want)
			}
		}
	}
}
