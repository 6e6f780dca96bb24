package format_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"xcbench/format"
	"xcbench/internal/endless"
)

// Texts that an archive cannot have, as Go strings, have the errors of testdata/errors.txt. Behind '*' each format
// has them.
func TestErrorsOfTextsWithControlCharacters(t *testing.T) {
	file, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		text, err := strconv.Unquote(strings.ReplaceAll(fields[1], "PUZZLE", wiki))
		if err != nil {
			t.Fatal(err)
		}
		formats := []string{fields[0]}
		if fields[0] == "*" {
			formats = append(format.Names(), "")
		}
		for _, from := range formats {
			wantError(t, from, text, fields[2])
		}
	}
	wantError(t, "", strings.Repeat("# comment\n", 10000),
		"in:7282:1: more than 64 KiB of comments, expected a puzzle; name the format to have it read")
	wantError(t, "cnf", "p cnf 1 1\n"+strings.Repeat("1 ", 9000)+"0\n",
		"in:2:18001: clause 1 makes an exact cover problem of more than 33554432 entries")
}

func TestEndlessLinesTakeBoundedMemory(t *testing.T) {
	want := "in:1:1: a line longer than 16 MiB"
	for _, from := range append(format.Names(), "") {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := format.NewReader("in", io.LimitReader(endless.Repeat("12. "), 1<<30), format.Options{From: from})
		if err == nil {
			_, err = r.Read()
		}
		runtime.ReadMemStats(&after)
		if err == nil || err.Error() != want {
			t.Errorf("from %q: got %v, want %s", from, err, want)
		}
		if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 256 {
			t.Errorf("from %q: got %d MiB allocated, want at most 256", from, got)
		}
	}
}

func TestLinesUpToTheBoundAreRead(t *testing.T) {
	text := "a" + strings.Repeat(" ", 16<<20-1)
	for _, end := range []string{"", "\n", "\r\n"} {
		if _, err := readAll(text+end, "dlx"); err != nil {
			t.Errorf("with %q at the end: got %v, want no error", end, err)
		}
	}
	if _, err := readAll(text+" ", "dlx"); err == nil {
		t.Error("with one more blank: got no error, want one")
	}
}

// A text may come from a pipe that is not closed. Asking for more than the puzzle would wait for ever.
func TestPuzzlesAreReadBeforeTheFileEnds(t *testing.T) {
	const grid = "1 . | 3 4\n. 4 | 1 2\n----+----\n2 . | 4 3\n4 3 | 2 .\n"
	for name, text := range map[string]string{
		"sudoku in a line":        wiki + "\n",
		"zeros":                   strings.ReplaceAll(wiki, ".", "0") + "\n",
		"sudoku grid":             "1.34\n.412\n2.43\n432.\n",
		"boxes":                   grid,
		"boxes and a frame":       "+----+----+\n" + grid + "+----+----+\n",
		"sudoku after its number": "2\n" + wiki + "\n",
		"matrix":                  "2 2\n10\n01\n",
	} {
		more := iotest.ErrReader(errors.New("asked for more than the puzzle"))
		r, err := format.NewReader("in", io.MultiReader(strings.NewReader(text), more), format.Options{})
		if err == nil {
			_, err = r.Read()
		}
		if err != nil {
			t.Errorf("%s: got %v, want a puzzle", name, err)
		}
	}
}

// An input may be endless, and its first lines say what it is.
func TestAFormatIsRecognisedByItsFirstLines(t *testing.T) {
	for _, text := range []string{"a\n", "a b\n", wiki + "\n", "---\n", "1 . | . 4\n", "1 2\n", "53  7\n" + strings.Repeat("---\n", 1<<18)} {
		const most = 256 << 10
		in := &io.LimitedReader{R: endless.Repeat(text), N: 1 << 20}
		format.NewReader("in", in, format.Options{})
		if read := 1<<20 - in.N; read > most {
			t.Errorf("%.9q again and again: got %d bytes read, want at most %d", text, read, most)
		}
	}
}

func TestManyPuzzlesTakeConstantMemory(t *testing.T) {
	const puzzles = 5000
	r, err := format.NewReader("in", io.LimitReader(endless.Repeat(wiki+"\n"), 82*puzzles), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var most uint64
	for ; ; n++ {
		if _, err := r.Read(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if n%1000 == 0 {
			var now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc)
		}
	}
	if n != puzzles {
		t.Errorf("got %d puzzles, want %d", n, puzzles)
	}
	if most > 64<<20 {
		t.Errorf("got a heap of %d MiB, want at most 64", most>>20)
	}
}

func TestReadErrorsAreReturnedUnchanged(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	for _, from := range append(format.Names(), "") {
		r, err := format.NewReader("in", dir, format.Options{From: from})
		if err == nil {
			_, err = r.Read()
		}
		var path *fs.PathError
		if !errors.As(err, &path) {
			t.Errorf("from %q: got %v of a directory, want a *fs.PathError", from, err)
		}
	}
	// A text that ends with a read error is no puzzle, even if it looks complete.
	errLost := errors.New("connection lost")
	text := io.MultiReader(strings.NewReader("a b\na"), iotest.ErrReader(errLost))
	r, err := format.NewReader("in", text, format.Options{})
	if err == nil {
		_, err = r.Read()
	}
	if err != errLost {
		t.Errorf("got %v, want %v", err, errLost)
	}
}
