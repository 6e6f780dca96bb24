package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// A page of a run and cmp show the same numbers.
func TestRowsInMemoryMakeTheTableOfTheirFile(t *testing.T) {
	text := exact
	for k := range 400 {
		if k%40 != 11 {
			text += fmt.Sprintf("status: %s\nBenchmarkSolve/family=f/inst=%d/solver=%c-1 1 %v sec/op 0 setup-sec/op %d nodes/op %d updates/op 1 solutions/op\n",
				map[bool]string{true: "timeout", false: "solved"}[k%20 == 7 && k < 40], k%20, "ba"[k/20%2], float64(k*k%97+1)/8, k%20*(1+k/20%2), k%3)
		}
	}
	runs, err := results.ReadRuns([]string{"-"}, strings.NewReader(text), results.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for got := range collect(t, with("filter=.unit:(sec/op OR nodes/op)", "col=/solver@(a b)"), text).Tables() {
		number++
		want := compare.Compare(runs[0].Rows, got.Unit, []string{"a", "b"}, results.Classes{})
		got.Solvers = true
		same(t, got.Unit, showTable(got), showTable(want))
	}
	if number != 2 {
		t.Errorf("got %d tables, want 2", number)
	}
}

func TestTablesAreTheSameEveryTime(t *testing.T) {
	var text strings.Builder
	text.WriteString(exact)
	for k := range 500 {
		text.WriteString(bench(fmt.Sprint("A/", k*7919%500), "sec/op", float64(k), float64(k+1)) +
			bench("A/1", "nodes/op", float64(k)))
	}
	inputs := files(t, text.String(), text.String())
	var first string
	for range 3 {
		d, err := compare.Collect(compare.Defaults(), inputs, nil)
		if err != nil {
			t.Fatal(err)
		}
		all := ""
		for table := range d.Tables() {
			all += showTable(table)
		}
		if first == "" {
			first = all
		}
		same(t, "again", all, first)
	}
}
