package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/cli"
	"xcbench/results"
)

// blames has the mistakes in dlx/index.go that give wrong answers, and the solvers that run the
// changed code.
var blames = []struct {
	plant  string
	blamed []string
}{
	{"tie", []string{"dlx_index"}},
	{"hide", []string{"dlx_index", "dlx_index_first"}},
	{"uncover", []string{"dlx_index", "dlx_index_first"}},
	{"lost", []string{"dlx_index", "dlx_index_first"}},
	{"count", []string{"dlx_index", "dlx_index_first"}},
}

// The run is like the one that the gate reads: some searches are cut off, and many instances have no
// known figures. The searches are cut off earlier, the instances are a few and the mistakes two, unless XCBENCH_LONG is
// set. No search may time out: where only dlx_index and cells had an answer, both would be in disagreement.
func TestAFaultInDLXIndexBlamesNobodyElse(t *testing.T) {
	t.Parallel()
	program := plantedProgram(t)
	verifyOutlivesDamage(t, program)
	nodes, plants, instances := "500", blames[:2], "tier:smoke family:(queens OR langford OR domino OR torus OR latin OR words OR sts)"
	if os.Getenv("XCBENCH_LONG") != "" {
		nodes, plants, instances = "20000", blames, "tier:smoke"
	}
	for _, p := range plants {
		dir := filepath.Join(t.TempDir(), p.plant)
		run := exec.Command(program, "run", "--solver", "all", "--samples", "1", "--min-time", "0", "--timeout", "5m",
			"--nodes", nodes, "--filter", instances, "--dir", dir)
		run.Env = append(os.Environ(), plantVariable+"="+p.plant)
		var stderr bytes.Buffer
		run.Stderr = &stderr
		run.Run()
		if status := run.ProcessState.ExitCode(); status != cli.ExitWrong {
			t.Fatalf("%s: got exit status %d, want %d\n%s", p.plant, status, cli.ExitWrong, &stderr)
		}
		runs, err := results.ReadRuns([]string{dir}, nil, results.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		blamed := map[string]int{}
		for r := range runs[0].Rows.All() {
			if results.Doubted(r.Status) || r.Status == results.Crash {
				blamed[r.Solver]++
			}
		}
		innocent := func(name string) bool { return !slices.Contains(p.blamed, name) }
		named := slices.Sorted(maps.Keys(blamed))
		if slices.ContainsFunc(named, innocent) || blamed["dlx_index"] < 4 {
			t.Errorf("%s: got faults of %v, want 4 or more of dlx_index, and else only of %v", p.plant, blamed, p.blamed)
		}
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		begins := func(line string) bool { return strings.HasPrefix(line, "dlx_index: ") }
		if len(lines) > 20 || !slices.ContainsFunc(lines, begins) {
			t.Errorf("%s: got %d lines, want at most 20, and a summary of dlx_index:\n%s", p.plant, len(lines), &stderr)
		}
	}
}

// verifyOutlivesDamage checks that verify names a solver whose fault on memory ends its process, and
// verifies the others.
func verifyOutlivesDamage(t *testing.T, program string) {
	t.Helper()
	verify := exec.Command(program, "verify", "--solver", "dlx_pointer,dlx_index,bitset", "--timeout", "5m",
		"--format", "csv", "queens/6", "langford/7")
	verify.Env = append(os.Environ(), plantVariable+"=damage")
	var stdout, stderr bytes.Buffer
	verify.Stdout, verify.Stderr = &stdout, &stderr
	verify.Run()
	if status := verify.ProcessState.ExitCode(); status != cli.ExitWrong {
		t.Errorf("got exit status %d, want %d", status, cli.ExitWrong)
	}
	statuses := map[string]string{}
	for line := range strings.Lines(stdout.String()) {
		if cell := strings.Split(line, ","); len(cell) > 2 {
			statuses[cell[1]] += cell[2] + " "
		}
	}
	want := map[string]string{"solver": "status ", "dlx_pointer": "solved solved ", "dlx_index": "crash crash ",
		"bitset": "solved solved "}
	summary := "dlx_index: crashed on 2 of 2 instances; the first: queens/6: unexpected fault address "
	if !maps.Equal(statuses, want) || !strings.HasPrefix(stderr.String(), summary) || strings.Count(stderr.String(), "\n") > 2 {
		t.Errorf("got statuses %v, want %v; on stderr want a summary and the verdict, got\n%s", statuses, want, &stderr)
	}
}
