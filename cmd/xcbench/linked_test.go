package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"xcbench/internal/cli"
)

// linked returns a directory with a link to this program that is named xcbench.
func linked(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(os.Args[0], filepath.Join(dir, "xcbench")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ours runs a command of this program and returns both outputs. Commands that search do it in a process
// of their own.
func ours(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(linked(t), "xcbench"), args...)
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitOK && !(code == cli.ExitFailed && bytes.Contains(out, []byte("set aside"))) {
		t.Fatalf("xcbench %q: %v\n%s", args, err, out)
	}
	return string(out)
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
