package compare

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

func TestLineOfAClassHasOnlyTheFieldsThatAreKnown(t *testing.T) {
	for want, c := range map[string]Class{
		"": {}, "rule=mrv": {Rule: "mrv"}, "counter=links order=10": {Counter: "links", Order: 10},
		"parallel=yes": {Parallel: true}, "look=2; a sketch": {Look: 2, Summary: "a sketch"},
	} {
		if got := c.Config("a"); got != [2]string{"solver-a", want} {
			t.Errorf("%+v: got %q, want %q", c, got, want)
		}
	}
}

func TestNumbersOfClassesAreDecimalAndFitIntoAnInt(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "9": 9, "10": 10, "19": 19, "2147483647": math.MaxInt32} {
		if got, err := parseNumber(text); got != want || err != nil {
			t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "+1", "a", "1a", "0x1", "2147483648", "99999999999999999999"} {
		if got, err := parseNumber(text); got != 0 || err == nil {
			t.Errorf("%q: got %d, %v, want an error", text, got, err)
		}
	}
}

func TestClassesThatDifferInOneFieldContradictEachOther(t *testing.T) {
	for _, other := range []Class{{Rule: "first", Counter: "links"}, {Rule: "mrv", Counter: "options"}} {
		all := Classes{"a": {Rule: "mrv", Counter: "links"}}
		if all.Add("a", other); all["a"] != (Class{}) {
			t.Errorf("%+v: got %+v, want an unknown class", other, all["a"])
		}
	}
}

// A file may have a key rule of its own. It counts for a solver without a class.
func TestRuleOfAClassTakesThePlaceOfTheFilesOwn(t *testing.T) {
	text := "rule: own\nsolver-a: rule=mrv\n" + row("X/solver=b", "sec/op", 1) + row("X/solver=a", "sec/op", 1)
	in := benchfmt.NewReader(strings.NewReader(text), "f")
	var classes ClassReader
	for _, want := range []string{"own", "mrv"} {
		if !in.Scan() {
			t.Fatal(in.Err())
		}
		r := in.Result().(*benchfmt.Result)
		if _, _, err := classes.Take(r); err != nil || r.GetConfig("rule") != want {
			t.Errorf("%s: got the rule %q, %v, want %q", r.Name, r.GetConfig("rule"), err, want)
		}
	}
}

