package compare_test

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/cover"
	"xcbench/results"
)

// A counter differs if its value or its range does. It has a base, and no p-value or interval.
func TestCountersDifferInTheLastDigit(t *testing.T) {
	for _, c := range []struct {
		base, other []float64
		want        bool
	}{
		{[]float64{1000000}, []float64{1000001}, true}, {[]float64{5}, []float64{5}, false}, {[]float64{0}, []float64{7}, true},
		{[]float64{5, 5, 5, 4}, []float64{5, 5, 5}, true}, {[]float64{5, 5, 5}, []float64{5, 5, 6}, true},
		{[]float64{4, 5, 5, 5, 6}, []float64{4, 5, 5, 6}, false}, {[]float64{4, 4, 5}, []float64{4, 5, 5}, true},
	} {
		got := tables(t, exact+bench("A", "nodes/op", c.base...), bench("A", "nodes/op", c.other...))[0].Rows[0].Cells[1]
		if got.Differs != c.want || !got.Compared || got.BaseN != len(c.base) || got.N != len(c.other) ||
			got.Low != 0 || !math.IsInf(got.High, 1) || got.P != 0 {
			t.Errorf("%v and %v: got %+v, want differs %v and no interval", c.base, c.other, got, c.want)
		}
	}
}

func TestChangeIsRelativeToTheBase(t *testing.T) {
	for _, c := range []struct {
		compared     bool
		base, center float64
		want         float64
		ok           bool
	}{
		{true, 4, 5, 25, true}, {true, 4, 3, -25, true}, {true, 4, 0, -100, true}, {true, 4, 4, 0, true},
		{true, 0, 0, 0, true}, {true, 0, 1, 0, false}, {false, 4, 5, 0, false}, {false, 4, 4, 0, false},
	} {
		cell := compare.Cell{Compared: c.compared, Base: c.base, Center: c.center}
		if got, ok := cell.Change(); got != c.want || ok != c.ok {
			t.Errorf("%+v: got %v%%, %v", c, got, ok)
		}
		change := compare.Change{Old: c.base, New: c.center} // of a gate, which compares all
		if got, ok := change.Percent(); c.compared && (got != c.want || ok != c.ok) {
			t.Errorf("%+v: got %v%%, %v", change, got, ok)
		}
	}
}

func TestRowChangedIfACellDiffersOrLacksItsValue(t *testing.T) {
	same, differs, none := compare.Cell{N: 1}, compare.Cell{N: 1, Differs: true}, compare.Cell{Status: cover.Timeout}
	for _, c := range []struct {
		cells []compare.Cell
		want  bool
	}{
		{[]compare.Cell{same}, false}, {[]compare.Cell{same, same, same}, false}, {[]compare.Cell{same, differs}, true},
		{[]compare.Cell{same, same, differs}, true}, {[]compare.Cell{same, none}, true}, {[]compare.Cell{none, same}, true},
		{[]compare.Cell{none, none}, false}, {[]compare.Cell{none, same, none}, true},
	} {
		if got := (compare.Row{Cells: c.cells}).Changed(); got != c.want {
			t.Errorf("%+v: got changed %v, want %v", c.cells, got, c.want)
		}
	}
}

// The geometric mean is over the rows in which all columns have a value above 0.
func TestZerosAndMissingRowsAreLeftOutOfTheGeometricMean(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		common      int
		means, note string
	}{
		{bench("A", "nodes/op", 2) + bench("B", "nodes/op", 8) + bench("Z", "nodes/op", 0) + bench("M", "nodes/op", 5),
			bench("A", "nodes/op", 4) + bench("B", "nodes/op", 16) + bench("Z", "nodes/op", 7), 2, "[4 8]",
			"the geometric means are over the 2 of 4 rows in which every column has a value above 0"},
		{bench("A", "nodes/op", 0.5), bench("A", "nodes/op", 0.25), 1, "[0.5 0.25]", ""},
		{bench("A", "nodes/op", 0), bench("A", "nodes/op", 5), 0, "[]", ""},
	} {
		table := tables(t, exact+c.a, c.b)[0]
		for k := range table.Geomean {
			table.Geomean[k] = math.Round(1e9*table.Geomean[k]) / 1e9
		}
		if got := strings.Join(notes(table.Warnings), ""); fmt.Sprint(table.Geomean) != c.means || table.Common != c.common ||
			got != c.note {
			t.Errorf("got %v over %d rows and %q, want %+v", table.Geomean, table.Common, got, c)
		}
	}
}

