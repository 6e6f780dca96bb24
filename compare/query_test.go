package compare_test

import (
	"errors"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/results"
)

// mixed has values only of searches that have one.
const mixed = "commit: c0ffee\nclass.naive: rule=mrv counter=copies order=1; a summary\n" +
	"BenchmarkSolve/family=queens/inst=8/solver=naive-1 1 2 sec/op 0 setup-sec/op 92 solutions/op\n" +
	"BenchmarkSolve/family=queens/inst=9/solver=naive-1 1 3 sec/op 0 setup-sec/op 352 solutions/op\n" +
	"status: limit\nBenchmarkSolve/family=domino/inst=2x2/solver=dlx_index-1 1 4 sec/op 0 setup-sec/op 2 solutions/op\n" +
	"BenchmarkOther-95 7 5 ns/op 3 MB/s\n"

// A choice of keys is a mistake, or tables can be made.
func FuzzKeys(f *testing.F) {
	for _, keys := range []string{
		"", ",", ".fullname", ".config", ".unit", "/solver@alpha", "/inst@num", "/inst@(8 9)", "a@b", "/solver,/inst", ".name@fixed", "goos,,cpu",
	} {
		f.Add(keys, ".file")
		f.Add(".fullname", keys)
	}
	inputs := stdin(f)
	f.Fuzz(func(t *testing.T, row, col string) {
		opts := with("confidence=0", "row="+row, "col="+col)
		if len(row)+len(col) > 1<<10 {
			return // more terms of the same kind
		}
		d, err := compare.Collect(opts, inputs, strings.NewReader(mixed))
		if err != nil {
			if _, mistake := errors.AsType[*results.FilterError](err); !mistake {
				t.Errorf("%+v: got %T %v, want a FilterError", opts, err, err)
			}
			return
		}
		for table := range d.Tables() {
			for _, row := range table.Rows {
				if len(row.Cells) != len(table.Columns) {
					t.Errorf("%+v: got %d cells, want %d", opts, len(row.Cells), len(table.Columns))
				}
			}
		}
	})
}
