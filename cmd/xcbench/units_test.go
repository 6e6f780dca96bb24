package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
)

// A unit that is added as a row of the table is written, read back, compared, plotted, shown on the
// page and offered on the command line.
func TestAddingAUnitIsAddingARow(t *testing.T) {
	table := results.Units
	t.Cleanup(func() { results.Units = table })
	results.Units = slices.Insert(slices.Clone(table), 2, results.Unit{
		Name: "probes/op", What: "accesses to memory, as Knuth counts them", Flag: "probes", Word: "probes", Axis: "memory accesses of one search",
		Exact: true, Shown: results.InTables,
	})
	t.Chdir(t.TempDir())
	writeRun(t, "run", []results.Row{
		row("queens", "8", "dlx_index", 120_000), row("queens", "8", "naive", 3_400_000),
		row("queens", "9", "dlx_index", 560_000), row("queens", "9", "naive", 17_000_000),
	})

	text := read(t, filepath.Join("run", results.RowsFile))
	for _, want := range []string{"Unit probes/op assume=exact better=lower\n", " 120000 probes/op "} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q in\n%s", want, text)
		}
	}
	rows, _, err := results.ReadDir("run")
	if err != nil || len(rows) != 4 || rows[3].Value("probes/op") != 17_000_000 {
		t.Errorf("read back: got %v, %v", rows, err)
	}

	for _, c := range []struct {
		args []string
		want []string // in the output, or in the file that it names
		file string
	}{
		{[]string{"cmp"},
			[]string{"probes/op", "3400000   +3280000 (28.3× more)"}, ""},
		{[]string{"plot", "--help"}, []string{"\n  probes        accesses to memory, as Knuth counts them\n"}, ""},
		{[]string{"plot", "box", "--unit", "probes", "-o", "box.svg"},
			[]string{">memory accesses of one search<"}, "box.svg"},
		{[]string{"plot", "profile", "--unit", "probes", "-o", "profile.svg"},
			[]string{"a factor of the best number of probes<"}, "profile.svg"},
		{[]string{"report", "--out", "page.html"}, []string{"probes", "17,000,000"}, "page.html"},
	} {
		got := outputOf(t, c.args, "run")
		if c.file != "" {
			got = read(t, c.file)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v: got no %q in\n%.2000s", c.args, want, got)
			}
		}
	}
}

func row(family, name, solver string, probes float64) results.Row {
	return results.Row{Family: family, Name: name, Solver: solver, Status: cover.Solved, Runs: 1, Search: probes / 1e9,
		Solutions: 1, Nodes: 10, Updates: 20, Costs: results.CostsOf(map[string]float64{"probes/op": probes})}
}

// writeRun makes a run directory of some rows.
func writeRun(t *testing.T, path string, rows []results.Row) {
	t.Helper()
	d, err := results.Begin(path)
	if err == nil {
		err = d.Start(nil)
	}
	for _, r := range rows {
		if err == nil {
			err = d.Row(r)
		}
	}
	if err == nil {
		err = d.Save(results.RunFile, []byte("{}"))
	}
	if err == nil {
		err = d.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
