package report_test

import (
	"errors"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/report"
	"xcbench/results"
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
		want  []string // lines of the text, with single blanks
		csv   string
	}{
		{compare.PAR2, 10, []string{"# solver solved vs best total", "1 b 2 ×1.73 ×1.73", "2 a 1 ×2.58 ×2.58", "3 c 0",
			"2 searches are of problems that the solver does not support, and count as not solved",
			"in the order of solved, then of PAR-2, limit 10.00s"}, "1,b,2,0,1,3,1.7320508075688772,1.7320508075688772,8.5\n2,a,1,0,1,10.5,"},
		{compare.AtLimit, 10, []string{"1 b 2 ×1.73 ×1.73", "2 a 1 ×1.83 ×1.83", "in the order of solved, then of PAR-1, limit 10.00s"},
			"1,b,2,0,1,3,1.7320508075688772,1.7320508075688772,3.5\n2,a,1,0,1,5.5,"},
		{compare.PAR2, 0, []string{"1 b 2 ×1.73 ×1.73", "2 a 1 unknown unknown", "3 c 0",
			"no time limit is recorded, so times of unsolved instances are unknown; 'xcbench rank --time-limit TIME' sets it"},
			"1,b,2,0,1,3,1.7320508075688772,1.7320508075688772,\n2,a,1,0,1,,,,1\n3,c,0,2,0,,,,0\n"},
		{compare.Intersection, 10, []string{"# solver solved", "in the order of solved, then of mean time",
			"2 instances left out: not all solvers solved them"}, "1,a,0,0,0,0,"},
	} {
		var out, csv strings.Builder
		ranking := report.Ranking(report.Contest{Rows: contest(), Unsolved: c.rule}, compare.Rank(compare.GroupBy(contest()), results.Seconds, c.rule, c.limit))
		if err := errors.Join(ranking.Write(&out, "text"), ranking.Write(&csv, "csv")); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(csv.String(), "\n"+c.csv) {
			t.Errorf("%s, limit %v s: got%swant %s", c.rule, c.limit, csv.String(), c.csv)
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

// The figures of a family are those of a ranking of its rows alone.
func TestFamiliesAreRankedOneByOne(t *testing.T) {
	all := &results.Rows{}
	add := func(family, name, solver string, status cover.Status, seconds float64) {
		all.Add(results.Row{Family: family, Name: name, Solver: solver, Status: status, Runs: 1, Search: seconds, Setup: 1})
	}
	for _, name := range []string{"1", "2"} {
		add("f", name, "a", cover.Solved, 1)
		add("f", name, "b", cover.Solved, 2)
		add("g", name, "a", cover.Solved, 6)
		add("h", name, "a", cover.Unsupported, 0)
		add("h", name, "b", cover.Solved, 1)
	}
	add("g", "1", "b", cover.Solved, 3)
	add("g", "2", "b", cover.Timeout, 10)
	c := report.Contest{Rows: all, Solvers: []string{"b", "a"}, Classes: results.Classes{"a": {TimesStart: true}},
		Unit: results.Seconds, Unsolved: compare.PAR2, Limit: 10}
	for unit, want := range map[string]string{
		results.Seconds: "family,instances,b,b total,a,a total\nf,2,2,1.5,1,1\n" +
			"g,2,1.8257418583505538,1.6903085094570331,1.414213562373095,1.3228756555322954\nh,2,1,1,,\n",
		results.TotalSeconds: "family,instances,b,a\nf,2,1.5,1\n",
	} {
		var out strings.Builder
		c.Unit = unit
		if err := report.Families(c).Write(&out, "csv"); err != nil || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: got %v,\n%s\nwant\n%s", unit, err, out.String(), want)
		}
	}
	var out strings.Builder
	c.Unit = results.Seconds
	if err := report.Families(c).Write(&out, "md"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"### Ratio to the best search time / total time by family\n", "|                   b |            a† |", "| ×1.83 / ×1.69 (1/2) |", "|   unsupported |",
		"\n† times include the start of a program for each search, and its reading\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got no %q in\n%s", want, out.String())
		}
	}
}
