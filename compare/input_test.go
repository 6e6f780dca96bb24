package compare_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/internal/bounded"
	"xcbench/internal/endless"
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

// A line that cannot be read is a fault with its place, and the rest is compared. If nothing can be
// read, the first fault is the reason.
func TestBadLinesAreNamedAndTheRestIsCompared(t *testing.T) {
	good := bench("A", "sec/op", 1)
	for _, c := range []struct {
		text   string
		faults string // separated by "|"
		want   string // the cells of the first row, or an error
	}{
		{good + "BenchmarkA x y\nBenchmarkA 1 NaN sec/op\n" + bench("A", "sec/op", 3),
			"-:2: parsing iteration count: invalid syntax|-:3: NaN sec/op, expected a finite number", "A 2"},
		{solve("a", 1) + strings.Replace(solve("a", 1), "2 sec", "-2 sec", 1),
			"-:2: -2 sec/op, expected a finite number of 0 or more", "queens/8 1"},
		{"solver-a: rule\n" + solve("a", 1) + good,
			`-:2: the line solver-a above has "rule", expected key=value, as in rule=mrv`, "A 1"},
		{"a\x01b: v\n" + bench("A", "sec/op", 1, 2),
			`-:2: the line "a\x01b: v" above has a control character or is not UTF-8, expected printable text`, "A 1"},
		{bench("A\x1b", "sec/op", 1) + bench("B", "sec/op", 1),
			`-:1: the name "A\x1b" has a control character or is not UTF-8, expected printable text`, "B 1"},
		{"", "", "-: no results, expected Go's benchmark format"}, {"\x00\xff\n", "",
			"-: no results, expected Go's benchmark format"},
		{"hello\n", "", "-: no results, expected Go's benchmark format"},
		{"BenchmarkA x\n", "", "-: no results; the first fault: -:1: "},
		{bench("A\x1b", "sec/op", 1), "", "-: no results; the first fault: -:1: "},
		{"BenchmarkA 1 NaN sec/op\nBenchmarkA 1 +Inf sec/op\n", "",
			"-: no results; the first fault: -:1: NaN sec/op, expected a finite number"},
		{"BenchmarkA 1 -Inf sec/op\n", "", "-: no results; the first fault: -:1: -Inf sec/op, "},
	} {
		d, err := compare.Collect(compare.Defaults(), stdin(t), strings.NewReader(c.text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%q: got %v, want %s", c.text, err, c.want)
			}
			continue
		}
		same(t, c.text, strings.Join(d.Faults, "|"), c.faults)
		for table := range d.Tables() {
			same(t, c.text, fmt.Sprint(table.Rows[0].Label, " ", table.Rows[0].Cells[0].N), c.want)
			break
		}
	}
	if _, err := compare.Collect(compare.Defaults(), nil, nil); err == nil || err.Error() != `nothing passes filter "*"` {
		t.Errorf("no inputs: got %v", err)
	}
	for _, text := range []string{"x", "words\n", "cpu: x\n", "Benchmark" + strings.Repeat("X", 1000) + " 1 1 ns/op\n"} {
		_, err := compare.Collect(compare.Defaults(), stdin(t), endless.Repeat(text))
		if _, ok := errors.AsType[*bounded.Error](err); !ok || !strings.HasPrefix(err.Error(), "stdin:") {
			t.Errorf("%q without end: got %v, want an error with its place", text, err)
		}
	}
}

// The last line of a run in progress may be torn anywhere. Its label is not of the file, so any
// will do.
func TestTornLastLineOfARunIsLeftOut(t *testing.T) {
	whole := bench("A", "sec/op", 1.5, 2.5)
	for cut := len(whole) / 2; cut <= len(whole); cut++ {
		dir := t.TempDir()
		path, text := filepath.Join(dir, results.RowsFile), []byte(whole[:cut])
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		inputs, err := results.Inputs([]string{"a\x01=" + dir})
		if err != nil {
			t.Fatal(err)
		}
		d, err := compare.Collect(compare.Defaults(), inputs, nil)
		if err != nil {
			t.Fatal(err)
		}
		warning := path + ": the last line is torn, as in a run in progress or an interrupted one"
		want := "[a\x01]A1.5"
		if cut == len(whole) {
			want = "[a\x01]A2"
		}
		if cut == len(whole)/2 || cut == len(whole) {
			warning = ""
		}
		same(t, fmt.Sprint("faults at ", cut), strings.Join(append(d.Faults, d.Warnings...), "|"), warning)
		for table := range d.Tables() {
			same(t, fmt.Sprint("cut at ", cut), fmt.Sprint(table.Columns, table.Rows[0].Label, table.Rows[0].Cells[0].Center), want)
		}
	}
}

func TestInputIsClosedAfterItsLastLine(t *testing.T) {
	const open = "/proc/self/fd"
	if _, err := os.Stat(open); err != nil {
		t.Skip("the system has no list of open files")
	}
	inputs := files(t, bench("A", "sec/op", 1))
	if _, err := compare.Collect(compare.Defaults(), inputs, nil); err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadDir(open)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if path, err := os.Readlink(filepath.Join(open, f.Name())); err == nil && path == inputs[0].Path() {
			t.Errorf("%s is open", path)
		}
	}
}

// A text is an error or a collection whose faults name a line of it, and whose tables can be made.
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
		f.Add(text, false)
		f.Add(text, true)
	}
	inputs := stdin(f)
	f.Fuzz(func(t *testing.T, text string, twice bool) {
		if len(text) > 2<<10 || strings.Count(text, "Benchmark") > 20 {
			return // more rows of the same kind
		}
		opts := compare.Defaults()
		if twice {
			text, opts = text+text, with("row=/inst", "col=/solver")
		}
		opts.Confidence = 0 // an interval takes a hundred times longer than the rest
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
