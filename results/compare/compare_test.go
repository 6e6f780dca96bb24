package compare

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/stats"
	"xcbench/internal/zst"
)

// files writes texts to files "0", "1" and so on, and returns them as inputs.
func files(t *testing.T, texts ...string) []Input {
	t.Helper()
	var inputs []Input
	for k, text := range texts {
		path := filepath.Join(t.TempDir(), fmt.Sprint(k))
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, Input{Label: fmt.Sprint(k), path: path})
	}
	return inputs
}

// result is a collection with all its tables.
type result struct {
	Tables           []Table
	Warnings, Faults []string
}

func compareFiles(opts Options, inputs []Input) (result, error) {
	d, err := Collect(opts, inputs, nil)
	if err != nil {
		return result{}, err
	}
	return result{slices.Collect(d.Tables()), d.Warnings, d.Faults}, nil
}

func mustCompare(t *testing.T, opts Options, texts ...string) result {
	t.Helper()
	res, err := compareFiles(opts, files(t, texts...))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func (r result) disjoint() bool {
	var o Overlap
	for _, t := range r.Tables {
		o.Add(t)
	}
	return o.None()
}

// row writes a sample a value.
func row(name, unit string, values ...float64) string {
	var text strings.Builder
	for _, v := range values {
		fmt.Fprintf(&text, "Benchmark%s 1 %v %s\n", name, v, unit)
	}
	return text.String()
}

const exact = "Unit nodes/op assume=exact better=lower\n"

func TestOneNodeInAMillionIsAChange(t *testing.T) {
	res := mustCompare(t, Defaults(), exact+row("A", "nodes/op", 1000000), exact+row("A", "nodes/op", 1000001))
	table := res.Tables[0]
	if c := table.Rows[0].Cells[1]; !c.Differs || c.Center-c.Base != 1 {
		t.Errorf("got %+v, want a difference of 1", c)
	}
}

func TestZerosAndMissingRowsAreLeftOutOfTheGeometricMean(t *testing.T) {
	a := exact + row("A", "nodes/op", 2) + row("B", "nodes/op", 8) + row("Z", "nodes/op", 0) + row("M", "nodes/op", 5)
	b := exact + row("A", "nodes/op", 4) + row("B", "nodes/op", 16) + row("Z", "nodes/op", 7)
	table := mustCompare(t, Defaults(), a, b).Tables[0]
	if table.Common != 2 || math.Abs(table.Geomean[0]-4) > 1e-12 || math.Abs(table.Verdicts[1].Value-2) > 1e-12 {
		t.Errorf("got means %v, verdicts %v of %d rows, want 4 and 8, 2, of 2", table.Geomean, table.Verdicts, table.Common)
	}
	want := "the geometric means are over the 2 of 4 rows in which every column has a value above 0"
	if !slices.ContainsFunc(table.Warnings, func(w Warning) bool { return w.Text == want }) {
		t.Errorf("got warnings %v, want %q", table.Warnings, want)
	}
	if c := table.Rows[2].Cells[1]; !c.Differs {
		t.Errorf("0 to 7: got %+v, want a difference", c)
	}
	if _, ok := table.Rows[2].Cells[1].Change(); ok {
		t.Error("0 to 7: got a change in percent, want none")
	}
}

func near(got, want []float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
}

// One comparison has p = 0.008. It is made once alone and once among twenty.
func TestCorrectionIsOverTheTable(t *testing.T) {
	low, high := row("A", "sec/op", 1, 2, 3, 4, 5), row("A", "sec/op", 6, 7, 8, 9, 10)
	res := mustCompare(t, Defaults(), low, high)
	if c := res.Tables[0].Rows[0].Cells[1]; math.Abs(c.P-2./252) > 1e-9 || !c.Differs {
		t.Errorf("alone: got %+v, want p of 2/252 and a difference", c)
	}
	for k := range 19 {
		same := row(fmt.Sprintf("B/k=%d", k), "sec/op", 1, 3, 5, 7, 9)
		low, high = low+same, high+same
	}
	opts := Defaults()
	for by, want := range map[stats.Correction]string{
		stats.BenjaminiHochberg: "too few samples to show differences in fewer than 4 of 20 comparisons: take 6 of each",
		stats.Holm: "too few samples to show a difference in any of 20 comparisons after Holm's correction: " +
			"take 6 of each, filter rows, or correct by bh",
	} {
		opts.Correction = by
		res = mustCompare(t, opts, low, high)
		if c := res.Tables[0].Rows[0].Cells[1]; math.Abs(c.Adjusted-20*2./252) > 1e-9 || c.Differs {
			t.Errorf("among 20: got %+v, want an adjusted p of 40/252 and no difference", c)
		}
		if got := res.Tables[0].Warnings[0].Text; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	opts.Correction = stats.NoCorrection
	if c := mustCompare(t, opts, low, high).Tables[0].Rows[0].Cells[1]; !c.Differs {
		t.Errorf("without the correction: got %+v, want a difference", c)
	}
}

const timeouts = `Unit nodes/op assume=exact
status: solved
BenchmarkSolve/family=queens/inst=8/solver=a-1 1 5 nodes/op
status: timeout
BenchmarkSolve/family=queens/inst=8/solver=b-1 1 3 nodes/op
BenchmarkOther-1 1 3 nodes/op
`

func TestSingleRunHasSolversAsColumnsAndStoppedSearchesHaveNoValue(t *testing.T) {
	table := mustCompare(t, Defaults(), timeouts).Tables[0]
	if want := []string{"a", "b", ""}; !slices.Equal(table.Columns, want) || table.Rows[0].Label != "queens/8" {
		t.Errorf("got columns %q, row %s, want %q, queens/8", table.Columns, table.Rows[0].Label, want)
	}
	if c := table.Rows[0].Cells[1]; c.N != 0 || c.Status != "timeout" || c.Compared {
		t.Errorf("got %+v, want a timeout and no value", c)
	}
	if c := table.Rows[1].Cells[2]; c.N != 1 { // the row of another program: its status may mean anything
		t.Errorf("got %+v, want a value", c)
	}
}

func TestTablesAreTheSameEveryTime(t *testing.T) {
	var text strings.Builder
	text.WriteString(exact)
	for k := range 500 {
		text.WriteString(row(fmt.Sprintf("A/k=%d", k*7919%500), "sec/op", float64(k), float64(k+1)) + row("A/k=1", "nodes/op", float64(k)))
	}
	first := mustCompare(t, Defaults(), text.String(), text.String())
	for range 3 {
		if again := mustCompare(t, Defaults(), text.String(), text.String()); !reflect.DeepEqual(again, first) {
			t.Error("got another result of the same files, want the same")
		}
	}
}

func TestMistakesAreNamedWithWhatIsNearest(t *testing.T) {
	run := "BenchmarkSolve/family=f/inst=1/solver=dlx_index-1 1 5 nodes/op 7 sec/op\n"
	with := func(change func(*Options)) Options {
		o := Defaults()
		change(&o)
		return o
	}
	for _, c := range []struct {
		opts Options
		want string
	}{
		{with(func(o *Options) { o.Filter = "/solver:dlx_indx" }), `nothing passes filter "/solver:dlx_indx": no result has /solver:dlx_indx; did you mean dlx_index?`},
		{with(func(o *Options) { o.Filter = ".unit:(node/op)" }), `nothing passes filter ".unit:(node/op)": no result has .unit:node/op; did you mean nodes/op?`},
		{with(func(o *Options) { o.Filter = `/solver:"*"` }),
			`nothing passes filter "/solver:\"*\"": no result has /solver:*, expected one of dlx_index`},
		{with(func(o *Options) { o.Filter = "a:(" }), `filter "a:(": expected value`},
		{with(func(o *Options) { o.Row = "/fam" }), `row: no result has the key /fam; did you mean /family?`},
		{with(func(o *Options) { o.Ignore = "/solve" }), `ignore: no result has the key /solve; did you mean /solver?`},
		{with(func(o *Options) { o.Col = "x@up" }), `col "x@up": unknown order "up"`},
		{with(func(o *Options) { o.Alpha = 2 }), `alpha 2, expected 0 to 1`},
		{with(func(o *Options) { o.Confidence = math.NaN() }), `confidence NaN, expected 0 or more, and less than 1`},
	} {
		_, err := compareFiles(c.opts, files(t, run))
		var query *QueryError
		if !errors.As(err, &query) || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	opts := with(func(o *Options) { o.Filter = "/solver:(dlx_index OR bitst)" })
	got, want := mustCompare(t, opts, run).Warnings, []string{"no result has /solver:bitst, expected one of dlx_index"}
	if !slices.Equal(got, want) {
		t.Errorf("got warnings %q, want %q", got, want)
	}
}

func TestBadLinesAreNamedAndTheRestIsKept(t *testing.T) {
	text := row("A", "sec/op", 1) + "BenchmarkA x y\nBenchmarkA 1 NaN sec/op\n" + row("A", "sec/op", 3)
	inputs := files(t, text)
	res, err := compareFiles(Defaults(), inputs)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{inputs[0].path + ":2: parsing iteration count: invalid syntax", inputs[0].path + ":3: the value in sec/op is NaN, expected a finite number"}
	if !slices.Equal(res.Faults, want) || res.Tables[0].Rows[0].Cells[0].N != 2 {
		t.Errorf("got faults %q, %+v, want %q and 2 samples", res.Faults, res.Tables[0].Rows[0].Cells[0], want)
	}
	for _, bad := range []string{"", "\x00\xff\n", "hello\n"} {
		if _, err := compareFiles(Defaults(), files(t, bad)); err == nil || !strings.HasSuffix(err.Error(), ": no results, expected Go's benchmark format") {
			t.Errorf("%q: got %v, want no results", bad, err)
		}
	}
}

func TestTornLastLineOfARunIsLeftOut(t *testing.T) {
	whole := row("A", "sec/op", 1.5, 2.5)
	for cut := len(whole) / 2; cut <= len(whole); cut++ {
		for _, form := range []string{"plain", "compressed"} {
			inputs := files(t, whole[:cut])
			inputs[0].run = true
			if form == "compressed" {
				compressFile(t, inputs[0].path)
			}
			res, err := compareFiles(Defaults(), inputs)
			if err != nil {
				t.Fatal(err)
			}
			want := 1 + cut/len(whole)
			torn := cut != len(whole) && cut != len(whole)/2
			if n := res.Tables[0].Rows[0].Cells[0].N; n != want || (len(res.Warnings) > 0) != torn || len(res.Faults) > 0 {
				t.Errorf("%s, cut at %d of %d: got %d samples, warnings %q, faults %q, want %d samples", form, cut, len(whole), n,
					res.Warnings, res.Faults, want)
			}
		}
	}
}

// compressFile replaces a file by its compressed form.
func compressFile(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := zst.Pack(text)
	if err = errors.Join(err, os.WriteFile(path+zst.Suffix, packed, 0o600), os.Remove(path)); err != nil {
		t.Fatal(err)
	}
}

func TestRunsWithNothingInCommonAreDisjoint(t *testing.T) {
	if res := mustCompare(t, Defaults(), row("A", "sec/op", 1), row("B", "sec/op", 1)); !res.disjoint() {
		t.Error("other rows: got something in common, want nothing")
	}
	if res := mustCompare(t, Defaults(), "goos: a\n"+row("A", "sec/op", 1), "goos: b\n"+row("A", "sec/op", 1)); !res.disjoint() {
		t.Error("other tables: got something in common, want nothing")
	}
	if res := mustCompare(t, Defaults(), row("A", "sec/op", 1), row("A", "sec/op", 1)); res.disjoint() {
		t.Error("the same rows: got nothing in common")
	}
	if res := mustCompare(t, Defaults(), row("A", "sec/op", 1)+row("A", "B/op", 1)); res.disjoint() {
		t.Error("one column: got nothing in common, but nothing is compared")
	}
}

// Each row has ten samples with 2% of noise, and one row is 10% slower.
func TestPlantedSlowdownIsFoundAndNothingElse(t *testing.T) {
	var a, b strings.Builder
	for k := range 100 {
		for s := range 10 {
			slow := 1.0
			if k == 42 {
				slow = 1.1
			}
			noise := func(file int) float64 { return 1 + 0.02*math.Sin(float64(k*1000+file*100+s*s*7)) }
			a.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", noise(0)))
			b.WriteString(row(fmt.Sprintf("A/k=%d", k), "sec/op", slow*noise(1)))
		}
	}
	table := mustCompare(t, Defaults(), a.String(), b.String()).Tables[0]
	for _, r := range table.Rows {
		if c := r.Cells[1]; r.Label != "A/k=42" && c.Differs {
			t.Errorf("%s: got %+v, want no difference", r.Label, c)
		}
	}
	if c := table.Rows[42].Cells[1]; !c.Differs || c.Center/c.Base < 1.05 {
		t.Errorf("got %+v, want 10%% more", c)
	}
}
