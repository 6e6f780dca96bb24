package results

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"xcbench/results/compare"
)

func TestRunHasTheConfigurationAtTheHeadOfItsRows(t *testing.T) {
	dir := t.TempDir()
	config := [][2]string{{"commit", "abc"}, {"cpu", "a processor"}, {"command", "xcbench run --timeout 7s"}}
	d, err := create(dir, config)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Row(solved("1", "a", 1)); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	put(t, dir, RunFile, `{"sessions": [{"start": "2026-01-02T03:04:05Z"}, {"start": "2027-01-02T03:04:05Z"}]}`)
	runs, err := ReadRuns([]string{dir}, nil, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if date := runs[0].Date.Format(time.DateTime); date != "2026-01-02 03:04:05" || runs[0].Commit != "abc" {
		t.Errorf("got the date %s and the commit %q, want those of the first session", date, runs[0].Commit)
	}
	for _, text := range []string{"", "{", "{}", `{"sessions": []}`, `{"sessions": [{"start": "2026-01-02T03:04:05Z"}, {"start": 7}]}`} {
		put(t, dir, RunFile, text)
		if runs, err := ReadRuns([]string{dir}, nil, Filter{}); err != nil || !runs[0].Date.IsZero() {
			t.Errorf("%s with %q: got %v, want a run without a date", RunFile, text, err)
		}
	}
	for solver, want := range map[string]string{"a": "", "aa": `the results have no solver "aa"; did you mean a?`} {
		filter, err := NewFilter("", []string{solver})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadRuns([]string{dir}, nil, filter); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("rows of %s: got error %v, want %q", solver, err, want)
		}
	}
	none, err := NewFilter("family:none", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadRuns([]string{dir}, nil, none); !errors.Is(err, ErrNoRow) {
		t.Errorf("a filter that no row passes: got %v, want %v", err, ErrNoRow)
	}
	if got := runs[0]; !slices.Equal(got.Config, config) || got.Dir != dir || got.Limit != 7 {
		t.Errorf("got the head %v, directory %q and limit %v, want %v, %q and 7", got.Config, got.Dir,
			got.Limit, config, dir)
	}
	text := "cpu: x\nBenchmarkSolve/family=f/inst=1/solver=a-1 1 1 sec/op 0 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n"
	if runs, err = ReadRuns([]string{"-"}, strings.NewReader(text), Filter{}); err != nil || runs[0].Dir != "" {
		t.Errorf("standard input: got the directory %q and error %v, want none", runs[0].Dir, err)
	}
}

func TestRunHasTheClassesOfItsSolvers(t *testing.T) {
	const row = "BenchmarkSolve/family=f/inst=1/solver=a-1 1 1 sec/op 0 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n"
	filter, err := NewFilter("rule:mrv", nil)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := ReadRuns([]string{"-"},
		strings.NewReader("cpu: x\nsolver-a: rule=mrv counter=links\nsolver-b: rule=first\n"+row), filter)
	if err != nil {
		t.Fatal(err)
	}
	if got := runs[0]; !reflect.DeepEqual(got.Classes,
		compare.Classes{"a": {Rule: "mrv", Counter: "links"}, "b": {Rule: "first"}}) ||
		!slices.Equal(got.Config, [][2]string{{"cpu", "x"}}) || got.Rows.Len() != 1 {
		t.Errorf("got the classes %v, configuration %v and %d rows, want two classes, the processor and a row",
			got.Classes, got.Config, got.Rows.Len())
	}
	if runs, err := ReadRuns([]string{"-"}, strings.NewReader(row), Filter{}); err != nil || len(runs[0].Classes) != 0 {
		t.Errorf("a run without classes: got %v, %v, want none", runs[0].Classes, err)
	}
	_, err = ReadRuns([]string{"-"}, strings.NewReader("solver-a: mrv\n"+row), Filter{})
	if want := `-:2: the line solver-a above has "mrv", expected key=value, as in rule=mrv`; err == nil ||
		err.Error() != want {
		t.Errorf("a class that cannot be read: got %v, want %s", err, want)
	}
	other := []Run{{Classes: compare.Classes{"a": {Rule: "mrv"}}}, {},
		{Classes: compare.Classes{"a": {Rule: "first"}, "b": {Rule: "mrv"}}}}
	if got, want := AllClasses(other), (compare.Classes{"a": {}, "b": {Rule: "mrv"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("of all runs: got %v, want %v", got, want)
	}
}

// A limit that is not recorded is unknown, whatever the searches took that were stopped.
func TestTheLimitOfARunIsTheRecordedOneOrUnknown(t *testing.T) {
	const row = "BenchmarkSolve/family=f/inst=%d/solver=a-1 1 %d sec/op 0 setup-sec/op 1 solutions/op 1 nodes/op 1 updates/op\n"
	var stops strings.Builder
	for k, status := range Statuses {
		fmt.Fprintf(&stops, "status: %s\n"+row, status, k, 3+k)
	}
	const flags = `{"flags": {"timeout": ["4s"]}}`
	for _, c := range []struct {
		head, record string
		want         float64
	}{
		{"", "{}", 0},
		{"timeout: 2s\n", "{}", 2},
		{"timeout: 1ns\n", "{}", 1e-9},
		{"command: xcbench run --samples=3 --timeout=1m30s\n", "{}", 90},
		{"command: xcbench run --timeout 9s\n", flags, 9},
		{"timeout: 2s\ncommand: xcbench run --timeout 9s\n", flags, 2},
		{"command: xcbench run\n", flags, 4},
		{"timeout: soon\n", flags, 4},
		{"timeout: 0s\n", flags, 0}, // a run without a limit
		{"timeout: -1s\n", flags, 0},
		{"command: xcbench run --timeout=0s\n", "{}", 0},
		{"command: xcbench run\n", `{"flags": {"timeout": 4}}`, 0},
	} {
		dir := t.TempDir()
		put(t, dir, RowsFile, unitLines()+c.head+stops.String())
		put(t, dir, RunFile, c.record)
		runs, err := ReadRuns([]string{dir}, nil, Filter{})
		if err != nil || runs[0].Limit != c.want {
			t.Errorf("%q, %s: got a limit of %v s, %v, want %v", c.head, c.record, runs[0].Limit, err, c.want)
		}
	}
	for want, limits := range map[float64][2]float64{5: {2, 5}, 6: {6, 5}, 0: {0, 5}} {
		if _, got := AllRows([]Run{{Limit: limits[0]}, {Limit: limits[1]}}); got != want {
			t.Errorf("runs with limits of %v s: got %v, want %v", limits, got, want)
		}
	}
}
