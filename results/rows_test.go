package results_test

import (
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/results"
)

var update = flag.Bool("update", false, "write the golden files")

const goodRow = "BenchmarkSolve/family=a/inst=b/solver=c-1 1 1 sec/op 1 setup-sec/op 1 nodes/op 1 updates/op 1 solutions/op\n"

// anyCounts are numbers of solutions around the bounds of floating-point numbers and of 64-bit
// integers.
var anyCounts = []string{"0", "1", "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995",
	"9223372036854775807", "9223372036854775808", "18446744073709551617", "2444888770250892795802079170816"}

// counted is a row with a number of solutions in decimal.
func counted(solver, solutions string) results.Row {
	r := sample("1", solver, cover.Solved)
	n, _ := new(big.Int).SetString(solutions, 10)
	var s cover.Stats
	s.SetCount(n)
	r.Solutions, r.Big = s.Solutions, s.Big
	return r
}

// A status, a machine and an exact number of solutions are lines before the rows where they change.
func TestRowsAreGoBenchmarkFormat(t *testing.T) {
	head := results.Machine{CPU: "a b", OS: "linux"}
	other := results.Machine{Host: "x", CPU: "c", OS: "linux", Arch: "arm64"}
	rows := []results.Row{
		{"queens", "8", "dlx_index", cover.Solved, 170, 1.2345678e-4, 1.5e-6, 92, 1199, 21111, nil, nil, nil},
		{"queens", "8", "naive_first", cover.Timeout, 1, 0.1, 0, 3, 500, 1 << 53, nil, nil, nil},
		{"sudoku", "norvig_impossible", "dlx_index", cover.Solved, 6, 0.0033, 1e-5, 0, 8342, 194645, nil, nil, nil},
		{"pentomino", "6x10", "bitset", cover.Limit, 1, 2, 0.001, 0, 1000000, 18000000, nil, nil, nil},
		{"queens", "8", "counts_nodes", cover.Solved, 1, 2, 0.001, 92, 7, cover.Uncounted, nil, nil, nil},
		{"queens", "8", "counts_nothing", cover.Solved, 1, 2, 0.001, 92, cover.Uncounted, cover.Uncounted, nil, nil, nil},
	}
	for k, n := range anyCounts {
		r := counted(fmt.Sprint("s", k), n)
		r.Costs = results.CostsOf(map[string]float64{results.Hits: float64(k), results.PeakBytes: 2.5e9, results.CPUSeconds: 0.5})
		if k > 2 {
			r.Machine = &results.Machine{Host: other.Host, CPU: other.CPU, OS: other.OS, Arch: other.Arch}
		}
		rows = append(rows, r)
	}
	text := textOf(t, [][2]string{{"goos", "linux"}, {"cpu", "a b"}}, rows...)
	golden := filepath.Join("testdata", "rows.golden")
	if *update {
		must(t, os.WriteFile(golden, []byte(text), 0o666))
	}
	if want := get(t, golden); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}

	got, err := results.Read(strings.NewReader(text), "rows")
	must(t, err)
	rows[0].Search = 0.000123457 // six digits are written
	for k := range rows {
		if rows[k].Machine == nil {
			rows[k].Machine = &head
		}
		if !reflect.DeepEqual(got[k], rows[k]) {
			t.Errorf("got %+v on %v, want %+v on %v", got[k], got[k].On(), rows[k], rows[k].On())
		}
	}
	for k, n := range anyCounts {
		if got := got[6+k].CountText(); got != n {
			t.Errorf("got %s solutions, want %s", got, n)
		}
	}

	in := benchfmt.NewReader(strings.NewReader(text), "rows")
	for in.Scan() {
		if err, ok := in.Result().(*benchfmt.SyntaxError); ok {
			t.Errorf("benchfmt: %v", err)
		}
	}
	for _, unit := range []string{results.Nodes, results.Updates, results.Solutions} {
		if exact := in.Units().Get(unit, "assume"); exact == nil || exact.Value != "exact" {
			t.Errorf("unit %s: got assume %v, want exact", unit, exact)
		}
	}
}

