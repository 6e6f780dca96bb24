package compare_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// stdin is the input "-".
func stdin(t testing.TB) []results.Input {
	inputs, err := results.Inputs([]string{"-"})
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// mixed has values only of searches that have one.
const mixed = "commit: c0ffee\nclass.naive: rule=mrv counter=copies order=1; a summary\n" +
	"BenchmarkSolve/family=queens/inst=8/solver=naive-1 1 2 sec/op 0 setup-sec/op 92 solutions/op\n" +
	"BenchmarkSolve/family=queens/inst=9/solver=naive-1 1 3 sec/op 0 setup-sec/op 352 solutions/op\n" +
	"status: limit\nBenchmarkSolve/family=domino/inst=2x2/solver=dlx_index-1 1 4 sec/op 0 setup-sec/op 2 solutions/op\n" +
	"BenchmarkOther-95 7 5 ns/op 3 MB/s\n"

// A text with a choice of keys is an error or a collection whose faults name a line of it, and whose tables can be made.
func FuzzCollect(f *testing.F) {
	row := solve("naive", 1)
	for _, text := range []string{
		mixed, strings.ReplaceAll(mixed, "\n", "\r\n"), mixed[:len(mixed)-9], "", "\n",
		"Unit sec/op assume=exact\nUnit sec/op better=higher\nUnit sec/op assume=nothing\nUnit\n" + row,
		row + row + strings.Replace(row, "92", "91", 1), strings.Replace(row, "2 sec", "NaN sec", 1),
		strings.Replace(row, "2 sec", "-Inf sec", 1) + row, strings.Replace(row, "2 sec", "1e308 sec", 1) + row,
		strings.Replace(row, "naive-1", "naive-1-95", 1), strings.Replace(row, "/solver=naive", "/solver=", 1),
		strings.Replace(row, "queens", "\x1b[31mqueens\x1b[0m", 1), "x: \x1b]0;title\a\n" + row, "\ufeff" + row,
		"class.naive: rule\n" + row, "class.naive: order=0\n" + row, "class.: x=y;\n" + row, "\xff\xfeB\x00", "<html>\n",
		"Benchmark" + strings.Repeat("x", 2000) + " 1 1 sec/op\n", "BenchmarkA 1 1 a 2 a 3 a\n", "BenchmarkA 0 0 a\n",
		"goos: a\nstatus: timeout\n" + row + "goos: b\n" + row,
	} {
		f.Add(text, ".fullname", "")
		f.Add(text+text, "/inst", "/solver")
	}
	for _, keys := range []string{
		"", ",", ".config", ".unit", "/solver@alpha", "/inst@num", "/inst@(8 9)", "a@b", "/solver,/inst", ".name@fixed", "goos,,cpu",
	} {
		f.Add(mixed, keys, ".file")
		f.Add(mixed, ".fullname", keys)
	}
	inputs := stdin(f)
	f.Fuzz(func(t *testing.T, text, row, col string) {
		if len(text)+len(row)+len(col) > 2<<10 || strings.Count(text, "Benchmark") > 20 {
			return // more rows of the same kind
		}
		opts := with("row="+row, "col="+col, "confidence=0") // an interval takes a hundred times longer than the rest
		d, err := compare.Collect(opts, inputs, strings.NewReader(text))
		if err != nil {
			return
		}
		for _, fault := range d.Faults {
			if !strings.HasPrefix(fault, "-:") {
				t.Errorf("got the fault %q, want a line of the text", fault)
			}
		}
		for table := range d.Tables() {
			for _, row := range table.Rows {
				if len(row.Cells) != len(table.Columns) {
					t.Errorf("got %d cells, want %d, one for each column", len(row.Cells), len(table.Columns))
				}
			}
		}
	})
}

func TestTableOf20MillionCellsIsTheLargest(t *testing.T) {
	for rows, want := range map[int]string{
		4000: "", 4001: "a table of 4001 rows and 5000 columns is too large, expected at most 20000000 cells: choose other keys for rows or columns",
	} {
		var text strings.Builder
		for k := range 5000 { // a value in each row and in each column
			fmt.Fprintf(&text, "BenchmarkA/r=%d/c=%d 1 1 sec/op\n", min(k, rows-1), k)
		}
		_, err := compare.Collect(with("row=/r", "col=/c"), stdin(t), strings.NewReader(text.String()))
		if query, ok := errors.AsType[*results.FilterError](err); ok != (want != "") || ok && query.Error() != want {
			t.Errorf("%d rows: got %v, want %q", rows, err, want)
		}
	}
}
