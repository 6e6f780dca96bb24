package report_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/report"
	"xcbench/results"
)

func textOf(t *testing.T, table report.Table, format string) string {
	t.Helper()
	var text strings.Builder
	if err := table.Write(&text, format); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// Options without a primary item are dropped, and keep their number.
func TestOptionsHaveTheNumbersOfTheInput(t *testing.T) {
	var b cover.Builder
	b.Primary("a")
	b.Secondary("s")
	b.Option("s")
	b.Option("a")
	p, err := b.Problem()
	if err != nil {
		t.Fatal(err)
	}
	table := report.OptionFrequencies("p", p, []*big.Int{big.NewInt(1)}, big.NewInt(1))
	if got := textOf(t, table, "csv"); !strings.HasSuffix(got, "\n2,a,1,1\n") {
		t.Errorf("got %s, want option 2", got)
	}
}

// All tables of a run have one order of rows, and two solvers have one table. The units of an instance stand below each other. On a terminal, the best value is bold and a difference has a colour.
func TestTwoSolversHaveOneTable(t *testing.T) {
	var rows []results.Row
	for k, name := range []string{"small", "large"} {
		for sample := range 8 {
			for j, solver := range []string{"a", "b", "c"} {
				time := float64(1+100*k) * (1 + 0.001*float64(sample))
				if j > 0 {
					time /= []float64{2, 8}[k]
				}
				rows = append(rows, results.Row{Family: "f", Name: name, Solver: solver, Status: cover.Solved, Runs: 1, Search: time,
					Nodes: int64(50 - 40*k), Updates: int64(9 * (j + 1))})
			}
		}
	}
	classes := results.Classes{"a": {Rule: "mrv", Counter: "links"}, "b": {Rule: "mrv", Counter: "words"}}
	view := report.View{Sort: report.ByChange}
	for _, table := range report.Comparisons(results.RowsOf(rows), []string{"a", "b", "c"}, classes, view) {
		if got := table.Rows[0][0].Text; got != "f/large" {
			t.Errorf("%s: got %s first, want the order of the first table", table.Title, got)
		}
	}
	tables := report.Comparisons(results.RowsOf(rows), []string{"a", "b"}, classes, view)
	if len(tables) != 1 {
		t.Fatalf("got %d tables, want one", len(tables))
	}
	var order []string
	for _, row := range tables[0].Rows {
		order = append(order, fmt.Sprint(row[0].Value, " ", row[1].Value))
	}
	var want []string
	for _, label := range []string{"f/large", "f/small", "geomean"} {
		for _, unit := range []string{"sec/op", "total-sec/op", "nodes/op", "updates/op"} {
			want = append(want, label+" "+unit)
		}
	}
	if !slices.Equal(order, want) {
		t.Errorf("got the rows %q, want %q", order, want)
	}
	if got := textOf(t, tables[0], "text"); strings.Contains(got, "\x1b") || !strings.Contains(got, "no common counter") {
		t.Errorf("got %q, want no colour, and why updates are not compared", got)
	}
	tables[0].Colour = true
	got := textOf(t, tables[0], "text")
	for mark, n := range map[string]int{"\x1b[1m": 4, "\x1b[32m": 6, "\x1b[31m": 0} {
		if strings.Count(got, mark) != n {
			t.Errorf("got %q %d times in %q, want %d: b is the best of both instances and of the means in both times", mark, strings.Count(got, mark), got, n)
		}
	}
}
