package results_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/perf/benchproc"

	"xcbench/results"
)

// tellQuery tells what a query selects of some inputs: the keys of each entry, its search, machine and values, and what
// all machines and the last table have in common.
func tellQuery(t *testing.T, args []string, text string) string {
	var out strings.Builder
	q := results.Query{Table: "pkg", Row: ".fullname", Col: "/solver", Filter: "*"}
	to := map[string]*string{"table": &q.Table, "row": &q.Row, "col": &q.Col, "ignore": &q.Ignore, "filter": &q.Filter}
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		*to[key] = value
	}
	var paths []string
	dir := t.TempDir()
	for part := range strings.SplitSeq(text, "--\n") {
		paths = append(paths, put(t, dir, fmt.Sprint(len(paths)), part))
	}
	inputs, err := results.Inputs(paths)
	must(t, err)
	var machines []results.Machine
	var table benchproc.Key
	all, err := q.Read(inputs, nil, func(e results.Keyed) {
		machines, table = append(machines, *e.Row.Machine), e.At[0]
		fmt.Fprintf(&out, "%s in %s of %s, search %q of %q, %v, residue %v, %q:", results.ShortName(e.At[1].StringValues()),
			e.At[2], e.At[0], e.Search, e.Row.Solver, e.Row.Machine, e.Residue, e.Row.Family)
		for _, v := range e.Values {
			fmt.Fprint(&out, " ", v.Value, " ", v.Unit)
		}
		fmt.Fprintln(&out)
	})
	fmt.Fprintf(&out, "ends %v, faults %q, warnings %q, versions %q, better %v, %v\n", all.Ends, all.Faults, all.Warnings,
		results.Versions([]string{"b", "a"}, all.Classes), all.Units.GetBetter("x"), err)
	if len(machines) > 0 {
		fmt.Fprintf(&out, "in common %q\n", results.Common(machines, table))
	}
	return strings.ReplaceAll(out.String(), dir, "DIR")
}

// mixed has values only of searches that have one.
const mixed = "commit: c0ffee\nclass.naive: rule=mrv counter=copies order=1; a summary\n" +
	"BenchmarkSolve/family=queens/inst=8/solver=naive-1 1 2 sec/op 0 setup-sec/op 92 solutions/op\n" +
	"BenchmarkSolve/family=queens/inst=9/solver=naive-1 1 3 sec/op 0 setup-sec/op 352 solutions/op\n" +
	"status: limit\nBenchmarkSolve/family=domino/inst=2x2/solver=dlx_index-1 1 4 sec/op 0 setup-sec/op 2 solutions/op\n" +
	"BenchmarkOther-95 7 5 ns/op 3 MB/s\n"

// A mistake is named in one line. Or else the values that pass a filter and those that pass its
// negation are all values.
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
	inputs, err := results.Inputs([]string{"-"})
	must(f, err)
	values := func(t *testing.T, q results.Query) (n int, ok bool) {
		_, err := q.Read(inputs, strings.NewReader(mixed), func(e results.Keyed) { n += len(e.Values) })
		if err == nil {
			return n, true
		}
		text := err.Error()
		if _, query := errors.AsType[*results.FilterError](err); !query || strings.Contains(strings.TrimSuffix(text, "\n"), "\n") {
			t.Errorf("%+v: got %T %q, want a FilterError of one line", q, err, text)
		}
		return 0, strings.HasPrefix(text, "nothing passes")
	}
	all, _ := values(&testing.T{}, results.Query{Filter: "*"})
	f.Fuzz(func(t *testing.T, filter, row, col string) {
		if len(filter)+len(row)+len(col) > 1<<10 {
			return // more terms of the same kind
		}
		values(t, results.Query{Filter: filter, Row: row, Col: col})
		n, ok := values(t, results.Query{Filter: filter})
		if !ok || strings.TrimSpace(filter) == "" {
			return // no filter at all has no negation
		}
		if others, ok := values(t, results.Query{Filter: "-(" + filter + ")"}); !ok || n+others != all {
			t.Errorf("%q: got %d values, and %d (%v) of its negation, want %d in all", filter, n, others, ok, all)
		}
	})
}

// The last line of a run in progress may be torn anywhere. Its label is not of the file, so any will do.
func TestTornLastLineOfARunIsLeftOut(t *testing.T) {
	whole, dir := "BenchmarkA 1 1.5 sec/op\nBenchmarkA 1 2.5 sec/op\n", t.TempDir()
	for cut := len(whole) / 2; cut <= len(whole); cut++ {
		path := put(t, dir, results.RowsFile, whole[:cut])
		inputs, err := results.Inputs([]string{"a\x01=" + dir})
		must(t, err)
		got := ""
		all, err := results.Query{Filter: "*", Col: ".file"}.Read(inputs, nil, func(e results.Keyed) { got += fmt.Sprint(e.At[2], e.Values[0].Value, " ") })
		must(t, err)
		want := ".file:a\x01 1.5 "
		if cut == len(whole) {
			want += ".file:a\x01 2.5 "
		} else if cut > len(whole)/2 {
			want += path + ": the last line is torn, as in a run in progress or an interrupted one"
		}
		if got += strings.Join(append(all.Faults, all.Warnings...), "|"); got != want {
			t.Errorf("cut at %d: got %q, want %q", cut, got, want)
		}
	}
}

func TestInputIsClosedAfterItsLastLine(t *testing.T) {
	const open = "/proc/self/fd"
	if _, err := os.Stat(open); err != nil {
		t.Skip("the system has no list of open files")
	}
	path := put(t, t.TempDir(), "rows", "BenchmarkA 1 1 sec/op\n")
	inputs, err := results.Inputs([]string{path})
	must(t, err)
	_, err = results.Query{Filter: "*"}.Read(inputs, nil, func(results.Keyed) {})
	must(t, err)
	all, err := os.ReadDir(open)
	must(t, err)
	for _, f := range all {
		if name, err := os.Readlink(filepath.Join(open, f.Name())); err == nil && name == path {
			t.Errorf("%s is open", path)
		}
	}
}
