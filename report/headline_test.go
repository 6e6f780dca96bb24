package report

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/internal/stats"
	"xcbench/results"
)

func TestHeadlinesSayWhichIsFasterAndByHowMuch(t *testing.T) {
	ratio := func(value, low, high float64) stats.Ratio { return stats.Ratio{Value: value, Low: low, High: high} }
	for _, c := range []struct {
		v       compare.Verdict
		solvers bool
		want    string
	}{
		{compare.Verdict{Ratio: ratio(0.25, 1/4.7, 1/3.4), Rows: 39, Less: 38, More: 1}, true,
			"b is 4.0 times as fast as a (3.4 to 4.7, 39 instances: faster on 38, slower on 1)"},
		{compare.Verdict{Ratio: ratio(4, 3.4, 4.7), Rows: 39, Less: 1, More: 36}, true,
			"b takes 4.0 times as long as a (3.4 to 4.7, 39 instances: faster on 1, slower on 36, no difference shown on 2)"},
		{compare.Verdict{Ratio: ratio(0.969, 0.958, 0.98), Rows: 39, Less: 39}, true,
			"b is 1.03 times as fast as a (1.02 to 1.04, 39 instances: faster on 39)"},
		{compare.Verdict{Ratio: ratio(1.031, 1.0051, 1.042), Rows: 1, More: 1}, false,
			"b takes 1.03 times as long as a (1.01 to 1.04, 1 row: slower on 1)"},
		{compare.Verdict{Ratio: ratio(0.01, 0.009, 0.0097), Rows: 1, Less: 1}, true,
			"b is 100 times as fast as a (103 to 111, 1 instance: faster on 1)"},
		{compare.Verdict{Ratio: ratio(1.001, 1.0004, 1.0011), Rows: 1, More: 1}, true,
			"b takes 1.0010 times as long as a (1.0004 to 1.0011, 1 instance: slower on 1)"},
		{compare.Verdict{Ratio: ratio(1.001, 0.98, 1.03), Rows: 78, More: 2}, false,
			"no difference in time shown between b and a (0.98 to 1.03 times, 78 rows: slower on 2, no difference shown on 76)"},
		{compare.Verdict{Ratio: ratio(0.892, 0.678, 0.943), Rows: 22}, false,
			"no single row shows a difference in time between b and a (all together 0.68 to 0.94 times, 22 rows: no difference shown on 22)"},
		{compare.Verdict{Ratio: ratio(0.892, 0.678, 0.943), Rows: 22, Blind: true}, false,
			"b is 1.12 times as fast as a (1.06 to 1.47, 22 rows: too few samples to mark single ones)"},
		{compare.Verdict{Ratio: ratio(1.2, 0, math.Inf(1)), Rows: 1}, true,
			"too few samples to compare the time of b with a (1 instance: no difference shown on 1)"},
		{compare.Verdict{Ratio: ratio(0.5, 0.4, 0.6), Rows: 2, Less: 2, BaseOnly: 3, OtherOnly: 4}, true,
			"b is 2.00 times as fast as a (1.67 to 2.50, 2 instances: faster on 2; 3 more without a time of b; 4 more without a time of a)"},
		{compare.Verdict{Ratio: ratio(4, 3.4, 4.7), Families: 5, Rows: 39, More: 39}, true,
			"b takes 4.0 times as long as a (3.4 to 4.7, these 39 instances only: slower on 39)"},
		{compare.Verdict{Ratio: ratio(4, 3.4, 4.7), Families: 1, Rows: 1, More: 1}, true,
			"b takes 4.0 times as long as a (3.4 to 4.7, this instance only: slower on 1)"},
		{compare.Verdict{Ratio: ratio(4, 3.4, 4.7), Families: 6, Rows: 39, More: 39}, true,
			"b takes 4.0 times as long as a (3.4 to 4.7, over 6 families, which are few (39 instances): slower on 39)"},
		{compare.Verdict{Ratio: ratio(4, 3.4, 4.7), Families: 10, Rows: 39, More: 39}, false,
			"b takes 4.0 times as long as a (3.4 to 4.7, over 10 families (39 rows): slower on 39)"},
	} {
		if got := (claim{"b", "a", "time", c.v}).sentence(counts("a", "b", c.v, c.solvers)); got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.v, got, c.want)
		}
	}
}

