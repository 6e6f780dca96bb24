package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkOpen yields the instances of a file of sudoku lines.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "many.txt")
	text := strings.Repeat(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...\n", 50_000)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range NameFiles(path).Open(path, func(string) {}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
