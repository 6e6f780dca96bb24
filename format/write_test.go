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

func TestWriters(t *testing.T) {
	const small = "a b | x\na x\nb x\na b\n"
	sequential := format.WriteOptions{AMO: format.Sequential}
	tests := []struct {
		name, to, text string
		o              format.WriteOptions
		want           string
	}{
		{"a matrix", "matrix", knuth2000, format.WriteOptions{},
			"6 7\n0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n"},
		{"a matrix without rows", "matrix", "0 0\n", format.WriteOptions{}, "0 0\n"},
		{"several matrices", "matrix", "1 1\n1\n0 0\n", format.WriteOptions{}, "1 1\n1\n0 0\n"},
		{"pairwise", "cnf", small, format.WriteOptions{},
			`c An exact cover problem of 3 items, 2 of them primary, and 3 options.
c The true variables among 1 to 3 are the options of a solution.
c 1: a x
c 2: b x
c 3: a b
p cnf 3 5
1 3 0
-1 -3 0
2 3 0
-2 -3 0
-1 -2 0
`},
		{"sequential", "cnf", "a\na\n" + strings.Repeat("a\n", 2), sequential,
			`c An exact cover problem of 1 item, 1 of them primary, and 3 options.
c The true variables among 1 to 3 are the options of a solution.
c The variables above say that one of the first few options of an item is true.
c 1: a
c 2: a
c 3: a
p cnf 5 8
1 2 3 0
-1 4 0
-4 1 0
-2 -4 0
-2 5 0
-4 5 0
-5 2 4 0
-3 -5 0
`},
		{"an item without options", "cnf", "a b\na\n", sequential,
			`c An exact cover problem of 2 items, 2 of them primary, and 1 option.
c The true variables among 1 to 1 are the options of a solution.
c 1: a
p cnf 1 2
1 0
0
`},
		{"sudokus", "sudoku", wiki + " easy\n# c\n12_4\n3412\n2143 # hard\n43_1\n", format.WriteOptions{},
			wiki + " # easy\n12.43412214343.1 # hard\n"},
		{"notes that would be read as rules", "sudoku", "12_4\n3412\n2143 # diagonals\n43_1\nBoxes=\n" + wiki + "\n", format.WriteOptions{},
			"12.43412214343.1\n" + wiki + "\n"},
	}
	for _, test := range tests {
		if got := written(t, test.to, test.text, test.o); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
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