// A row that is cut anywhere is the whole row, or no row. A solver may count no
// nodes or no updates.
func TestTornLastRowIsNeverReadAsAnotherRow(t *testing.T) {
	first := sample("1", "dlx_index", cover.Solved)
	last := func(nodes, updates int64, solutions string) results.Row {
		r := counted("naive", solutions)
		r.Status, r.Nodes, r.Updates = cover.Timeout, nodes, updates
		return r
	}
	for _, last := range []results.Row{last(512, 1<<53, "3"), last(512, cover.Uncounted, "3"),
		last(cover.Uncounted, cover.Uncounted, "3"), last(512, 7, anyCounts[len(anyCounts)-1])} {
		want := []results.Row{first, last}
		whole, text := len(textOf(t, nil, first)), textOf(t, nil, want...)
		for cut := whole; cut <= len(text); cut++ {
			rows, err := results.Read(strings.NewReader(text[:cut]), "torn.txt")
			if err == nil && (len(rows) == 0 || !reflect.DeepEqual(rows, want[:len(rows)])) {
				t.Errorf("cut at byte %d: got rows %v, want the first of %v", cut, rows, want)
			}
			if place := fmt.Sprintf("torn.txt:%d: ", 1+strings.Count(text[:cut], "\n")); err != nil && !strings.HasPrefix(err.Error(), place) {
				t.Errorf("cut at byte %d: got error %v, want one at %s", cut, err, place)
			}
		}
	}
}

// gzipped returns a text compressed.
func gzipped(t *testing.T, text string) string {
	t.Helper()
	var packed strings.Builder
	zip := gzip.NewWriter(&packed)
	_, err := zip.Write([]byte(text))
	must(t, errors.Join(err, zip.Close()))
	return packed.String()
}

// A compressed file of rows is read as the plain one is. A torn file is no shorter one.
func TestCompressedRowsAreRead(t *testing.T) {
	dir, packed := t.TempDir(), gzipped(t, goodRow+goodRow)
	runs, err := results.ReadRuns([]string{put(t, dir, "rows.gz", packed)}, nil, results.Filter{})
	if must(t, err); runs[0].Rows.Len() != 2 {
		t.Errorf("got %d rows, want 2", runs[0].Rows.Len())
	}
	_, err = results.ReadRuns([]string{put(t, dir, "torn.gz", packed[:len(packed)-9])}, nil, results.Filter{})
	wantError(t, "a torn file", err, filepath.Join(dir, "torn.gz")+":", "expected a file of gzip")
}

// The line of a row may have as many bytes as its bound.
func TestLinesOfResultsAreReadUpToTheirBound(t *testing.T) {
	for more, ok := range map[int]bool{-1: true, 0: true, 1: false, 2 << 20: false} {
		text := goodRow + "remark: " + strings.Repeat("x", results.MaxRow-len("remark: ")+more) + "\n" + goodRow
		dir := t.TempDir()
		path := put(t, dir, results.RowsFile, text)
		rows, err := results.Read(strings.NewReader(text), "rows")
		if ok && len(rows) != 2 {
			t.Errorf("%+d bytes: got %d rows, want 2", more, len(rows))
		}
		errs := []error{err}
		for _, arg := range []string{dir, path, put(t, dir, "rows.gz", gzipped(t, text))} {
			_, err := results.ReadRuns([]string{arg}, nil, results.Filter{})
			errs = append(errs, err)
		}
		for _, err := range errs {
			if (err == nil) != ok || err != nil && !strings.HasSuffix(err.Error(), ":2: a line longer than 60 KiB") {
				t.Errorf("%+d bytes: got %.100v, want a row: %v", more, err, ok)
			}
		}
	}
}

func TestNoRowsHaveNothing(t *testing.T) {
	var none *results.Rows
	if _, ok := none.Find("f/p1"); ok || none.Len()+none.Instances()+len(none.Solvers())+len(none.Machines())+len(none.Statuses()) > 0 {
		t.Error("nil has rows")
	}
}
