package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/cli"
	"xcbench/results"
)

// itself returns a command that runs this program as xcbench.
func itself(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0] = "xcbench" // tells the test binary to be xcbench
	return cmd
}

// succeeds runs xcbench in this process.
func succeeds(t *testing.T, args ...string) {
	t.Helper()
	var stderr strings.Builder
	if status := xcbench(t.Context(), args, strings.NewReader(""), io.Discard, &stderr); status != cli.ExitOK {
		t.Fatalf("%q: got exit status %d, %s", args, status, stderr.String())
	}
}

// counters returns what a run recorded, except times, in order of name and sample.
func counters(dir string) []string {
	rows, profiles, err := results.ReadDir(dir)
	must(err)
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

func must(err error) {
	if err != nil {
		panic(err)
	}
}
