package format_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"xcbench/format"
)

func writer(t *testing.T, name string) format.Writer {
	t.Helper()
	all := format.Writers()
	k := slices.IndexFunc(all, func(w format.Writer) bool { return w.Name == name })
	if k < 0 {
		t.Fatalf("got no writer %s, want one", name)
	}
	return all[k]
}

// written returns the text that a writer gives for the puzzles of a text.
func written(t *testing.T, to, text string, o format.WriteOptions) string {
	t.Helper()
	var out strings.Builder
	for _, p := range mustRead(t, text) {
		if err := writer(t, to).Write(&out, p, o); err != nil {
			t.Fatalf("writing %q as %s: %v", text, to, err)
		}
	}
	return out.String()
}

func TestFormatsHaveWriters(t *testing.T) {
	for _, name := range format.Names() {
		if name == "pieces" || name == "sets" {
			continue // are only read
		}
		w := writer(t, name)
		if w.Summary == "" {
			t.Errorf("writer %s: got no summary, want one", name)
		}
		if got, want := w.Many, name == "matrix" || name == "sudoku"; got != want {
			t.Errorf("writer %s: got many %t, want %t", name, got, want)
		}
	}
}

// The texts of testdata/written.txtar are written as in their names, with sequential clauses if these say so.
func TestWriters(t *testing.T) {
	for _, c := range textsOf(t, "testdata/written.txtar", " --to ") {
		to, sequential, _ := strings.Cut(c.from, " ")
		amo := format.Pairwise
		if sequential != "" {
			amo = format.Sequential
		}
		if got := written(t, to, c.text, format.WriteOptions{AMO: amo}); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestPuzzleThatAFormatCannotExpressIsRejectedAndNotWritten(t *testing.T) {
	for _, test := range []struct{ to, text, want string }{
		{"sudoku", knuth2000, "an exact cover problem that was not read as a sudoku cannot be written as one"},
		{"matrix", "a | x y\na x\n",
			"a problem with 2 secondary items cannot be written as a matrix, whose columns are all primary"},
		{"dlx", "0 0\n", "a problem without primary items cannot be written as DLX text"},
	} {
		var out bytes.Buffer
		err := writer(t, test.to).Write(&out, mustRead(t, test.text)[0], format.WriteOptions{})
		if err == nil || err.Error() != test.want || out.Len() > 0 {
			t.Errorf("%q as %s: got %v and %q, want %s and nothing", test.text, test.to, err, out.String(), test.want)
		}
	}
}

func TestWritersReturnTheErrorOfTheWriter(t *testing.T) {
	for _, w := range format.Writers() {
		if err := w.Write(fullDisk{}, mustRead(t, wiki)[0], format.WriteOptions{}); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v, want %v", w.Name, err, errFull)
		}
	}
}

func TestParseAMOKnowsTheNames(t *testing.T) {
	for _, amo := range []format.AMO{format.Pairwise, format.Sequential} {
		if got, err := format.ParseAMO(amo.String()); err != nil || got != amo {
			t.Errorf("got %v and %v of %q, want the same", got, err, amo)
		}
	}
	want := `unknown encoding "product" of at-most-one, expected pairwise or sequential`
	if _, err := format.ParseAMO("product"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
