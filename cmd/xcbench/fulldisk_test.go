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

// limited runs xcbench with a limit on the size of files, in blocks of 512 or 1024 bytes. The
// effect is that of a full disk. It returns both outputs and the exit status.
func limited(t *testing.T, blocks int, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	return limitedIn(t, blocks, nil, args...)
}

// limitedIn is limited with more variables in the environment.
func limitedIn(t *testing.T, blocks int, env []string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	words := []string{"-c", fmt.Sprintf(`ulimit -f %d && exec "$@"`, blocks), "sh", filepath.Join(linked(t), "xcbench")}
	cmd := exec.Command("sh", append(words, args...)...)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Env = &out, &err, append(cmd.Environ(), env...)
	cmd.Run()
	return out.String(), err.String(), cmd.ProcessState.ExitCode()
}

func wantOneLine(t *testing.T, what, stderr, end string) {
	t.Helper()
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "xcbench: ") ||
		!strings.HasSuffix(stderr, end+"\n") {
		t.Errorf("%s: got %q, want one line that ends in %q", what, stderr, end)
	}
}

func TestRunOnAFullDiskKeepsItsRowsAndCanBeResumed(t *testing.T) {
	t.Parallel()
	run := []string{"run", "queens/6", "langford/7", "--solver", "dlx_index,bitset", "--samples", "20", "--min-time",
		"0", "--dir"}
	whole := filepath.Join(t.TempDir(), "whole")
	if out, err := itself(append(run, whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := counters(t, whole)
	growth := 2
	if testing.Short() {
		growth = 64
	}
	for blocks := 1; blocks <= 64; blocks *= growth {
		what := fmt.Sprintf("%d blocks", blocks)
		dir, elsewhere := filepath.Join(t.TempDir(), "run"), t.TempDir()
		_, stderr, status := limitedIn(t, blocks, []string{"TMPDIR=" + elsewhere}, append(run, dir)...)
		if status == cli.ExitOK {
			continue // the limit was high enough
		}
		if status != cli.ExitFailed {
			t.Errorf("%s: got exit status %d, want %d", what, status, cli.ExitFailed)
		}
		begun := slices.Contains(in(t, dir), "run.json")
		if begun {
			wantOneLine(t, what, stderr, "file too large; 'xcbench run --resume "+dir+"' continues from what is recorded")
		} else {
			wantOneLine(t, what, stderr, "file too large")
		}
		for _, name := range slices.Concat(in(t, dir), in(t, elsewhere)) {
			if strings.HasPrefix(name, ".") {
				t.Errorf("%s: got %s left behind, want no such file", what, name)
			}
		}
		again := append(run, dir)
		if begun {
			again = []string{"run", "--resume", dir}
		}
		if out, err := itself(again...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", what, err, out)
		}
		if got := counters(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: got %d rows and levels after the resumption, want the %d of an undisturbed run", what, len(got),
				len(want))
		}
	}
}

// The disk may be full when any file of a run is written, in a new run and in one that is resumed.
func TestAFullDiskIsNamedWithTheFileAndTheRunCanBeResumed(t *testing.T) {
	t.Parallel()
	few := []string{"queens/6", "langford/7", "--samples", "20"}
	for _, c := range []struct {
		file   string
		blocks int
		args   []string
		resume func(rows []byte) []byte // what an interrupted run left; nil for a new run
	}{
		{"run.json", 0, few, nil},
		{"plan.csv", 8, []string{"queens/6", "--samples", "400"}, nil},
		{"levels.csv", 8, []string{"sudoku/ai_escargot", "sudoku/ai_labyrinth", "sudoku/wikipedia", "--samples", "1"}, nil},
		{"results.txt", 8, few, nil},
		{"run.json", 0, few, func(rows []byte) []byte { return rows[:len(rows)/2] }},
		{"results.txt", 8, few, func(rows []byte) []byte { // a row is taken out, and the rest is written again
			last := bytes.LastIndex(rows, []byte("Benchmark"))
			return slices.Concat(rows[:last], []byte("status: killed\n"), rows[last:])
		}},
	} {
		what := fmt.Sprintf("%s, resumed %v", c.file, c.resume != nil)
		dir := filepath.Join(t.TempDir(), "run")
		args := slices.Concat([]string{"run", "--solver", "dlx_index,bitset", "--min-time", "0", "--dir", dir}, c.args)
		if c.resume != nil {
			if out, err := itself(args...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", what, err, out)
			}
			path := filepath.Join(dir, results.RowsFile)
			rows, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			must(os.WriteFile(path, c.resume(rows), 0o666))
			args = []string{"run", "--resume", dir}
		}
		_, stderr, status := limited(t, c.blocks, args...)
		again := []string{"run", "--resume", dir}
		end := "write " + filepath.Join(dir, c.file) + ": file too large"
		if slices.Contains(in(t, dir), results.RunFile) {
			end += "; 'xcbench run --resume " + dir + "' continues from what is recorded"
		} else {
			again = args
		}
		if lines := strings.SplitAfter(stderr, "\n"); len(lines) == 3 && strings.HasPrefix(lines[0], "trying again 1 search ") {
			stderr = lines[1]
		}
		if wantOneLine(t, what, stderr, end); status != cli.ExitFailed {
			t.Errorf("%s: got exit status %d, want %d", what, status, cli.ExitFailed)
		}
		wantWhole(t, what, dir)
		if out, err := itself(again...).CombinedOutput(); err != nil {
			t.Errorf("%s: afterwards: %v: %s", what, err, out)
		}
		steps, err := os.ReadFile(filepath.Join(dir, results.PlanFile))
		if got, want := rowsIn(dir), bytes.Count(steps, []byte("\n"))-1; err != nil || got != want || killedIn(dir) > 0 {
			t.Errorf("%s: got %d rows afterwards, %v, want the %d of the plan", what, got, err, want)
		}
	}
}

// A file is replaced as a whole or not at all.
func TestFullDiskLeavesFilesAsTheyWere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	recorded, baseline := filepath.Join(dir, "recorded"), filepath.Join(dir, "baseline")
	manifest := filepath.Join(dir, "m.tsv")
	for _, args := range [][]string{
		{"run", "queens/6", "--solver", "bitset", "--samples", "1", "--min-time", "0", "--dir", recorded},
		{"gate", recorded, "--baseline", baseline, "--update"},
	} {
		if out, err := itself(args...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v: %s", args, err, out)
		}
	}
	const row = "id\ttier\tsolutions\titems\toptions\tnodes\tupdates\thash\tsource\n" +
		"queens/6\tsmoke\t4\t-\t-\t-\t-\t-\tmine\n"
	if err := os.WriteFile(manifest, []byte(row), 0o666); err != nil {
		t.Fatal(err)
	}
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
		_, stderr, status := limited(t, 0, c.args...)
		if status != cli.ExitFailed {
			t.Errorf("%q: got exit status %d, want %d", c.args, status, cli.ExitFailed)
		}
		wantOneLine(t, c.file, stderr, "write "+path+": file too large")
		if after, _ := os.ReadFile(path); !bytes.Equal(after, before) {
			t.Errorf("%q: got %q, want the old content, %q", c.args, after, before)
		}
		if got := in(t, dir); !slices.Equal(got, names) {
			t.Errorf("%q: got files %q, want %q", c.args, got, names)
		}
	}
}