func TestSolverMayEndWithADash(t *testing.T) {
	for name, want := range map[string]string{"X/solver=a-": "a-", "X/solver=a--1": "a-", "X/solver=-": "-"} {
		if got := string(solverOf(benchfmt.Name(name))); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestTextIsPrintableWithoutControlCharacters(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "queens/8": true, "a\tb": true, "Götze": true, "ö\tx": true, "a ~": true, "\uFFFD": true,
		"\x00": false, "a\nb": false, "\x1f": false, "\x7f": false, "ö\x7f": false, "\u0080": false, "\u009f": false,
		"\x80": false, "\xff": false, "a\xff": false, "ö\n": false,
	} {
		if got := printable([]byte(text)); got != want {
			t.Errorf("%q: got printable %v, want %v", text, got, want)
		}
	}
}

func TestUnprintableKeyOfAFileIsAFault(t *testing.T) {
	inputs := files(t, "a\x01b: v\n"+row("A", "sec/op", 1, 2))
	res, err := compareFiles(Defaults(), inputs)
	if err != nil || len(res.Faults) != 1 ||
		!strings.Contains(res.Faults[0], `:2: the line "a\x01b: v" above has a control`) {
		t.Errorf("got the faults %q, %v, want one about the line of the key", res.Faults, err)
	}
	inputs = files(t, "a: v\n"+row("A", "sec/op", 1))
	inputs[0].Label = "a\x01" // not of the file
	if res, err := compareFiles(Defaults(), inputs); err != nil || len(res.Faults) != 0 {
		t.Errorf("a label: got the faults %q, %v, want none", res.Faults, err)
	}
}

func TestResultWithAnUnprintableNameIsAFaultAndNoResult(t *testing.T) {
	bad := row("A\x1b", "sec/op", 1)
	res := mustCompare(t, Defaults(), bad+row("B", "sec/op", 1))
	if len(res.Faults) != 1 || len(res.Tables[0].Rows) != 1 || res.Tables[0].Rows[0].Label != "B" {
		t.Errorf("got the faults %q and the rows %v, want one fault and row B", res.Faults, res.Tables[0].Rows)
	}
	if _, err := compareFiles(Defaults(), files(t, bad)); err == nil ||
		!strings.Contains(err.Error(), `: no results; the first fault: `) {
		t.Errorf("alone: got %v, want an error that names the fault", err)
	}
}

func TestCollectionWithoutAnyResultIsAnError(t *testing.T) {
	if _, err := Collect(Defaults(), nil, nil); err == nil || err.Error() != `nothing passes filter "*"` {
		t.Errorf("no inputs: got %v", err)
	}
	for _, value := range []string{"NaN", "+Inf", "-Inf"} {
		_, err := compareFiles(Defaults(), files(t, "BenchmarkA 1 "+value+" sec/op\n"))
		if err == nil || !strings.HasPrefix(err.Error(), "no result could be read; the first fault: ") ||
			!strings.Contains(err.Error(), value+", expected a finite number") {
			t.Errorf("%s: got %v, want an error that names the fault", value, err)
		}
	}
}

func TestRowsAreInTheOrderOfTheirKeys(t *testing.T) {
	opts := Defaults()
	opts.Row, opts.Col = "/n@num", ".file"
	text := row("A/n=10", "sec/op", 5) + row("A/n=9", "sec/op", 6) + row("A/n=1", "sec/op", 7)
	var got []string
	for _, r := range mustCompare(t, opts, text).Tables[0].Rows {
		got = append(got, fmt.Sprint(strings.TrimPrefix(r.Label, "/n:"), " has ", r.Cells[0].Center))
	}
	if want := []string{"1 has 7", "9 has 6", "10 has 5"}; !slices.Equal(got, want) {
		t.Errorf("got the rows %q, want %q", got, want)
	}
}

func TestColumnsAreSolversOnlyForInstancesOfOneInput(t *testing.T) {
	text := solve("a", 1) + solve("b", 1)
	byInstance := Defaults()
	byInstance.Row = "/inst"
	for _, c := range []struct {
		opts  Options
		files []string
		want  bool
	}{
		{Defaults(), []string{text}, true},
		{byInstance, []string{text}, false},
		{Defaults(), []string{text, text}, false},
	} {
		if got := mustCompare(t, c.opts, c.files...).Tables[0].Solvers; got != c.want {
			t.Errorf("%d files, rows by %s: got %v, want %v", len(c.files), c.opts.Row, got, c.want)
		}
	}
}

func TestFirstMistakeInTheOptionsIsReported(t *testing.T) {
	opts := Defaults()
	opts.Table, opts.Row = "a@", "b@"
	_, err := compareFiles(opts, files(t, row("A", "sec/op", 1)))
	if err == nil || !strings.HasPrefix(err.Error(), `table "a@"`) {
		t.Errorf("got %v, want an error about the table", err)
	}
}

func TestKeysOfOptionsMustOccur(t *testing.T) {
	text := row("Solve/family=q/inst=8/solver=a-1", "sec/op", 1) + row("A/fast/n=1", "sec/op", 1)
	for want, set := range map[string]func(*Options){
		"table: no result has the key /fast":                       func(o *Options) { o.Table = "/fast" },
		"row: no result has the key /fast":                         func(o *Options) { o.Row = "/fast" },
		"no result has the key /slover; did you mean /solver?":     func(o *Options) { o.Filter = "/slover:a" },
		"no result has the key unit; did you mean .unit?":          func(o *Options) { o.Filter = "unit:nodes/op" },
		"table: no result has the key /instt; did you mean /inst?": func(o *Options) { o.Table = "/instt" },
		"no result has the key /fast":                              func(o *Options) { o.Filter = "/fast:1" },
	} {
		opts := Defaults()
		opts.Col = ".file"
		set(&opts)
		if _, err := compareFiles(opts, files(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	opts := Defaults()
	opts.Col = "/gomaxprocs" // the number at the end of a name is a key too
	res := mustCompare(t, opts, row("A-1", "sec/op", 1)+row("A-8", "sec/op", 1))
	if got := res.Tables[0].Columns; len(got) != 2 {
		t.Errorf("got the columns %q, want 2", got)
	}
}

func TestInputGivenTwiceHasTwoLabels(t *testing.T) {
	inputs, err := Inputs([]string{"-", "x=-", "-"})
	if err != nil || len(inputs) != 3 {
		t.Fatal(inputs, err)
	}
	for k, want := range []string{"-#0", "x", "-#1"} {
		if got := inputs[k].Label; got != want {
			t.Errorf("argument %d: got the label %q, want %q", k, got, want)
		}
	}
}

// A line of 61440 bytes can be read, with the end of the line left out. A longer one cannot.
func TestEveryInputBoundsItsLines(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, rowsFile)
	for _, extra := range []int{0, 1} {
		line := row("A", "sec/op", 1)
		line = "Benchmark" + strings.Repeat("A", MaxRow+extra-len(line)+2) + strings.TrimPrefix(line, "BenchmarkA")
		if err := os.WriteFile(path, []byte(line), 0o666); err != nil {
			t.Fatal(err)
		}
		for name, in := range map[string]Input{
			"a file": {path: path}, "a run": {path: path, run: true}, "stdin": {path: "-"},
		} {
			d, err := Collect(Defaults(), []Input{in}, strings.NewReader(line))
			if (err != nil) != (extra > 0) {
				t.Errorf("%s, a line of %d bytes: got %v", name, len(line)-1, err)
			}
			if err == nil && len(d.Warnings) > 0 {
				t.Errorf("%s: got the warnings %q, want none", name, d.Warnings)
			}
		}
	}
}

func TestWholeLinesEndAtTheLastEndOfALine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for text, want := range map[string]int64{"": 0, "abc": 0, "\nabc": 1, "a\nb\nc": 4, "a\n": 2} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		whole, size, err := WholeLines(f)
		if whole != want || size != int64(len(text)) || err != nil {
			t.Errorf("%q: got %d of %d, %v, want %d", text, whole, size, err, want)
		}
		f.Close()
		if whole, size, err := WholeLines(f); whole != 0 || size != 0 || err == nil {
			t.Errorf("a closed file: got %d of %d, %v, want an error", whole, size, err)
		}
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	whole, size, err := WholeLines(in)
	want := ":1: a pipe or device, expected a regular file"
	if whole != 0 || size != 0 || err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("a pipe: got %d of %d, %v, want %q", whole, size, err, want)
	}
}

func TestInputIsClosedAfterItsLastLine(t *testing.T) {
	const open = "/proc/self/fd"
	if _, err := os.Stat(open); err != nil {
		t.Skip("the system has no list of open files")
	}
	inputs := files(t, row("A", "sec/op", 1))
	if _, err := compareFiles(Defaults(), inputs); err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadDir(open)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if path, err := os.Readlink(filepath.Join(open, f.Name())); err == nil && path == inputs[0].path {
			t.Errorf("%s is open", path)
		}
	}
}

// The lines of classes may change within a file, as in a resumed run.
func TestSolverKeepsItsPlaceIfALaterLineHasNone(t *testing.T) {
	text := "solver-a: order=1\nsolver-b: order=2\n" + solve("b", 1) + solve("a", 1) + "solver-a: rule=mrv\n" +
		strings.ReplaceAll(solve("a", 1), "inst=8", "inst=9")
	if got, want := mustCompare(t, Defaults(), text).Tables[0].Columns, []string{"a", "b"}; !slices.Equal(got, want) {
		t.Errorf("got the columns %q, want %q", got, want)
	}
}
