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
	words := []string{"-c", fmt.Sprintf(`ulimit -f %d && exec "$@"`, blocks), "sh", filepath.Join(linked(t), "xcbench")}
	cmd := exec.Command("sh", append(words, args...)...)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
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
		{"levels.csv", 8, []string{"sudoku/ai_escargot", "sudoku/ai_labyrinth", "sudoku/wikipedia", "--samples", "1"}, nil},
		{"results.txt", 8, few, nil},
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
	path := filepath.Join(t.TempDir(), "profile")
	for _, c := range []struct {
		flag, path, fault string
		blocks            int
	}{
		{"--cpuprofile", "/dev/full", "no space left on device", 1 << 16}, {"--memprofile", "/dev/full", "no space left on device", 1 << 16},
		{"--trace", path, "file too large", 8},
	} {
		_, stderr, status := limited(t, c.blocks, "run", "queens/6", "--solver", "bitset", "--samples", "1", "--min-time", "0",
			"--dir", filepath.Join(t.TempDir(), "r"), c.flag, c.path)
		wantOneLine(t, c.flag, stderr, "write "+c.path+": "+c.fault)
		if _, err := os.Stat(path); err == nil || status != cli.ExitFailed {
			t.Errorf("%s: got exit status %d, %v, want %d and no part of a profile", c.flag, status, err, cli.ExitFailed)
		}
	}
}