// The total time is in the sentence where it says something else than the search time.
func TestShortHeadlinesCountTheInstancesOfBothAndSayWhereSetupMatters(t *testing.T) {
	ratio := func(value, low, high float64) stats.Ratio { return stats.Ratio{Value: value, Low: low, High: high} }
	faster := ratio(0.25, 1/4.7, 1/3.4)
	const search = "b is 4.0 times as fast as a in search time "
	for _, c := range []struct {
		v, total compare.Verdict
		want     string
	}{
		{compare.Verdict{Ratio: faster, Rows: 39, Less: 38, More: 1}, compare.Verdict{Ratio: faster, Less: 38, Rows: 39}, search + "(3.4 to 4.7, 39 instances)"},
		{compare.Verdict{Ratio: faster, Rows: 30, Less: 30, BaseOnly: 4, OtherOnly: 5}, compare.Verdict{Ratio: faster}, search + "(3.4 to 4.7, 30 of 39 instances)"},
		{compare.Verdict{Ratio: ratio(1, 0.98, 1.03), Rows: 7, OtherOnly: 1}, compare.Verdict{Ratio: ratio(1, 0.9, 1.1)},
			"no difference in search time shown between b and a (0.98 to 1.03 times, 7 of 8 instances)"},
		{compare.Verdict{Ratio: faster, Rows: 39, Less: 39}, compare.Verdict{Ratio: ratio(0.55, 0.45, 0.65), Less: 30, More: 9},
			search + "(3.4 to 4.7, 39 instances); in total time 1.82 times as fast (1.54 to 2.22, faster on 30, slower on 9)"},
		{compare.Verdict{Ratio: faster, Rows: 39, Less: 39}, compare.Verdict{Ratio: ratio(3, 2.5, 3.5), More: 39},
			search + "(3.4 to 4.7, 39 instances); in total time 3.0 times as long (2.5 to 3.5)"},
		{compare.Verdict{Ratio: faster, Rows: 39, Less: 39}, compare.Verdict{Ratio: ratio(0.9, 0.7, 1.2), Less: 1},
			search + "(3.4 to 4.7, 39 instances); no difference in total time shown (0.70 to 1.20 times)"},
		{compare.Verdict{Ratio: faster, Rows: 39, Less: 39}, compare.Verdict{}, search + "(3.4 to 4.7, 39 instances)"},
		{compare.Verdict{Ratio: faster, Families: 12, Rows: 39, Less: 39, BaseOnly: 1}, compare.Verdict{},
			search + "(3.4 to 4.7, over 12 families (39 of 40 instances))"},
	} {
		if got := (claim{"b", "a", "search time", c.v}).short(c.total); got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.v, got, c.want)
		}
	}
}

// A run prints an empty line and the names of its files after the summary.
func TestSummaryFitsAScreen(t *testing.T) {
	var rows []results.Row
	var solvers []string
	for j := range 25 {
		solvers = append(solvers, fmt.Sprintf("a_solver_of_number%d", j))
		for k := range 39 {
			for sample := range 12 {
				r := results.Row{Family: "f", Name: fmt.Sprint(k), Solver: solvers[j], Status: cover.Solved, Runs: 1,
					Search: 1e-5 * float64(k+1) * (1 + 0.01*float64((sample*(3+j))%12))}
				if k < j {
					r.Status = cover.Timeout
				}
				rows = append(rows, r)
			}
		}
	}
	var text strings.Builder
	summary := Summary(Contest{Rows: results.RowsOf(rows), Solvers: solvers, Unit: results.Seconds, Unsolved: compare.PAR2, Limit: 0.1})
	for k, solver := range solvers {
		if got := summary.Rows[k][1].Value; got != solver {
			t.Errorf("row %d: got %v, want %s", k, got, solver)
		}
	}
	if err := summary.Fit(80).Write(&text, "text"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
	for _, line := range lines {
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("got %d characters, want at most 80: %s", n, line)
		}
	}
	if len(lines) > 39 {
		t.Errorf("got %d lines, want at most 39:\n%s", len(lines), text.String())
	}
	if said := strings.Count(text.String(), " in search time "); said != 1 {
		t.Errorf("got %d sentences beside 25 solvers, want 1:\n%s", said, text.String())
	}
}

