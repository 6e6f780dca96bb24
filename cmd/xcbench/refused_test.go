//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xcbench/internal/cli"
	"xcbench/results"
)

// obstacle is what keeps a run from writing one of its files.
type obstacle struct {
	name   string
	args   []string
	begun  bool             // the run was interrupted before, and is resumed
	blocks int              // the largest size of a file, as of limited
	set    func(dir string) // puts the obstacle in the way; the parent of dir exists
	want   string           // the end of the message, with DIR for the run directory
	clear  func(dir string) // takes it away
}

var (
	smallRun = []string{"queens/6", "langford/7", "--samples", "20"}
	// Their levels are more text than their rows.
	manyLevels = []string{"sudoku/ai_escargot", "sudoku/ai_labyrinth", "sudoku/wikipedia", "--samples", "1"}
)

func chmod(mode os.FileMode, name string) func(string) {
	return func(dir string) { must(os.Chmod(filepath.Join(dir, name), mode)) }
}

func removed(name string) func(string) {
	return func(dir string) { must(os.Remove(filepath.Join(dir, name))) }
}

// lostLast makes the last search of a run one that was killed, so the rows before it are written again.
func lostLast(dir string) {
	path := filepath.Join(dir, results.RowsFile)
	rows, err := os.ReadFile(path)
	must(err)
	last := bytes.LastIndex(rows, []byte("Benchmark"))
	must(os.WriteFile(path, slices.Concat(rows[:last], []byte("status: killed\n"), rows[last:]), 0o666))
}

func nothing(string) {}

const continues = "; 'xcbench run --resume DIR' continues from what is recorded"

var obstacles = []obstacle{
	{"a read-only parent", smallRun, false, noLimit, chmod(0o555, ".."), "mkdir DIR: permission denied", chmod(0o755, "..")},
	{"a file in place of the directory", smallRun, false, noLimit, func(dir string) { must(os.WriteFile(dir, nil, 0o666)) },
		"mkdir DIR: not a directory", removed("")},
	{"a folder in place of a plot", smallRun, true, noLimit, func(dir string) { must(os.Mkdir(filepath.Join(dir, "levels.svg"), 0o777)) },
		"write DIR/levels.svg: is a directory, expected a file" + continues, removed("levels.svg")},
	{"a read-only directory of a run", smallRun, true, noLimit, chmod(0o555, ""),
		"write DIR/run.json: permission denied" + continues, chmod(0o755, "")},
	{"read-only results", smallRun, true, noLimit, chmod(0o444, results.RowsFile), "DIR/results.txt: permission denied",
		chmod(0o644, results.RowsFile)},
	{"a lock that cannot be opened", smallRun, true, noLimit, chmod(0, "lock"), "open DIR/lock: permission denied", chmod(0o644, "lock")},
	{"a full disk at first", smallRun, false, 0, nothing, "write DIR/run.json: file too large", nothing},
	{"a disk full of levels", manyLevels, false, 8, nothing, "write DIR/levels.csv: file too large" + continues, nothing},
	{"a disk full of rows", smallRun, false, 8, nothing, "write DIR/results.txt: file too large" + continues, nothing},
	{"a disk full of rows, again", smallRun, true, 8, lostLast, "write DIR/results.txt: file too large" + continues, nothing},
}

const noLimit = -1

// limited runs xcbench with a limit on the size of files, in blocks of 512 or 1024 bytes, which has the effect
// of a full disk, and without the right of the superuser to write everywhere.
func limited(t *testing.T, blocks int, args ...string) (stderr string, status int) {
	t.Helper()
	script := `exec "$@"`
	if blocks != noLimit {
		script = fmt.Sprintf("ulimit -f %d && %s", blocks, script)
	}
	words := []string{"-c", script, "sh"}
	if os.Getuid() == 0 {
		words = append(words, "setpriv", "--bounding-set=-dac_override,-dac_read_search")
	}
	cmd := exec.Command("sh", slices.Concat(words, []string{filepath.Join(linked(t), "xcbench")}, args)...)
	var out bytes.Buffer
	cmd.Stderr = &out
	cmd.Run()
	return out.String(), cmd.ProcessState.ExitCode()
}

// wantRefused checks the end of a command that could not write.
func wantRefused(t *testing.T, what, stderr string, status int, end string) {
	t.Helper()
	if status != cli.ExitFailed || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "xcbench: ") || !strings.HasSuffix(stderr, end+"\n") {
		t.Errorf("%s: got exit status %d and %q, want %d and one line that ends in %q", what, status, stderr, cli.ExitFailed, end)
	}
}

// needsSetpriv skips a test that cannot give up the rights of the superuser.
func needsSetpriv(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("setpriv"); os.Getuid() == 0 && err != nil {
		t.Skip(err)
	}
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
	needsSetpriv(t)
	begin := []string{"run", "--in-process", "--solver", "dlx_index,bitset", "--min-time", "0", "--dir"}
	whole := map[string]string{} // directories of undisturbed runs, by their first instance
	for _, args := range [][]string{smallRun, manyLevels} {
		dir := filepath.Join(t.TempDir(), "whole")
		succeeds(t, slices.Concat(begin, []string{dir}, args)...)
		whole[args[0]] = dir
	}
	for _, o := range obstacles {
		if testing.Short() && !o.begun {
			continue
		}
		dir := filepath.Join(t.TempDir(), "run")
		args := slices.Concat(begin, []string{dir}, o.args)
		resume := []string{"run", "--resume", dir}
		if o.begun {
			interrupted(t, whole[o.args[0]], dir)
			args = resume
		}
		o.set(dir)
		stderr, status := limited(t, o.blocks, args...)
		o.clear(dir)
		if _, said, again := strings.Cut(stderr, "\n"); again && said != "" { // a killed search is tried again, which is said first
			stderr = said
		}
		wantRefused(t, o.name, stderr, status, strings.ReplaceAll(o.want, "DIR", dir))
		wantWhole(t, o.name, dir)
		if _, err := os.Stat(filepath.Join(dir, results.RunFile)); err == nil {
			args = resume
		}
		succeeds(t, args...)
		if got, want := counters(t, dir), counters(t, whole[o.args[0]]); !slices.Equal(got, want) {
			t.Errorf("%s: got %d rows and levels afterwards, want the %d of an undisturbed run", o.name, len(got), len(want))
		}
	}
}
