package compare_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/results"
)

// A page of a run and cmp show the same numbers.
func TestRowsInMemoryMakeTheTableOfTheirFile(t *testing.T) {
	all := &results.Rows{}
	for k := range 400 {
		row := results.Row{Family: "f", Name: fmt.Sprint(k % 20), Solver: string("ba"[k/20%2]), Status: cover.Solved, Runs: 1,
			Search: float64(k*k%97+1) / 8, Nodes: int64(k % 20 * (1 + k/20%2)), Updates: int64(k % 3)}
		if k%20 == 7 && k < 40 {
			row.Status = cover.Timeout
		}
		if k%40 != 11 {
			all.Add(row)
		}
	}
	path := filepath.Join(t.TempDir(), "run")
	dir, err := results.Begin(path)
	if err == nil {
		err = dir.Start(nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	for row := range all.All() {
		if err := dir.Row(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := dir.Close(); err != nil {
		t.Fatal(err)
	}
	inputs, err := results.Inputs([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	opts := compare.Defaults()
	opts.Filter, opts.Col = ".unit:(sec/op OR nodes/op)", "/solver@(a b)"
	d, err := compare.Collect(opts, inputs, nil)
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for got := range d.Tables() {
		number++
		want := compare.Compare(all, got.Unit, []string{"a", "b"}, nil)
		for _, table := range []*compare.Table{&got, &want} {
			*table = compare.Table{Rows: table.Rows, Exact: table.Exact, Verdicts: table.Verdicts, Geomean: table.Geomean,
				Common:   table.Common,
				Warnings: table.Warnings, Comparisons: table.Comparisons, Fewest: table.Fewest, Most: table.Most,
				Method: table.Method}
		}
		if !reflect.DeepEqual(got, want) || len(got.Rows) != 20 {
			t.Errorf("got %+v, want %+v", got, want)
		}
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
			all += fmt.Sprint(show(table), table.Verdicts, table.Geomean, table.Warnings)
		}
		if first == "" {
			first = all
		}
		same(t, "again", all, first)
	}
}
