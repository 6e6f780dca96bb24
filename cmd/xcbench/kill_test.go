package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"xcbench/results"
)

// itself returns a command that runs this program as xcbench.
func itself(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0] = "xcbench" // tells the test binary to be xcbench
	return cmd
}

// counters returns what a run recorded, except times, in order of name and sample.
func counters(t *testing.T, dir string) []string {
	t.Helper()
	rows, profiles, err := results.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	samples := map[string]int{}
	for _, r := range rows {
		name := r.Key().Label()
		samples[name]++
		all = append(all, fmt.Sprint(name, " ", samples[name], " ", r.Status, r.Solutions, r.Nodes, r.Updates))
	}
	for _, p := range profiles {
		all = append(all, fmt.Sprint("levels ", p))
	}
	slices.Sort(all)
	return all
}

// A run may be killed at any moment. After it is resumed it has recorded the same as an undisturbed
// run.
func TestKilledRunsResumeToTheSameRows(t *testing.T) {
	kills := 15
	if testing.Short() {
		kills = 3
	} else if os.Getenv("XCBENCH_LONG") != "" {
		kills = 100
	}
	run := []string{"run", "queens/6", "langford/7", "domino/4x4", "--solver", "dlx_index,bitset,naive",
		"--samples", "3", "--min-time", "0s", "--format", "csv", "--dir"}
	whole := filepath.Join(t.TempDir(), "whole")
	began := time.Now()
	if out, err := itself(append(run, whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	length := time.Since(began)
	want := counters(t, whole)
	killed := 0
	elsewhere := t.TempDir()
	t.Setenv("TMPDIR", elsewhere)
	for seed := range uint64(kills) {
		dir := filepath.Join(t.TempDir(), "run")
		dice := rand.New(rand.NewPCG(seed, 0))
		cmd := itself(append(run, dir)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(dice.Float64() * float64(length/2)) // the second half of a run draws plots
		time.Sleep(wait)
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		} else {
			length = wait // the machine is faster than before
		}
		again := []string{"run", "--resume", dir, "--format", "csv"}
		if _, err := os.Stat(filepath.Join(dir, results.RunFile)); err != nil {
			again = append(run, dir) // killed before the run began
		}
		if out, err := itself(again...).CombinedOutput(); err != nil {
			t.Fatalf("seed %d: %v: %s", seed, err, out)
		}
		if got := counters(t, dir); !slices.Equal(got, want) {
			t.Errorf("seed %d: got %q, want %q", seed, got, want)
		}
		if hidden, _ := filepath.Glob(filepath.Join(dir, ".*")); len(hidden) > 0 {
			t.Errorf("seed %d: got files %q left behind, want none", seed, hidden)
		}
	}
	if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
		t.Errorf("got %v, %v in the folder for temporary files, want nothing", left, err)
	}
	if killed < kills/2 {
		t.Errorf("got %d of %d runs killed before their end, want more", killed, kills)
	}
}
