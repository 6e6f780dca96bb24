package results_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/bounded"
	"xcbench/internal/endless"
	"xcbench/results"
)

// Complete lines are read, and the start of the file with a torn line.
func TestCompleteLinesAreRead(t *testing.T) {
	for _, want := range []string{"a\n", strings.Repeat("a line of text\n", 30_000)} { // the second is more than a reader buffers
		for _, torn := range []string{"", "torn", strings.Repeat("x", 200_000)} {
			path, all := put(t, t.TempDir(), "a", want+torn), want+torn
			lines, err := results.OpenWhole(path)
			must(t, err)
			start, err := lines.Start(64 << 10)
			must(t, err)
			if string(start) != all[:min(len(all), 64<<10)] {
				t.Errorf("got the start %.9q of %d bytes, want %d of %d", start, len(start), 64<<10, len(all))
			}
			text, err := io.ReadAll(lines)
			if string(text) != want || err != nil || lines.Path != path {
				t.Errorf("got %d bytes of %s, %v, want %d", len(text), lines.Path, err, len(want))
			}
			must(t, lines.Close())
		}
	}
	path := filepath.Join(t.TempDir(), "a")
	_, err := results.OpenWhole(path)
	wantError(t, "no file", err, "open "+path+": ", "")
	must(t, os.Mkdir(path, 0o777))
	_, err = results.OpenWhole(path)
	wantError(t, "a folder", err, path, "expected a regular file")
}

// The last line of a run may be torn. Torn says so, and the line is no row. In other files it is a
// line like any other.
func TestATornLineOfARunIsLeftOut(t *testing.T) {
	cut := strings.TrimSuffix(goodRow, "\n")
	for name, torn := range map[string]bool{results.RowsFile: true, "a.txt": false} {
		for _, text := range []string{goodRow, goodRow + cut} {
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
			wantTorn, wantRows := torn && text != goodRow, strings.Count(text, "Benchmark")
			if wantTorn {
				wantRows--
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