// The columns are the solvers that the caller names, as often as it names them. The rows are in
// order of appearance. A cell has the last of its worst statuses, and a value if every search has
// one.
func TestTableOfARunHasItsSolversAndStatuses(t *testing.T) {
	ends := "%s s: 1 2\n%[1]s s limit: 3\n"
	all := rows("2 a: 1 1.5 2", "2 other: 9", "2 b timeout: 5", "3 other: 1",
		"1 b limit: 7", "1 a: 1 2 3 4 5 6", "1 b: 7 8 9 10 11", "4 b: 8")
	for _, c := range []struct {
		rows    *results.Rows
		unit    string
		columns string
		want    string
	}{
		{all, results.Seconds, "a b", "sec/op a,b; f/2: 1.5 timeout; f/1: 3.5 8.5*(limit); f/4: - 8"},
		{all, results.Seconds, "none b a b", "sec/op none,b,a,b; f/2: - timeout 1.5 timeout; f/1: - 8.5(limit) 3.5 8.5(limit); f/4: - 8 - 8"},
		{all, results.Seconds, "none", "sec/op none"},
		{nil, results.Nodes, "a", "nodes/op a"},
		{all, results.Nodes, "a b", "nodes/op a,b; f/2: 0 timeout; f/1: 0 0~(limit); f/4: - 0"},
		// A value that was not measured is no sample. A search that was stopped has a status.
		{rows("1 a: 1 2", "1 a cpu-sec/op: 0.5", "2 a timeout: 4", "3 a: 1"), results.CPUSeconds, "a",
			"cpu-sec/op a; f/1: 0.5; f/2: timeout"},
		{rows("1 a timeout: 60", "1 b: 3"), results.Seconds, "a b", "sec/op a,b; f/1: timeout 3"},
		{rows(fmt.Sprintf(ends, "1"), "2 s limit: 1", "2 s: 1", "3 s unsupported: 1", "3 s: 1", "4 s: 1", "4 s timeout: 1",
			"4 s: 1",
			"4 s killed: 1", "4 s limit: 1"), results.Seconds, "s",
			"sec/op s; f/1: 2(limit); f/2: 1(limit); f/3: unsupported; f/4: killed"},
	} {
		table := compare.Compare(c.rows, c.unit, strings.Fields(c.columns), results.Classes{"a": {Rule: "mrv"}, "b": {Rule: "mrv"}})
		same(t, c.columns, show(table), c.want)
		if len(table.Rows) > 0 && !table.Solvers || table.Exact != (c.unit == results.Nodes) {
			t.Errorf("%s: got solvers %v, exact %v", c.unit, table.Solvers, table.Exact)
		}
	}
}

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