// A single run does not show the drift of the machine, and several do.
func TestComparisonsOfRunsSayWhatTheyAllowFor(t *testing.T) {
	for want, v := range map[string]compare.Verdict{
		"a single run does not show how much the machine drifts between runs: intervals allow for 12.0%, and 'xcbench ab' measures both sides in turns": {
			Ratio: stats.Ratio{Value: 2, Low: 1.5, High: 2.5}, Rows: 1, More: 1, Drift: 1.12, Single: true},
		"intervals allow for 3.0% of drift, as between the runs of one side": {
			Ratio: stats.Ratio{Value: 2, Low: 1.5, High: 2.5}, Rows: 1, More: 1, Drift: 1.03},
	} {
		got := headlines(compare.Table{Unit: "sec/op", Columns: []string{"a", "b"}, Verdicts: []compare.Verdict{{}, v}})
		if len(got) != 2 || got[1] != want {
			t.Errorf("got %q, want two sentences, the second\n%s", got, want)
		}
	}
}

func TestHeadlinesAreOnlyOfTimesThatWereCompared(t *testing.T) {
	v := []compare.Verdict{{}, {Ratio: stats.Ratio{Value: 2, Low: 2, High: 2}, Rows: 1, More: 1}, {}}
	columns := []string{"a", "b", "c"}
	for unit, want := range map[string]int{"sec/op": 1, "cpu-sec/op": 1, "B/op": 0} {
		if got := headlines(compare.Table{Unit: unit, Columns: columns, Verdicts: v}); len(got) != want {
			t.Errorf("%s: got %q, want %d", unit, got, want)
		}
	}
	if got := headlines(compare.Table{Unit: "sec/op", Exact: true, Columns: columns, Verdicts: v}); got != nil {
		t.Errorf("an exact unit: got %q, want none", got)
	}
}

// The smoke tier with the settings that make bench once had: 39 instances, 6 samples. The p-value of
// each comparison is at least 2/924 = 0.002. After Holm's correction none is below 0.05, so a table
// said "~" on each row and "0 of 39 rows differ" under a geometric mean of -74%.
func TestSixSamplesOfTheSmokeTierDecideWhichSolverIsFaster(t *testing.T) {
	var rows []results.Row
	for k := range 39 {
		for sample := range 6 {
			for _, solver := range []string{"dlx_index", "bitset"} {
				r := results.Row{Family: "f", Name: fmt.Sprint(k), Solver: solver, Status: cover.Solved, Runs: 1,
					Search: 1e-5 * float64(k+1) * (1 + 0.01*float64(sample))}
				if solver == "bitset" && k >= 2 {
					r.Search /= 4.5 + float64(k%3)
				} else if solver == "bitset" {
					r.Search *= 1.001
				}
				rows = append(rows, r)
			}
		}
	}
	c := compare.Compare(results.RowsOf(rows), results.Seconds, []string{"dlx_index", "bitset"}, nil)
	for k, row := range c.Rows {
		if cell := row.Cells[1]; cell.Differs != (k >= 2) {
			t.Errorf("%s: got %+v, want a difference on all rows but the first two", row.Label, cell)
		}
	}
	var object struct{ Lead []string }
	var text strings.Builder
	if err := Comparison(View{}, c).Write(&text, "json"); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text.String()), &object); err != nil || len(object.Lead) != 1 {
		t.Errorf("JSON: got %v and the lead %q, want the headline", err, object.Lead)
	}
	for _, differ := range []bool{false, true} {
		var text strings.Builder
		if err := Comparison(View{Differ: differ}, c).Write(&text, "text"); err != nil {
			t.Fatal(err)
		}
		rows := 40 // with the geometric mean
		if differ {
			rows = 38
		}
		if got := strings.Count(text.String(), "× faster (") + strings.Count(text.String(), "× slower ("); got != rows || strings.Contains(text.String(), "%)") {
			t.Errorf("differ %v: got %d factors with an interval, want %d:\n%s", differ, got, rows, text.String())
		}
		second := strings.Split(text.String(), "\n")[1]
		const want = "bitset is 5.01 times as fast as dlx_index in search time ("
		if !strings.HasPrefix(second, want) || !strings.HasSuffix(second, ", these 39 instances only: faster on 37, no difference shown on 2)") {
			t.Errorf("got the headline %q, want %q and 37 faster", second, want)
		}
		if differ && !strings.Contains(text.String(), "\n37 of 39 rows are marked\n") {
			t.Errorf("got %s, want 37 of 39 rows", text.String())
		}
	}
}
