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

// With one line of dlx/index.go changed, "make gate" fails. In at most 30 lines it names the solvers
// that run this line and nobody else, and says what changed, from which level on and by how much.
func TestGateNamesOnlyTheSolverThatChanged(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../../dlx/index.go")
	if err != nil {
		t.Fatal(err)
	}
	head, search, _ := strings.Cut(string(text), "func (x *index) search()") // the rest hides options
	baseline, err := os.ReadFile("../../results/baseline.txt")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := filepath.Abs("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, plant := range []struct{ name, file, named, shows string }{
		{
			"the last of the items with the fewest options",
			strings.Replace(string(text), "s < least", "s <= least", 1),
			"dlx_index", `nodes +1379 +2325 +\+68.6% +3: 3 -> 4`,
		},
		{
			"options in reverse order",
			head + "func (x *index) search()" + strings.ReplaceAll(search, "*x.down.at(", "*x.up.at("),
			"dlx_index dlx_index_first", `updates +\d+ +\d+ +\+\d+\.\d% +0: \d+ -> \d+`,
		},
		{
			"a lost solution",
			strings.Replace(string(text), "!x.Solution(x.chose[:level])", "!(level == 9 || x.Solution(x.chose[:level]))", 1),
			"dlx_index dlx_index_first", `solutions +352 +0 +-100.0%`,
		},
	} {
		if plant.file == string(text) {
			t.Fatalf("%s: nothing to change in dlx/index.go", plant.name)
		}
		program := buildWith(t, map[string]string{"dlx/index.go": plant.file})
		dir := t.TempDir() // make runs here, and its "go build" copies the program
		build := filepath.Join(dir, "build")
		if err := os.WriteFile(build, []byte("#!/bin/sh\ncp "+program+" xcbench\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, "results"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "results", "baseline.txt"), baseline, 0o666); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		cmd := exec.Command("make", "-s", "-f", makefile, "gate", "GO="+build, "DIR=r")
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
		err := cmd.Run()
		if _, failed := err.(*exec.ExitError); !failed || !strings.Contains(out.String(), "gate: FAILED") {
			t.Errorf("%s: got %v, want a failure:\n%s", plant.name, err, out.String())
		}
		var named []string
		for _, v := range solvers.All() {
			if regexp.MustCompile(`\b` + v.Name + `\b`).MatchString(out.String()) {
				named = append(named, v.Name)
			}
		}
		if got := strings.Join(named, " "); got != plant.named {
			t.Errorf("%s: got %s named, want %s:\n%s", plant.name, got, plant.named, out.String())
		}
		if n := strings.Count(out.String(), "\n"); n > 30 || !regexp.MustCompile(plant.shows).MatchString(out.String()) {
			t.Errorf("%s: got %d lines, want at most 30, and %s:\n%s", plant.name, n, plant.shows, out.String())
		}
	}
}
