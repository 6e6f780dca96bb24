package results_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/bounded"
	"xcbench/internal/endless"
	"xcbench/results"
)

// The last line of a run may be torn. Torn says so, and the line is no row. In other files it is a
// line like any other.
func TestATornLineOfARunIsLeftOut(t *testing.T) {
	cut := strings.TrimSuffix(goodRow, "\n")
	for name, torn := range map[string]bool{results.RowsFile: true, "a.txt": false} {
		texts := []string{goodRow, goodRow + cut}
		if torn {
			texts = append(texts, strings.Repeat(goodRow, 1000)+strings.Repeat(cut, 1000)) // more than a reader buffers
		}
		for _, text := range texts {
			dir := t.TempDir()
			path := put(t, dir, name, text)
			if name == results.RowsFile {
				path = dir
			}
			inputs, err := results.Inputs([]string{path})
			must(t, err)
			var reader results.Reader
			rows := 0
			for _, err := range reader.Entries(inputs[0], nil) {
				must(t, err)
				rows++
			}
			wantTorn, wantRows := torn && !strings.HasSuffix(text, "\n"), strings.Count(text, "Benchmark")
			if wantTorn {
				wantRows = strings.Count(text, "\n")
			}
			if reader.Torn() != wantTorn || rows != wantRows {
				t.Errorf("%s with %q: got %d rows, torn %v, want %d, %v", name, text, rows, reader.Torn(), wantRows, wantTorn)
			}
		}
	}
}

func TestEndlessInputsEndWithTheirPlace(t *testing.T) {
	for _, text := range []string{"x", "words\n", "cpu: x\n", "# nothing\n", goodRow} {
		_, runs := results.ReadRuns([]string{"-"}, endless.Repeat(text), results.Filter{})
		_, baseline := results.ReadBaseline(endless.Repeat(text), "stdin")
		for name, err := range map[string]error{"ReadRuns": runs, "ReadBaseline": baseline} {
			if !errors.As(err, new(*bounded.Error)) || !strings.HasPrefix(err.Error(), "stdin:") {
				t.Errorf("%s of %.10q without end: got %v, want an error with its place", name, text, err)
			}
		}
	}
}

func TestInputsHaveTheirLabels(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, os.Mkdir("run", 0o777))
	for _, name := range []string{"a", "b", "x=a", "run/results.txt"} {
		put(t, ".", name, goodRow)
	}
	for _, c := range []struct{ args, labels, paths string }{
		{"a b", "a b", "a b"},
		{"old=a new=b", "old new", "a b"},
		{"x=a", "x=a", "x=a"}, // there is such a file
		{"a b a a", "a#0 b a#1 a#2", "a b a a"},
		{"y=a y=a", "y y", "a a"},
		{"- run r=run", "- run r", "- run/results.txt run/results.txt"},
	} {
		got, err := results.Inputs(strings.Fields(c.args))
		must(t, err)
		var labels, paths []string
		for _, in := range got {
			labels, paths = append(labels, in.Label), append(paths, filepath.ToSlash(in.Path()))
		}
		if !slices.Equal(labels, strings.Fields(c.labels)) || !slices.Equal(paths, strings.Fields(c.paths)) {
			t.Errorf("%s: got the labels %q and paths %q, want %s and %s", c.args, labels, paths, c.labels, c.paths)
		}
	}
}
