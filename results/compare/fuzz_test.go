package compare

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

const fewResults = "commit: c0ffee\nclass.naive: rule=mrv counter=copies order=1; a summary\n" +
	"BenchmarkSolve/family=queens/inst=8/solver=naive-1 1 2 sec/op 92 solutions/op\n" +
	"BenchmarkSolve/family=queens/inst=9/solver=naive-1 1 3 sec/op 352 solutions/op\n" +
	"status: timeout\nBenchmarkSolve/family=domino/inst=2x2/solver=dlx_index-1 1 4 sec/op 2 solutions/op\n" +
	"BenchmarkOther-95 7 5 ns/op 3 MB/s\n"

// A query is refused in one line, or the results that pass it and those that pass its negation are
// all results.
func FuzzQuery(f *testing.F) {
	for _, filter := range []string{
		"*", "", " ", "/solver:naive", "-/solver:naive", "/solver:(naive OR dlx_index) status:timeout", ".unit:sec/op",
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
	var all []*benchfmt.Result
	for in := benchfmt.NewReader(strings.NewReader(fewResults), "few"); in.Scan(); {
		if r, ok := in.Result().(*benchfmt.Result); ok {
			all = append(all, r.Clone())
		}
	}
	passing := func(t *testing.T, opts Options) (int, bool) {
		c, err := newCollector(opts, opts.Col)
		if err != nil {
			var query *QueryError
			if text := err.Error(); !errors.As(err, &query) || strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
				t.Errorf("%+v: got %T %q, want a QueryError of one line", opts, err, text)
			}
			return 0, false
		}
		var classes ClassReader
		for _, r := range all {
			r = r.Clone() // a filter of units removes values
			solver, class, err := classes.Take(r)
			if err == nil {
				err = c.take(r, solver, class)
			}
			if err != nil {
				t.Errorf("%+v: got %v, want no error", opts, err)
			}
		}
		n := c.passing // the collector ends below
		if c.words.unknown(); n > 0 && c.knownKeys(opts) == nil {
			if d, err := c.collection(opts, nil); err == nil {
				for range d.Tables() {
				}
			}
		}
		return n, true
	}
	f.Fuzz(func(t *testing.T, filter, row, col string) {
		if len(filter)+len(row)+len(col) > 1<<10 {
			return // more terms of the same kind
		}
		opts := Defaults()
		opts.Filter, opts.Row, opts.Col = filter, row, col
		n, ok := passing(t, opts)
		if !ok || strings.Contains(filter, ".unit") || strings.Contains(row+col, "@") {
			return // a unit passes some values of a result, and an order may list the values that pass
		}
		if opts.Filter = "-(" + filter + ")"; strings.TrimSpace(filter) == "" {
			return // no filter at all has no negation
		}
		if others, ok := passing(t, opts); !ok || n+others != len(all) {
			t.Errorf("%q: got %d results, and %d (%v) of its negation, want %d in all", filter, n, others, ok, len(all))
		}
	})
}

// A text is an error or a collection whose faults name a line of it, and whose tables can be made.
func FuzzCollect(f *testing.F) {
	const row = "BenchmarkSolve/family=queens/inst=8/solver=naive-1 1 2 sec/op 92 solutions/op\n"
	for _, text := range []string{
		fewResults, strings.ReplaceAll(fewResults, "\n", "\r\n"), fewResults[:len(fewResults)-9], "", "\n",
		"Unit sec/op assume=exact\nUnit sec/op better=higher\nUnit sec/op assume=nothing\nUnit\n" + row,
		row + row + strings.Replace(row, "92", "91", 1), strings.Replace(row, "2 sec", "NaN sec", 1),
		strings.Replace(row, "2 sec", "-Inf sec", 1) + row, strings.Replace(row, "2 sec", "1e308 sec", 1) + row,
		strings.Replace(row, "naive-1", "naive-1-95", 1), strings.Replace(row, "/solver=naive", "/solver=", 1),
		strings.Replace(row, "queens", "\x1b[31mqueens\x1b[0m", 1), "x: \x1b]0;title\a\n" + row, "\ufeff" + row,
		"class.naive: rule\n" + row, "class.naive: order=0\n" + row, "class.: x=y;\n" + row, "\xff\xfeB\x00", "<html>\n",
		"Benchmark" + strings.Repeat("x", 2000) + " 1 1 sec/op\n", "BenchmarkA 1 1 a 2 a 3 a\n", "BenchmarkA 0 0 a\n",
	} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, twice bool) {
		if len(text) > 2<<10 || strings.Count(text, "Benchmark") > 20 {
			return // more rows of the same kind
		}
		opts := Defaults()
		opts.Confidence = 0 // an interval takes a hundred times longer than the rest
		inputs := []Input{{Label: "a", path: "-"}}
		if twice {
			text += text
			opts.Row, opts.Col = "/inst", "/solver"
		}
		d, err := Collect(opts, inputs, strings.NewReader(text))
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
