package main

import (
	"os"
	"path/filepath"
	"testing"
)

// linked returns a directory with a link to this program that is named xcbench.
func linked(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(os.Symlink(os.Args[0], filepath.Join(dir, "xcbench")))
	return dir
}

// in lists a directory, including hidden files.
func in(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
