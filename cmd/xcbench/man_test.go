//go:build man

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestManualPagesKeepBracketsAndLists(t *testing.T) {
	dir := t.TempDir()
	succeeds(t, "man", dir)
	for name, want := range map[string]string{
		"xcbench-solve.1": "solve [flags] [INSTANCE | FILE | SUDOKU | -]...",
		"xcbench-cmp.1":   "cmp [flags] [LABEL=](RUN | FILE | -)...",
		"xcbench-run.1":   "\n  tables.md              what it prints, and tables of all instances",
	} {
		if text := strings.ReplaceAll(read(t, filepath.Join(dir, name)), `\&`, ""); !strings.Contains(text, want) {
			t.Errorf("%s: got no %q in\n%s", name, want, text[:min(len(text), 2000)])
		}
	}
}
