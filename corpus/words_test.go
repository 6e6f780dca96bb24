package corpus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A list of words is a file with a word a line. Only the words of the two lengths count.
func TestWordsOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.txt")
	for _, c := range []struct {
		text, rows, cols, draws string
		want                    string // the number of solutions, or what the error begins with, after the path
	}{
		{"cat\nARE\ntea\n\nate\nread\n", "3", "3", "0", "0"},
		{"ab\ncd\nac\nbd\nAB\n", "2", "2", "0", "2"},
		{"ab\r\ncd\r\nef\r\nace\r\nbdf\r\n", "3", "2", "0", "1"},
		{"ab\nac\nbd\ncd\nd\u00e9j\u00e0\n", "2", "2", "0", ":5:2: "},
		{"ab\n  two words\n", "2", "2", "0", ":2:6: "},
		{"ab\n", "2", "3", "0", "words/2x3: no words "},
		{"ab\n", "2", "2", "9", "words/2x2_w9: expected draws"},
		{"", "2", "2", "0", "words/2x2: no words "},
	} {
		check(t, os.WriteFile(path, []byte(c.text), 0o666))
		f, _ := FindFamily("words")
		in, err := f.Member(Values{"rows": c.rows, "cols": c.cols, "list": path, "draws": c.draws})
		if err != nil || !strings.Contains(in.Title, path) && c.draws == "0" {
			t.Fatalf("got %q, %v, want a title with the file", in.Title, err)
		}
		got := ""
		if puzzle, err := in.Puzzle(); err != nil {
			got = strings.TrimPrefix(err.Error(), path)
		} else {
			got = fmt.Sprint(solutions(t, puzzle.Problem()))
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
	os.Remove(path)
	if _, _, err := wordLists(Values{"rows": "2", "cols": "2", "list": path, "draws": "0", "letters": "26", "seed": "0"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that there is no such file", err)
	}
}
