package results

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"xcbench/cover"
	"xcbench/results/compare"
)

var update = flag.Bool("update", false, "write the golden files")

var sampleRows = []Row{
	{"queens", "8", "dlx_index", cover.Solved, 170, 1.2345678e-4, 1.5e-6, 92, 1199, 21111, nil, nil, nil},
	{"queens", "8", "naive_first", cover.Timeout, 1, 0.1, 0, 3, 500, 1 << 53, nil, nil, nil},
	{"sudoku", "norvig_impossible", "dlx_index", cover.Solved, 6, 0.0033, 1e-5, 0, 8342, 194645, nil, nil, nil},
	{"pentomino", "6x10", "bitset", cover.Limit, 1, 2, 0.001, 0, 1000000, 18000000, nil, nil, nil},
	{"queens", "8", "counts_nodes", cover.Solved, 1, 2, 0.001, 92, 7, cover.Uncounted, nil, nil, nil},
	{"queens", "8", "counts_nothing", cover.Solved, 1, 2, 0.001, 92, cover.Uncounted, cover.Uncounted, nil, nil, nil},
}

func TestRowsAreGoBenchmarkFormat(t *testing.T) {
	var text strings.Builder
	w, err := newWriter(&text, [][2]string{{"goos", "linux"}, {"cpu", "a b"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range sampleRows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	golden := filepath.Join("testdata", "rows.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}

	rows, err := Read(strings.NewReader(text.String()), "rows")
	if err != nil {
		t.Fatal(err)
	}
	back := append([]Row(nil), sampleRows...)
	back[0].Search = 0.000123457 // six digits are written
	for k := range back {
		back[k].Machine = &compare.Machine{CPU: "a b", OS: "linux"}
	}
	if !reflect.DeepEqual(rows, back) {
		t.Errorf("read back: got\n%v\nwant\n%v", rows, back)
	}

	in := benchfmt.NewReader(strings.NewReader(text.String()), "rows")
	for in.Scan() {
		if err, ok := in.Result().(*benchfmt.SyntaxError); ok {
			t.Errorf("benchfmt: %v", err)
		}
	}
	for _, unit := range []string{Nodes, Updates, Solutions} {
		if exact := in.Units().Get(unit, "assume"); exact == nil || exact.Value != "exact" {
			t.Errorf("unit %s: got assume %v, want exact", unit, exact)
		}
	}
}

func TestForeignRowIsAnErrorThatNamesItsPlace(t *testing.T) {
	_, err := Read(strings.NewReader("BenchmarkX-1 1 1 ns/op\n"), "f.txt")
	if want := "f.txt:1: X-1 is not a row of xcbench, expected family=, inst= and solver= in its name"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = Read(strings.NewReader("BenchmarkSolve/family=a/inst=b/solver=c-1 1 x sec/op\n"), "f.txt")
	if err == nil || !strings.HasPrefix(err.Error(), "f.txt:1: ") {
		t.Errorf("got %v, want a syntax error at f.txt:1", err)
	}
}

// create begins a run directory, ready for rows.
func create(path string, config [][2]string) (*Dir, error) {
	d, err := Begin(path)
	if err == nil {
		err = d.Start(1, config)
	}
	return d, err
}

func TestRunDirectoryIsReadBackAsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "run")
	d, err := create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	profiles := []Profile{
		{"queens", "8", "dlx_index", Pack([]cover.Level{{Nodes: 1, Updates: 5}, {Nodes: 8, Updates: 0}})},
		{"pentomino", "6x10", "bitset", Pack([]cover.Level{{Nodes: 1, Updates: 2}})},
	}
	for _, p := range profiles {
		if err := d.Profile(p); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range sampleRows[1:] {
		if err := d.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := ReadDir(path); err != nil {
		t.Errorf("before Close: got %v, want the rows and profiles so far", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	rows, levels, err := ReadDir(path)
	if err != nil || !reflect.DeepEqual(rows, sampleRows[1:]) || !reflect.DeepEqual(levels, profiles) {
		t.Errorf("got %v, %v, %v, want %v, %v", rows, levels, err, sampleRows[1:], profiles)
	}
	if _, err := create(path, nil); err == nil ||
		!strings.HasSuffix(err.Error(), "already exists; a run needs a new directory") {
		t.Errorf("a second run in the directory: got %v, want an error", err)
	}
	const head = "family,inst,solver,level,nodes,updates\n"
	for text, place := range map[string]string{
		head + "a,b,c,0,x,1\n":                           `:2: nodes "x", expected a whole number of 0 or more`,
		head + "a,b,c,0,1,-1\n":                          `:2: updates "-1", expected a whole number of 0 or more`,
		head + "a,b,c,0,1\n":                             ":2: wrong number of fields, expected family,inst,solver,level,nodes,updates",
		head + "a,b,c,1,1,1\n":                           ":2: level 1 of a/b c out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1,1\na,b,c,2,1,1\n":              ":3: level 2 of a/b c out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1,1\na,b,d,1,1,1\n":              ":3: level 1 of a/b d out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1,1\na,x,c,0,1,1\na,b,c,0,1,1\n": ":4: a second profile of a/b c, expected one",
		head + "a,b,c,0,1 2,1\n":                         ":2: not as many nodes as updates, expected both of each level",
		head + "a,b,c,0,1 2,1 2\na,b,c,1,1,1\n":          ":3: level 1 of a/b c out of order, expected the levels from 0 on, profile after profile",
		head + "a,b,c,0,1  2,1 2\n":                      `:2: nodes "", expected a whole number of 0 or more`,
		"a,b,c,0,1,1\n":                                  ":1: not a file of levels, expected the line family,",
		"ELF":                                            ":1: not a file of levels, expected the line family,",
	} {
		if err := os.WriteFile(filepath.Join(path, LevelsFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadDir(path); err == nil || !strings.Contains(err.Error(), LevelsFile+place) {
			t.Errorf("%q: got %v, want an error at %s%s", text, err, LevelsFile, place)
		}
	}
}

// rowsOf makes samples of one instance, a second a value.
func rowsOf(inst, solver string, seconds ...float64) []Row {
	var rows []Row
	for _, s := range seconds {
		rows = append(rows, Row{Family: "f", Name: inst, Solver: solver, Status: cover.Solved, Runs: 1,
			Search: s, Nodes: 10})
	}
	return rows
}

func TestTableOfARunHasMediansDifferencesAndStatuses(t *testing.T) {
	rows := rowsOf("1", "a", 1.00, 1.01, 1.02, 1.03, 1.04, 1.05)
	rows = append(rows, rowsOf("1", "b", 2.01, 2.02, 2.03, 2.04, 2.05, 2.06)...) // all greater: p = 2/C(12,6) = 2/924
	rows = append(rows, rowsOf("1", "c", 1.005, 1.015, 1.025, 1.035, 1.045, 1.055)...)
	rows = append(rows, rowsOf("2", "a", 4)...)
	rows = append(rows, rowsOf("2", "b", 9)...)
	rows = append(rows, Row{Family: "f", Name: "2", Solver: "c", Status: cover.Timeout, Runs: 1, Search: 5})
	rows = append(rows, rowsOf("3", "b", 7)...)
	tabulate := func(unit string, solvers ...string) compare.Table {
		return Tabulate(RowsOf(rows), unit, solvers, nil)
	}

	c := tabulate(Seconds, "a", "b", "c")
	var labels []string
	for _, row := range c.Rows {
		labels = append(labels, row.Label)
	}
	if want := []string{"f/1", "f/2", "f/3"}; !reflect.DeepEqual(labels, want) {
		t.Fatalf("got instances %v, want %v", labels, want)
	}
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-3*math.Abs(want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	a, b, same := c.Rows[0].Cells[0], c.Rows[0].Cells[1], c.Rows[0].Cells[2]
	near("median of a", a.Center, 1.025)
	near("median of b", b.Center, 2.035)
	near("p of b", b.P, 2./924)
	near("p of b after the correction of three comparisons", b.Adjusted, 3*2./924)
	if !b.Differs || same.Differs || a.Compared || a.Status != cover.Solved {
		t.Errorf("got b differs %v, c differs %v, base %+v, want true, false, and no comparison", b.Differs, same.Differs, a)
	}
	if cell := c.Rows[1].Cells[2]; cell.Measured() || cell.Status != cover.Timeout || cell.Compared {
		t.Errorf("got %+v for a timeout, want no value", cell)
	}
	if cell := c.Rows[2].Cells[0]; cell.Has() || c.Rows[2].Cells[1].Compared {
		t.Errorf("got %+v for what never ran, want nothing, and no comparison with it", cell)
	}
	if c.Common != 1 {
		t.Errorf("got a geometric mean over %d instances, want 1: the others are not all measured", c.Common)
	}
	near("mean of b", c.Geomean[1], 2.035)

	c = tabulate(Seconds, "a", "b")
	near("geometric mean of b", c.Geomean[1], math.Sqrt(2.035*9))
	near("ratio of the means", c.Verdicts[1].Value, math.Sqrt(2.035*9/1.025/4))
	if c.Common != 2 {
		t.Errorf("got a geometric mean over %d instances, want 2", c.Common)
	}
	c = tabulate(Nodes, "a", "b")
	if cell := c.Rows[0].Cells[1]; !c.Exact || cell.Center != 10 || cell.Differs {
		t.Errorf("nodes: got %+v, want exactly 10 and no difference", cell)
	}
	if c = tabulate(Updates, "a", "b"); c.Geomean != nil { // all zero
		t.Errorf("got geometric means %v of zeros, want none", c.Geomean)
	}
}

// Updates of different counter classes mean different things.
func TestUpdatesAreComparedWithinACounterClass(t *testing.T) {
	rows := append(rowsOf("1", "a", 1, 1), append(rowsOf("1", "b", 1, 1), rowsOf("1", "c", 1, 1)...)...)
	for k := range rows {
		rows[k].Updates = int64(k/2 + 5)
	}
	classes := compare.Classes{"a": {Counter: "links"}, "b": {Counter: "links"}, "c": {Counter: "options"}}
	for unit, want := range map[string][2]bool{Updates: {true, false}, Nodes: {true, true}} {
		table := Tabulate(RowsOf(rows), unit, []string{"a", "b", "c"}, classes)
		if !table.Solvers {
			t.Errorf("%s: got a table whose columns are no solvers", unit)
		}
		cells := table.Rows[0].Cells
		if got := [2]bool{cells[1].Compared, cells[2].Compared}; got != want {
			t.Errorf("%s: got b and c compared %v, want %v", unit, got, want)
		}
	}
	rows = append(rowsOf("1", "a", 1, 2, 3, 4, 5, 6), rowsOf("1", "b", 2, 3, 4, 5, 6, 7)...)
	plain, paired := Tabulate(RowsOf(rows), Seconds, []string{"a", "b"}, classes), Compare(RowsOf(rows), Seconds, []string{"a", "b"}, classes)
	if !math.IsInf(plain.Verdicts[1].High, 1) || math.IsInf(paired.Verdicts[1].High, 1) {
		t.Errorf("got verdicts %+v and %+v, want an interval of the second one only", plain.Verdicts[1], paired.Verdicts[1])
	}
	if got := WithinCounter(); !reflect.DeepEqual(got, []string{Remembered, Hits, PeakStates, TableBytes, Updates}) {
		t.Errorf("got %q that mean the same only within a class, want the updates and the states in tables", got)
	}
}

// A cost that was not measured is no sample; a search that was stopped is one.
func TestCostsThatWereNotMeasuredAreLeftOut(t *testing.T) {
	rows := rowsOf("1", "a", 1, 2, 3)
	rows[1].Costs = CostsOf(map[string]float64{CPUSeconds: 0.5})
	rows = append(rows, stopped("2", "a", 4))
	got := Tabulate(RowsOf(rows), CPUSeconds, []string{"a"}, nil)
	if len(got.Rows) != 2 || got.Exact {
		t.Fatalf("got %+v, want two rows of measurements", got)
	}
	if c := got.Rows[0].Cells[0]; c.N != 1 || c.Center != 0.5 {
		t.Errorf("got %+v, want the one value that was measured", c)
	}
	if c := got.Rows[1].Cells[0]; c.Measured() || c.Status != cover.Timeout {
		t.Errorf("got %+v, want a timeout", c)
	}
}
