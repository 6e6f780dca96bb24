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

// A mistake is named in one line. Or else the values that pass a filter and those that pass its
// negation are all values, and tables with any keys can be made.
func FuzzQuery(f *testing.F) {
	for _, filter := range []string{
		"*", "", " ", "/solver:naive", "-/solver:naive", "/solver:(naive OR dlx_index) status:limit", ".unit:sec/op",
		".name:Solve", ".fullname:/queens/", ".file:x", "commit:c0ffee OR commit:x", `"commit":"c0ffee"`, "a:(", "a:", ":a",
		"-", "(((", "/solver:/(/", "/solver:/(a*)*b/", "rule:mrv counter:copies", "/gomaxprocs:95", "x:\x1b[31mred",
		"x:\xff\xfe", "\x00", "\ufeff*", strings.Repeat("-", 500) + "a:b", strings.Repeat("(", 500), "/solver:NaN",
	} {
		f.Add(filter, ".fullname", "/solver")
	}
	for _, keys := range []string{
		"", ",", ".fullname", ".config", ".unit", ".residue", "/solver@alpha", "/inst@num", "/inst@(8 9)", "a@b", "/solver,/inst",
		".name@fixed", "\x1b[31m", "\xff", "goos,,cpu", "/solver@(", strings.Repeat("a,", 300),
	} {
		f.Add("*", keys, ".file")
		f.Add("/solver:naive", ".fullname", keys)
	}
	inputs := stdin(f)
	values := func(t *testing.T, opts compare.Options) (n int, ok bool) {
		opts.Confidence = 0
		d, err := compare.Collect(opts, inputs, strings.NewReader(mixed))
		if err != nil {
			text := err.Error()
			if _, query := errors.AsType[*results.FilterError](err); !query ||
				strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
				t.Errorf("%+v: got %T %q, want a FilterError of one line", opts, err, text)
			}
			return 0, strings.HasPrefix(text, "nothing passes")
		}
		for table := range d.Tables() {
			for _, row := range table.Rows {
				for _, c := range row.Cells {
					n += c.N
				}
			}
		}
		return n, true
	}
	all, _ := values(&testing.T{}, with())
	f.Fuzz(func(t *testing.T, filter, row, col string) {
		if len(filter)+len(row)+len(col) > 1<<10 {
			return // more terms of the same kind
		}
		values(t, with("filter="+filter, "row="+row, "col="+col))
		n, ok := values(t, with("filter="+filter))
		if !ok || strings.TrimSpace(filter) == "" {
			return // no filter at all has no negation
		}
		if others, ok := values(t, with("filter=-("+filter+")")); !ok || n+others != all {
			t.Errorf("%q: got %d values, and %d (%v) of its negation, want %d in all", filter, n, others, ok, all)
		}
	})
}
