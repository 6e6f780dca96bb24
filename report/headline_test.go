package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/results"
)

// A run prints an empty line and the names of its files after the summary.
func TestSummaryFitsAScreen(t *testing.T) {
	var rows []results.Row
	var names []string
	for j := range 25 {
		names = append(names, fmt.Sprintf("a_solver_of_number%d", j))
		for k := range 39 {
			for sample := range 12 {
				r := results.Row{Family: "f", Name: fmt.Sprint(k), Solver: names[j], Status: cover.Solved, Runs: 1,
					Search: 1e-5 * float64(k+1) * (1 + 0.01*float64((sample*(3+j))%12))}
				if k < j {
					r.Status = cover.Timeout
				}
				rows = append(rows, r)
			}
		}
	}
	var text strings.Builder
	summary := Summary(Contest{Rows: results.RowsOf(rows), Solvers: names, Unit: results.Seconds, Unsolved: compare.PAR2, Limit: 0.1})
	for k, solver := range names {
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
	for solvers, want := range map[int]int{25: 1, 10: 3, 3: 2} {
		some := results.RowsOf(slices.DeleteFunc(slices.Clone(rows), func(r results.Row) bool { return slices.Index(names, r.Solver) >= solvers }))
		notes := strings.Join(Summary(Contest{Rows: some, Solvers: names[:solvers], Unit: results.Seconds, Unsolved: compare.PAR2, Limit: 0.1}).Notes, "\n")
		if said := strings.Count(notes, " in search time "); said != want {
			t.Errorf("got %d sentences beside %d solvers, want %d:\n%s", said, solvers, want, notes)
		}
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
		if !strings.HasPrefix(second, want) || !strings.HasSuffix(second, ", for 39 instances only: faster on 37, slower on 0)") {
			t.Errorf("got the headline %q, want %q and 37 faster", second, want)
		}
		if differ && !strings.Contains(text.String(), "\n37 of 39 rows show a difference\n") {
			t.Errorf("got %s, want 37 of 39 rows", text.String())
		}
	}
}
