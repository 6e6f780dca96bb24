//go:build man

package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xcbench/internal/cli"
)

func TestManualPagesKeepBracketsAndLists(t *testing.T) {
	dir := t.TempDir()
	if status := xcbench(context.Background(), []string{"man", dir}, strings.NewReader(""), io.Discard, os.Stderr); status != cli.ExitOK {
		t.Fatalf("got status %d, want %d", status, cli.ExitOK)
	}
	for name, want := range map[string]string{
		"xcbench-solve.1": "solve [flags] [INSTANCE | FILE | SUDOKU | -]...",
		"xcbench-cmp.1":   "cmp [flags] [LABEL=](RUN | FILE | -)...",
		"xcbench-run.1":   "\n  tables.md              what it prints, and tables of all instances",
	} {
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.ReplaceAll(string(page), `\&`, ""); !strings.Contains(text, want) {
			t.Errorf("%s: got no %q in\n%s", name, want, text[:min(len(text), 2000)])
		}
	}
}
