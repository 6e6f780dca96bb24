package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWholeLinesEndAtTheLastNewline(t *testing.T) {
	long := strings.Repeat("x", 200<<10) // longer than three blocks of reading
	for _, c := range []struct {
		name, text string
		whole      int
	}{
		{"nothing", "", 0},
		{"one line", "a\n", 2},
		{"a torn line after a whole one", "a\nb", 2},
		{"only a torn line", "a", 0},
		{"a long line", long + "\n", len(long) + 1},
		{"a long torn line after a whole one", "a\n" + long, 2},
		{"only a long torn line", long, 0},
	} {
		path := filepath.Join(t.TempDir(), "rows")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		whole, size, err := WholeLines(f)
		f.Close()
		if whole != int64(c.whole) || size != int64(len(c.text)) || err != nil {
			t.Errorf("%s: got %d of %d bytes, error %v; want %d of %d", c.name, whole, size, err, c.whole, len(c.text))
		}
	}
}
