package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/corpus"
	"xcbench/internal/cli"
)

// manySudokus returns a file with one sudoku per line: the file that XCBENCH_SUDOKUS names, or else
// the sudokus of the catalogue.
func manySudokus(tb testing.TB) (path string, lines int) {
	tb.Helper()
	if path = os.Getenv("XCBENCH_SUDOKUS"); path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		return path, bytes.Count(text, []byte("\n"))
	}
	var text strings.Builder
	for _, c := range corpus.All() {
		if c.Family != "sudoku" {
			continue
		}
		p, err := c.Puzzle()
		if err != nil {
			tb.Fatal(err)
		}
		if g, ok := p.Sudoku(); ok {
			text.WriteString(g.String() + "\n")
			lines++
		}
	}
	path = filepath.Join(tb.TempDir(), "sudokus.txt")
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		tb.Fatal(err)
	}
	return path, lines
}

// BenchmarkSolveSudokus runs the whole command, from a file of sudokus to the answers.
func BenchmarkSolveSudokus(b *testing.B) {
	path, lines := manySudokus(b)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer null.Close()
	for _, c := range []struct {
		name string
		args []string
	}{
		{"count", []string{"solve", "--count"}},
		{"one", []string{"solve"}},
		{"json", []string{"solve", "--format", "json"}},
	} {
		for _, solver := range []string{"lanes", "dlx_index"} {
			b.Run(c.name+"/"+solver, func(b *testing.B) {
				for b.Loop() {
					args := append(c.args, "--solver", solver, path)
					if status := xcbench(context.Background(), args, nil, null, os.Stderr); status != cli.ExitOK {
						b.Fatalf("got exit status %d, want %d", status, cli.ExitOK)
					}
				}
				b.ReportMetric(float64(b.N)*float64(lines)/b.Elapsed().Seconds(), "puzzles/s")
			})
		}
	}
}