// A line may have several values in a unit, and all are samples. Rows are in order of appearance,
// or as their key says. Columns are in the order of the files. A file without values in a unit has
// no column.
func TestTablesRowsAndColumnsAreInOrder(t *testing.T) {
	text := func(goos string) string {
		return "goos: " + goos + "\nBenchmarkB 1 1 sec/op 2 B/op\nBenchmarkA 1 3 sec/op 4 B/op\n"
	}
	byNumber := compare.Defaults()
	byNumber.Row, byNumber.Col = "/n@num", ".file"
	byProcessors := compare.Defaults()
	byProcessors.Col = "/gomaxprocs" // the number at the end of a name is a key too
	for _, c := range []struct {
		opts  compare.Options
		texts []string
		want  []string
	}{
		{compare.Defaults(), []string{text("plan9") + text("linux"), text("linux")},
			[]string{"plan9: sec/op 0; B: 1; A: 3", "plan9: B/op 0; B: 2; A: 4",
				"linux: sec/op 0,1; B: 1 1~; A: 3 3~", "linux: B/op 0,1; B: 2 2~; A: 4 4~"}},
		{compare.Defaults(), []string{exact + bench("A", "sec/op", 1) + bench("B", "nodes/op", 1), bench("A", "nodes/op", 1) +
			bench("B", "nodes/op", 1)},
			[]string{"sec/op 0; A: 1", "nodes/op 0,1; A: - 1; B: 1 1~"}},
		{compare.Defaults(), []string{"BenchmarkA 1 1 sec/op 9 B/op 2 sec/op 6 sec/op 7 B/op\nBenchmarkA 1 3 sec/op\n"},
			[]string{"sec/op 0; A: 2.5", "B/op 0; A: 8"}},
		{compare.Defaults(), []string{bench("A", "us/op", 5e5) + bench("A", "ms/op", 500) + bench("A", "µs/op", 5e5)}, []string{"sec/op 0; A: 0.5"}},
		{byNumber, []string{bench("A/n=10", "sec/op", 5) + bench("A/n=9", "sec/op", 6) + bench("A/n=1", "sec/op", 7)},
			[]string{"sec/op 0; 1: 7; 9: 6; 10: 5"}},
		{byProcessors, []string{bench("A-1", "sec/op", 1) + bench("A-8", "sec/op", 1)}, []string{"sec/op 1,8; A: 1 1~"}},
	} {
		var got []string
		for table := range collect(t, c.opts, c.texts...).Tables() {
			one := strings.ReplaceAll(show(table), "/n:", "")
			if len(table.Config) > 0 {
				one = table.Config[0][1] + ": " + one
			}
			if got = append(got, one); len(got) == len(c.want) {
				break
			}
		}
		same(t, "tables", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
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

// Rows of xcbench have short labels, unless they have other keys. Those of other programs keep
// theirs.
func TestRowsOfXcbenchHaveShortLabels(t *testing.T) {
	const values = " 1 1 sec/op 0 setup-sec/op 1 solutions/op\n"
	for name, want := range map[string]string{
		"Solve/family=queens/inst=8/solver=naive-1":     "queens/8 naive",
		"Solve/family=queens/inst=8/solver=naive-2":     "queens/8 naive-2",
		"Solve/family=queens/k=1/inst=8/solver=naive-1": "Solve/family=queens/k=1/inst=8/solver=naive-1",
		"Solve/family=queens/inst=8/k=1/solver=naive-1": "Solve/family=queens/inst=8/k=1/solver=naive-1",
		"Solve/family=queens/inst=8/solver=a/k=1":       "Solve/family=queens/inst=8/solver=a/k=1",
		"Sort/n=8-1": "Sort/n=8-1",
	} {
		opts := compare.Defaults()
		opts.Col = ".file"
		for table := range collect(t, opts, "Benchmark"+name+values).Tables() {
			same(t, name, table.Rows[0].Label, want)
		}
	}
	// The columns have the solver then.
	same(t, "a single run", tables(t, "BenchmarkSolve/family=queens/inst=8/solver=naive-1"+values)[0].Rows[0].Label, "queens/8")
}

func TestColumnsOverlapIfARowHasSamplesInBaseAndAnother(t *testing.T) {
	has, none := compare.Cell{N: 1}, compare.Cell{}
	for name, c := range map[string]struct {
		rows [][]compare.Cell
		want bool
	}{
		"one column": {[][]compare.Cell{{has}}, false}, "nothing in common": {[][]compare.Cell{{has, none}, {none, has}}, false},
		"a row in common": {[][]compare.Cell{{none, has}, {has, has}}, true}, "with the third column": {[][]compare.Cell{{has, none, has}}, true},
		"without the base": {[][]compare.Cell{{none, has, has}}, false}, "a status": {[][]compare.Cell{{has, {Status: cover.Timeout}}}, true},
	} {
		var table compare.Table
		for _, cells := range c.rows {
			table.Rows = append(table.Rows, compare.Row{Cells: cells})
		}
		if got := table.Overlaps(); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
