package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xcbench/solvers"
)

// With one line of dlx/index.go changed, the gate fails. In at most 30 lines it names the solvers that
// run this line and nobody else, and says what changed, from which level on and by how much. The
// run of "make gate" has all solvers if XCBENCH_LONG is set, and else five of them.
func TestGateNamesOnlyTheSolverThatChanged(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	program := plantedProgram(t)
	makefile, err := filepath.Abs("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, plant, named, shows string }{
		{"the last of the items with the fewest options", "tie", "dlx_index", `nodes +1379 +2325 +\+68.6% +3: 3 -> 4`},
		{"options in reverse order", "reverse", "dlx_index dlx_index_first", `updates +\d+ +\d+ +\+\d+\.\d% +0: \d+ -> \d+`},
		{"lost solutions", "deep", "dlx_index dlx_index_first", `solutions +352 +0 +-100.0%`},
	} {
		dir := t.TempDir()
		build := filepath.Join(dir, "build") // in place of "go build"
		script := "cp " + program + " xcbench\n"
		baseline := textOf(t, "results/baseline.txt")
		if os.Getenv("XCBENCH_LONG") == "" {
			baseline = strings.Join(regexp.MustCompile(`(?m)^(#|\S+ (dlx_\w+|bitset) ).*\n`).FindAllString(baseline, -1), "")
			must(os.WriteFile(filepath.Join(dir, "few"), []byte("#!/bin/sh\n"+
				"case \"$1 $2 $3\" in 'run --solver all'*)\n"+
				"	shift 3; set -- run --solver dlx_index,dlx_index_first,dlx_pointer,dlx_pointer_first,bitset \"$@\"\n"+
				"esac\nexec "+program+" \"$@\"\n"), 0o777))
			script = "cp few xcbench\n"
		}
		must(os.WriteFile(build, []byte(script), 0o666))
		must(os.Mkdir(filepath.Join(dir, "results"), 0o777))
		var out bytes.Buffer
		cmd := exec.Command("make", "-s", "-f", makefile, "gate", "GO=sh "+build, "DIR=r")
		must(os.WriteFile(filepath.Join(dir, "results", "baseline.txt"), []byte(baseline), 0o666))
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
		cmd.Env = append(os.Environ(), plantVariable+"="+c.plant)
		err := cmd.Run()
		if _, failed := err.(*exec.ExitError); !failed || !strings.Contains(out.String(), "gate: FAILED") {
			t.Errorf("%s: got %v, want a failure:\n%s", c.what, err, out.String())
		}
		var named []string
		for _, v := range solvers.All() {
			if regexp.MustCompile(`\b` + v.Name + `\b`).MatchString(out.String()) {
				named = append(named, v.Name)
			}
		}
		if got := strings.Join(named, " "); got != c.named {
			t.Errorf("%s: got %s named, want %s:\n%s", c.what, got, c.named, out.String())
		}
		if n := strings.Count(out.String(), "\n"); n > 30 || !regexp.MustCompile(c.shows).MatchString(out.String()) {
			t.Errorf("%s: got %d lines, want at most 30, and %s:\n%s", c.what, n, c.shows, out.String())
		}
	}
}
