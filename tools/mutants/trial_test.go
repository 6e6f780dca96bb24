package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain becomes the program if the test below asks for it.
func TestMain(m *testing.M) {
	if os.Getenv("MUTANTS_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// script returns a binary that runs a shell script in the place of tests.
func script(t *testing.T, text string) *binary {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "tests")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o777); err != nil {
		t.Fatal(err)
	}
	return &binary{ctx: t.Context(), path: path, dir: dir, work: dir,
		tests: []*test{{name: "TestIt", hits: []byte{1, 1}}}}
}

// The limit of the shell is 2 s here.
func TestATrialEndsAtItsCPUTime(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("CPU time is read from /proc")
	}
	const limit = 300 * time.Millisecond
	passed, took, _ := script(t, "while :; do :; done").run("", took{cpu: limit, wall: time.Minute})
	if passed || took.cpu < limit || took.cpu > 5*limit {
		t.Errorf("got passed %v after %v of CPU time, want a failure after %v", passed, took.cpu, limit)
	}
}

func TestATrialEndsAtItsWallTimeWithWhatItStarted(t *testing.T) {
	b := script(t, "sleep 3600 & echo $! >pid; wait")
	passed, took, _ := b.run("", took{cpu: time.Minute, wall: 500 * time.Millisecond})
	if passed || took.wall > time.Minute {
		t.Errorf("got passed %v after %v, want a failure after 500 ms", passed, took.wall)
	}
	text, err := os.ReadFile(filepath.Join(b.dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the end of what the trial started", func() bool { return !running(strings.TrimSpace(string(text))) })
}

// A busy machine may fail a test once. A mutant of the list counts as killed if two trials say so.
func TestAKnownSurvivorHasToBeKilledTwice(t *testing.T) {
	for _, c := range []struct {
		name, script string
		known, alive bool
	}{
		{"a new mutant, killed once", "test -e once || { >once; exit 1; }", false, false},
		{"a known survivor, killed once", "test -e once || { >once; exit 1; }", true, true},
		{"a known survivor, killed twice", "exit 1", true, false},
		{"a known survivor, never killed", "exit 0", true, true},
	} {
		r := &result{mutants: []mutant{{}}, tried: []int{0}, alive: map[int]bool{}, known: map[mutant]survivor{}}
		if c.known {
			r.known[mutant{}] = survivor{reason: notKilled}
		}
		options{processes: 1}.tryAll(r, script(t, c.script))
		if r.alive[0] != c.alive || !slices.Equal(r.tried, []int{0}) {
			t.Errorf("%s: got alive %v, tried %v, want %v", c.name, r.alive[0], r.tried, c.alive)
		}
	}
}

// waitFor waits until a condition holds, at most two minutes.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no sign of %s after 2 minutes", what)
		}
	}
}

// running reports whether a process exists and has not ended.
func running(pid string) bool {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	_, state, _ := strings.Cut(string(text), ") ")
	return err == nil && !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
}

// trials returns the running processes with a mutant whose files are in a folder.
func trials(dir string) (pids []string) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, path := range all {
		environ, _ := os.ReadFile(path + "/environ")
		command, _ := os.ReadFile(path + "/cmdline")
		if pid := filepath.Base(path); strings.Contains(string(environ), "MUTANTS_ID=") &&
			strings.HasPrefix(string(command), dir) && running(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func TestNoTrialOutlivesTheProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux kills the children of a process that is killed")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(program, "-root", "testdata/tiny", "-list", filepath.Join(dir, "list.txt"), "-cpu", "1", "./endless")
	cmd.Env = append(os.Environ(), "MUTANTS_MAIN=1", "TMPDIR="+dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	waitFor(t, "a trial", func() bool { return len(trials(dir)) > 0 })
	left := trials(dir)
	defer func() {
		for _, pid := range trials(dir) { // if the test fails
			t.Errorf("process %s is left", pid)
			exec.Command("kill", "-9", pid).Run()
		}
	}()
	cmd.Process.Signal(syscall.SIGKILL)
	cmd.Wait()
	waitFor(t, "the end of the trials", func() bool { return !slices.ContainsFunc(left, running) })
}
