package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xcbench/compare"
	"xcbench/compare/ab"
	"xcbench/internal/script"
	"xcbench/results"
	"xcbench/solvers/estimate"
)

var update = flag.Bool("update", false, "write the archives in testdata")

// The archives of testdata have questions with JSON values, one a line, and behind each a file "=" with what is
// written of the values.
func TestWhatIsWrittenOfValuesIsInTestdata(t *testing.T) {
	script.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, name string, text []byte) string {
		var out strings.Builder
		options := strings.Fields(name)
		writers[options[0]](t, &out, options[1:], text)
		return strings.ReplaceAll(out.String(), "\x1b", "ESC")
	})
}

// writers write what each kind of question asks for.
var writers = map[string]func(t *testing.T, w io.Writer, options []string, data []byte){
	"headlines": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		for _, c := range values[compare.Table](t, data) {
			fmt.Fprintf(w, "%s\n", strings.Join(headlines(c), "\n"))
		}
	},
	"short": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		for _, v := range values[[2]compare.Verdict](t, data) { // of search times and of total times
			table := compare.Table{Unit: results.Seconds, Searches: true, Solvers: true, Columns: []string{"a", "b"}, Verdicts: []compare.Verdict{{}, v[0]}}
			fmt.Fprintln(w, claim(table, 1, v[1]))
		}
	},
	"gate": func(t *testing.T, w io.Writer, options []string, data []byte) {
		findings, rules := values[compare.Finding](t, data), compare.GateRules{Partial: slices.Contains(options, "partial")}
		write(t, w, "text", Gate(findings, rules))
		write(t, w, "csv", Gate(findings, rules))
		write(t, w, "json", Gate(findings[:1], rules))
		fmt.Fprint(w, Annotations(findings, rules, strings.Join(options, " ")))
	},
	"junit": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		if err := JUnit(w, values[compare.Finding](t, data), compare.GateRules{Partial: true}); err != nil {
			t.Fatal(err)
		}
	},
	"ab": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		for _, r := range values[ab.Result](t, data) {
			write(t, w, "text", AB(r))
			write(t, w, "csv", AB(r))
			fmt.Fprint(w, ABAnnotation(r))
		}
	},
	"history": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		write(t, w, "text", History(values[compare.Step](t, data)))
		write(t, w, "csv", History(values[compare.Step](t, data)))
	},
	"ranking": func(t *testing.T, w io.Writer, options []string, data []byte) {
		c := Contest{Rows: &results.Rows{}, Unsolved: compare.Unsolved(options[0])}
		for _, r := range values[compare.Ranking](t, data) {
			write(t, w, "csv", Ranking(c, r))
			write(t, w, "text", Ranking(c, r))
		}
	},
	"fit": func(t *testing.T, w io.Writer, options []string, data []byte) {
		for _, text := range options {
			width, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range values[Table](t, data) {
				fmt.Fprintln(w, "width", width)
				write(t, w, "text", table.Fit(width))
			}
		}
	},
	"formats": func(t *testing.T, w io.Writer, options []string, data []byte) {
		for _, table := range values[Table](t, data) {
			for _, format := range options {
				fmt.Fprintln(w, "format", format)
				write(t, w, format, table)
			}
		}
	},
	"noise": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		table := Noise(values[compare.Noise](t, data))
		write(t, w, "text", table)
		write(t, w, "csv", table)
	},
	"estimate": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		for _, e := range values[estimate.Estimate](t, data) {
			for _, table := range Estimate("queens/8", "naive", e) {
				write(t, w, "text", table)
				write(t, w, "csv", table)
			}
		}
	},
	"summary": func(t *testing.T, w io.Writer, options []string, data []byte) {
		write(t, w, "text", Summary(contest(t, data)).Fit(80))
	},
	"rows": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		c := contest(t, data)
		for _, c.Unit = range compare.RankUnits[:2] {
			write(t, w, "md", Families(c))
			write(t, w, "csv", Families(c))
			for _, c.Unsolved = range compare.UnsolvedRules {
				write(t, w, "text", Summary(c))
				write(t, w, "csv", Summary(c))
			}
		}
		var tables []Table
		for _, view := range []View{{}, {Sort: ByChange, Differ: true}, {Sort: ByName, Top: 2}, {Sort: BySize, Top: 1}} {
			tables = slices.Concat(tables, Comparisons(c.Rows, c.Solvers, c.Classes, view), Comparisons(c.Rows, c.Solvers[:2], c.Classes, view))
		}
		for _, table := range tables {
			table.Colour = true
			write(t, w, "text", table)
			write(t, w, "json", table)
		}
	},
	"cmp": func(t *testing.T, w io.Writer, _ []string, data []byte) {
		opts := compare.Defaults()
		opts.Row, opts.Col = "/case", "/side"
		inputs, err := results.Inputs([]string{"-"})
		if err != nil {
			t.Fatal(err)
		}
		files, err := compare.Collect(opts, inputs, bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for c := range files.Tables() {
			for _, differ := range []bool{false, true} {
				for _, format := range []string{"text", "md", "html"} {
					write(t, w, format, Comparison(View{Differ: differ}, c))
				}
			}
		}
		for _, format := range []string{"csv", "json"} {
			write(t, w, format, Cells(slices.Collect(files.Tables()), View{}))
		}
	},
}

// contest reads the rows of a run. One instance does not count yet.
func contest(t *testing.T, data []byte) Contest {
	t.Helper()
	runs, err := results.ReadRuns([]string{"-"}, bytes.NewReader(data), results.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return Contest{Rows: runs[0].Rows, Solvers: results.SolversOf(runs), Classes: runs[0].Classes, Unit: results.Seconds,
		Unsolved: compare.PAR2, Limit: runs[0].Limit, Left: 1}
}

// values reads values of JSON.
func values[T any](t *testing.T, data []byte) (all []T) {
	t.Helper()
	for line := range strings.Lines(string(data)) {
		var one T
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

func write(t *testing.T, w io.Writer, format string, table Table) {
	t.Helper()
	if err := table.Write(w, format); err != nil {
		t.Fatal(err)
	}
}
