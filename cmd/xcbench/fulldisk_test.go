//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A file is replaced as a whole or not at all.
func TestFullDiskLeavesFilesAsTheyWere(t *testing.T) {
	t.Parallel()
	needsSetpriv(t)
	dir := t.TempDir()
	recorded, baseline := filepath.Join(dir, "recorded"), filepath.Join(dir, "baseline")
	manifest := filepath.Join(dir, "m.tsv")
	for _, args := range [][]string{
		{"run", "queens/6", "--solver", "bitset", "--samples", "1", "--min-time", "0", "--dir", recorded},
		{"gate", recorded, "--baseline", baseline, "--update"},
	} {
		succeeds(t, args...)
	}
	const row = "id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\n" +
		"queens/6\tsmoke\t4\t-\t-\t-\t-\t-\tmine\n"
	must(os.WriteFile(manifest, []byte(row), 0o666))
	for _, c := range []struct {
		file string
		args []string
	}{
		{"baseline", []string{"gate", recorded, "--baseline", baseline, "--update"}},
		{"m.tsv", []string{"corpus", "check", "--corpus", manifest, "--update"}},
		{"out.xml", []string{"gate", recorded, "--baseline", baseline, "--junit", filepath.Join(dir, "out.xml")}},
		{"out.svg", []string{"corpus", "show", "queens/6", "--svg", filepath.Join(dir, "out.svg")}},
	} {
		path := filepath.Join(dir, c.file)
		before, _ := os.ReadFile(path) // empty if there is no such file
		names := in(t, dir)
		stderr, status := limited(t, 0, c.args...)
		wantRefused(t, c.file, stderr, status, "write "+path+": file too large")
		if after, _ := os.ReadFile(path); !bytes.Equal(after, before) {
			t.Errorf("%q: got %q, want the old content, %q", c.args, after, before)
		}
		if got := in(t, dir); !slices.Equal(got, names) {
			t.Errorf("%q: got files %q, want %q", c.args, got, names)
		}
	}
}
