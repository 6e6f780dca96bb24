//go:build unix

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"xcbench/internal/cli"
)

// A side that never answers keeps a comparison in its first round, with a copy of the program. A signal
// ends the comparison and removes the copy.
func TestAComparisonLeavesNoCopies(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	hangs := filepath.Join(t.TempDir(), "hangs")
	must(os.WriteFile(hangs, []byte("#!/bin/sh\nexec sleep 600\n"), 0o777))
	copies := func() []string {
		found, err := filepath.Glob(filepath.Join(dir, "xcbench-ab-*", "*"))
		must(err)
		return found
	}
	signals := interrupts
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		signals = append(slices.Clip(signals), syscall.SIGHUP)
	}
	for _, signal := range signals {
		s := begin(t, "ab", hangs, hangs, "--filter", "inst:6", "--solver", "bitset", "--timeout", "0")
		until(func() bool { return len(copies()) > 0 })
		s.Process.Signal(signal)
		if s.Wait(); s.ProcessState.ExitCode() != cli.ExitFailed || len(copies()) > 0 {
			t.Errorf("%v: got %v, and %q left, want exit status %d and nothing left", signal, s.ProcessState, copies(), cli.ExitFailed)
		}
	}
}
