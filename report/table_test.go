package report

import (
	"flag"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/cover"
	"xcbench/results"
	"xcbench/solvers"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func TestTablesInEveryFormat(t *testing.T) {
	table := Table{
		Title:   "A title",
		Columns: []Column{{Name: "instance"}, {Name: "nodes/op", Right: true}, {Name: "what it_is"}},
		Rows: [][]Cell{
			{Text("a|b"), Int(7), Text("one, two")},
			{Text("longer"), Int(1234567), Text("")},
			{Text("é"), Value("12.3m ± 2%", 0.0123), Text("-5 \\ #&$~^{x} ×2 (-3)")},
		},
		Notes: []string{"a <note> | more"},
	}
	for _, format := range Formats {
		var text strings.Builder
		if err := table.Write(&text, format); err != nil {
			t.Fatal(err)
		}
		golden(t, "table."+format, text.String())
	}
	if err := table.Write(&strings.Builder{}, "yaml"); err == nil || err.Error() != `unknown table format "yaml", expected one of text, md, csv, json, html, latex` {
		t.Errorf("got %v, want the formats", err)
	}
}

// Names and settings come from any file. They are shown as they are, in every place of a table.
func TestNamesAreNoMarkup(t *testing.T) {
	for name, want := range map[string]string{
		"<script>alert(1)</script>":           "&lt;script>alert(1)&lt;/script>",
		"![x](http://host/y) &lt;":            `![x\](http://host/y) &amp;lt;`,
		"a|b\\ `c` f/* **d** _e_ ~~g~~":       "a\\|b\\\\ \\`c\\` f/\\* \\*\\*d\\*\\* \\_e\\_ \\~\\~g\\~\\~",
		"dlx_index: -1% ~ 5 < 6 & 7 * +<0.1%": "dlx_index: -1% ~ 5 < 6 & 7 * +<0.1%",
		"one\ntwo":                            "one\uFFFDtwo",
	} {
		cell := Text(name)
		table := Table{Title: name, Lead: []string{name}, Columns: []Column{{Name: name}}, Rows: [][]Cell{{cell}}, Notes: []string{name}}
		for format, want := range map[string]string{"md": want, "html": html.EscapeString(strings.ReplaceAll(name, "\n", "\uFFFD"))} {
			var text strings.Builder
			if err := table.Write(&text, format); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(text.String(), want); got != 5 {
				t.Errorf("%s: got %q in %d places, want it in 5:\n%s", format, want, got, text.String())
			}
		}
	}
}

// someSolvers are the names and classes of all solvers of this program.
func someSolvers() ([]string, results.Classes) {
	var names []string
	classes := results.Classes{}
	for _, v := range solvers.All() {
		names = append(names, v.Name)
		classes[v.Name] = results.Class{Rule: v.Rule, Counter: string(v.Counter)}
	}
	return names, classes
}

// someRows are samples of four solvers on three instances, one with timeouts.
func someRows() []results.Row {
	var rows []results.Row
	for _, v := range solvers.All() {
		for sample := range 6 {
			r := results.Row{Family: "queens", Name: "8", Solver: v.Name, Status: cover.Solved, Runs: 3,
				Search: 1e-4 * float64(len(v.Name)) * (1 + 0.001*float64(sample)), Solutions: 92, Nodes: 1199, Updates: int64(1000 * len(v.Counter))}
			rows = append(rows, r)
			r.Family, r.Name, r.Search, r.Nodes, r.Updates = "domino", "0", 0, 0, 0
			rows = append(rows, r)
		}
		r := results.Row{Family: "pentomino", Name: "6x10", Solver: v.Name, Status: cover.Timeout, Runs: 1, Search: 0.1}
		if v.Rule == cover.MRV {
			r.Status, r.Search, r.Nodes = cover.Solved, 0.05, 5000000
		}
		rows = append(rows, r)
	}
	return rows
}

func TestTablesOfARun(t *testing.T) {
	var text strings.Builder
	names, classes := someSolvers()
	for _, table := range Comparisons(results.RowsOf(someRows()), names, classes, View{}) {
		if err := table.Write(&text, "text"); err != nil {
			t.Fatal(err)
		}
		text.WriteString("\n")
	}
	golden(t, "run.text", text.String())
}
