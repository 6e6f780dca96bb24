//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/cli"
	"xcbench/results"
)

// refusal is an obstacle to a run: the system refuses to write one of its files.
type refusal struct {
	name  string
	begun bool             // the run was interrupted before, and is resumed
	set   func(dir string) // puts the obstacle in the way; the parent of dir exists
	want  string           // the end of the message, with DIR for the run directory
	clear func(dir string) // takes it away
}

var smallRun = []string{"run", "queens/6", "langford/7", "--solver", "dlx_index,bitset", "--samples", "20",
	"--min-time", "0"}

func chmod(mode os.FileMode, name string) func(string) {
	return func(dir string) { must(os.Chmod(filepath.Join(dir, name), mode)) }
}

func removed(name string) func(string) {
	return func(dir string) { must(os.Remove(filepath.Join(dir, name))) }
}

var refusals = []refusal{
	{"a read-only parent", false, chmod(0o555, ".."), "mkdir DIR: permission denied", chmod(0o755, "..")},
	{"a file in place of the directory", false, func(dir string) { must(os.WriteFile(dir, nil, 0o666)) },
		"mkdir DIR: not a directory", removed("")},
	{"a folder in place of a plot", true, func(dir string) { must(os.Mkdir(filepath.Join(dir, "levels.svg"), 0o777)) },
		"DIR/levels.svg: is a directory, expected a file", removed("levels.svg")},
	{"a read-only directory of a run", true, chmod(0o555, ""),
		"write DIR/run.json: permission denied; 'xcbench run --resume DIR' continues from what is recorded", chmod(0o755, "")},
	{"read-only results", true, chmod(0o444, results.RowsFile), "DIR/results.txt: permission denied", chmod(0o644, results.RowsFile)},
	{"a lock that cannot be opened", true, chmod(0, "lock"), "open DIR/lock: permission denied", chmod(0o644, "lock")},
}

// unprivileged runs xcbench without the right of the superuser to write everywhere.
func unprivileged(t *testing.T, args ...string) (stderr string, status int) {
	t.Helper()
	self := itself()
	words := append([]string{filepath.Join(linked(t), "xcbench")}, args...)
	if os.Getuid() == 0 {
		words = append([]string{"setpriv", "--bounding-set=-dac_override,-dac_read_search"}, words...)
	}
	cmd := exec.Command(words[0], words[1:]...)
	var out bytes.Buffer
	cmd.Stderr, cmd.Env = &out, self.Env
	cmd.Run()
	return out.String(), cmd.ProcessState.ExitCode()
}

// wantWhole checks that each file of a run directory is there completely or not at all.
func wantWhole(t *testing.T, what, dir string) {
	t.Helper()
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return
	}
	for _, name := range in(t, dir) {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		whole := err != nil || len(text) == 0 || bytes.HasSuffix(text, []byte("\n")) // it may be a folder
		switch {
		case strings.HasPrefix(name, "."):
			t.Errorf("%s: got %s left behind, want no such file", what, name)
		case name == results.RunFile:
			_, err := results.ReadRecord(dir)
			whole = err == nil
		case strings.HasSuffix(name, ".png"):
			whole = bytes.Contains(text, []byte("IEND"))
		}
		if !whole {
			t.Errorf("%s: got a part of %s, want it whole or not at all", what, name)
		}
	}
}

// interrupted makes a run directory as a kill leaves it: half of the results, no plots.
func interrupted(t *testing.T, whole, dir string) {
	t.Helper()
	must(os.Mkdir(dir, 0o777))
	for _, name := range []string{"lock", results.RunFile, results.PlanFile, results.LevelsFile, results.RowsFile} {
		text, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == results.RowsFile {
			text = text[:bytes.LastIndexByte(text[:len(text)/2], '\n')+1]
		}
		must(os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
}

func TestARunThatCannotWriteNamesTheFileAndCanBeResumed(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("setpriv"); os.Getuid() == 0 && err != nil {
		t.Skip(err)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	if out, err := itself(append(smallRun, "--dir", whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := counters(t, whole)
	for _, c := range refusals {
		if testing.Short() && !c.begun {
			continue
		}
		dir := filepath.Join(t.TempDir(), "run")
		args := append(slices.Clone(smallRun), "--dir", dir)
		if c.begun {
			interrupted(t, whole, dir)
			args = []string{"run", "--resume", dir}
		}
		c.set(dir)
		stderr, status := unprivileged(t, args...)
		c.clear(dir)
		if status != cli.ExitFailed {
			t.Errorf("%s: got exit status %d, want %d", c.name, status, cli.ExitFailed)
		}
		wantOneLine(t, c.name, stderr, strings.ReplaceAll(c.want, "DIR", dir))
		wantWhole(t, c.name, dir)
		if out, err := itself(args...).CombinedOutput(); err != nil {
			t.Errorf("%s: afterwards: %v: %s", c.name, err, out)
			continue
		}
		if got := counters(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: got %d rows and levels afterwards, want the %d of an undisturbed run", c.name, len(got), len(want))
		}
	}
}
