package results_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// sample is a row of an instance of family f. The totals are those of threeLevels.
func sample(inst, solver string, status cover.Status) results.Row {
	return results.Row{Family: "f", Name: inst, Solver: solver, Status: status, Runs: 7, Search: 0.125, Setup: 0.5,
		Solutions: 2, Nodes: 24, Updates: 14, Costs: results.Costs{{Unit: results.CPUSeconds, Value: 0.25}}}
}

var threeLevels = []cover.Level{{Nodes: 1, Updates: 10}, {Nodes: 20, Updates: 0}, {Nodes: 3, Updates: 4}}

func profileOf(r results.Row) results.Profile {
	return results.Profile{Family: r.Family, Name: r.Name, Solver: r.Solver, Levels: threeLevels}
}

// put writes a file.
func put(t testing.TB, dir, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(dir, name)
	must(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func get(t testing.TB, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	must(t, err)
	return string(text)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begin begins a run in a new directory.
func begin(t testing.TB, config ...[2]string) (*results.Dir, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "new", "run")
	d, err := results.Begin(dir)
	must(t, err)
	must(t, errors.Join(d.Save(results.RunFile, []byte("{}\n")), d.Start(config)))
	return d, dir
}

// add records rows, each after its profile, and ends the recording.
func add(t testing.TB, d *results.Dir, rows ...results.Row) {
	t.Helper()
	for _, r := range rows {
		must(t, errors.Join(d.Profile(profileOf(r)), d.Row(r)))
	}
	must(t, d.Close())
}

// recorded returns the directory of a run with these rows and their profiles.
func recorded(t testing.TB, rows ...results.Row) string {
	t.Helper()
	d, dir := begin(t)
	add(t, d, rows...)
	return dir
}

// textOf returns rows as they are in a file.
func textOf(t testing.TB, config [][2]string, rows ...results.Row) string {
	t.Helper()
	d, dir := begin(t, config...)
	for _, r := range rows {
		must(t, d.Row(r))
	}
	must(t, d.Close())
	return get(t, dir, results.RowsFile)
}

// entriesOf reads a text as an input that other programs may have written.
func entriesOf(t testing.TB, r *results.Reader, text string, take func(results.Entry, error)) {
	t.Helper()
	inputs, err := results.Inputs([]string{"x=-"})
	must(t, err)
	for e, err := range r.Entries(inputs[0], strings.NewReader(text)) {
		take(e, err)
	}
}

// chosenBy returns a filter.
func chosenBy(t testing.TB, query string, solvers ...string) results.Filter {
	t.Helper()
	f, err := results.NewFilter(query, solvers)
	must(t, err)
	return f
}

// read reads the runs that arguments name, and is done with them if that fails.
func read(t testing.TB, stdin string, filter results.Filter, args ...string) []results.Run {
	t.Helper()
	runs, err := results.ReadRuns(args, strings.NewReader(stdin), filter)
	must(t, err)
	return runs
}

// wantError checks the beginning and the end of an error.
func wantError(t testing.TB, what any, err error, begin, end string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), begin) || !strings.HasSuffix(err.Error(), end) {
		t.Errorf("%v: got error %.200v, want %s … %s", what, err, begin, end)
	}
}