// A profile is written during the run, and a part of a profile cannot be read.
func TestProfileOnAFullDiskIsAFailureAndIsRemoved(t *testing.T) {
	t.Parallel()
	run := []string{"run", "queens/6", "--solver", "bitset", "--samples", "1", "--min-time", "0", "--dir"}
	for _, flag := range []string{"--cpuprofile", "--memprofile", "--trace"} {
		if _, err := os.Stat("/dev/full"); err == nil {
			out, err := itself(append(run, filepath.Join(t.TempDir(), "r"), flag, "/dev/full")...).CombinedOutput()
			if want := "xcbench: write /dev/full: no space left on device\n"; err == nil || string(out) != want {
				t.Errorf("%s: got %v and %q, want %q", flag, err, out, want)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "profile")
	_, stderr, status := limited(t, 8, append(run, filepath.Join(t.TempDir(), "r"), "--trace", path)...)
	if status != cli.ExitFailed {
		t.Errorf("got exit status %d, want %d", status, cli.ExitFailed)
	}
	wantOneLine(t, "a trace", stderr, "write "+path+": file too large")
	if _, err := os.Stat(path); err == nil {
		t.Error("got a part of a trace, want the file removed")
	}
}

// Standard output may be a file on a full disk.
func TestTablesOnAFullDeviceAreAFailure(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts one process for each command")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, args := range append(commands(t), []string{"--help"}, []string{"run", "--help"},
		[]string{"completion", "bash"}) {
		cmd := itself(args...)
		var stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &stderr
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != cli.ExitFailed {
			t.Errorf("%q: got exit status %d, want %d", args, got, cli.ExitFailed)
		}
		wantOneLine(t, strings.Join(args, " "), stderr.String(), "no space left on device")
	}
}
