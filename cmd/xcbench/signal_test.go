//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/cli"
	"xcbench/results"
)

// started is a process of xcbench, with its outputs.
type started struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
	mark           string // a variable in the environment of the process and its children
}

// begin starts xcbench. The process is killed when the test ends.
func begin(t *testing.T, args ...string) *started {
	t.Helper()
	s := &started{Cmd: itself(args...), mark: "XCBENCH_TEST_MARK=" + filepath.Join(t.TempDir(), fmt.Sprint(args))}
	s.Stdout, s.Stderr = &s.stdout, &s.stderr
	s.Env = append(os.Environ(), s.mark)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.ProcessState == nil {
			s.Process.Kill()
			s.Wait()
		}
	})
	return s
}

// until waits for a condition. Only the time limit of go test ends a wait for what never comes, because
// a busy machine may take any time.
func until(holds func() bool) {
	for !holds() {
		time.Sleep(5 * time.Millisecond)
	}
}

// rowsIn returns the number of rows recorded in a directory so far.
func rowsIn(dir string) int {
	rows, _, err := results.ReadDir(dir)
	if err != nil {
		return 0
	}
	return len(rows)
}

// wantInterrupted waits for the end of a run that got a signal, and checks how it ended.
func wantInterrupted(t *testing.T, s *started, dir string) {
	t.Helper()
	s.Wait()
	want := "xcbench: interrupted; the samples so far are in " + dir + "; 'xcbench run --resume " + dir + "' continues\n"
	if got := s.ProcessState.ExitCode(); got != cli.ExitFailed || s.stderr.String() != want {
		t.Errorf("got exit status %d and %q, want %d and %q", got, s.stderr.String(), cli.ExitFailed, want)
	}
	record, err := results.ReadRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	if last := record.Sessions[len(record.Sessions)-1]; last.End.IsZero() || last.Error == "" {
		text, _ := json.Marshal(last)
		t.Errorf("got session %s, want one with an end and an error", text)
	}
	for _, left := range processes(s.mark) {
		t.Errorf("got process %s left behind, want none", left)
	}
	if hidden, _ := filepath.Glob(filepath.Join(dir, ".*")); len(hidden) > 0 {
		t.Errorf("got files %q left behind, want none", hidden)
	}
}

// processes lists the processes with a mark in their environment, on systems that have /proc. A
// pattern would list the folder of each process, and the system would make all files in it for that.
func processes(mark string) []string {
	var all []string
	running, _ := os.ReadDir("/proc")
	for _, process := range running {
		path := filepath.Join("/proc", process.Name(), "environ")
		text, _ := os.ReadFile(path)
		if slices.Contains(strings.Split(string(text), "\x00"), mark) {
			all = append(all, path)
		}
	}
	return all
}

var interrupts = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}

// The next test has all signals in both kinds of run.
func TestInterruptedRunsResumeToTheSameRows(t *testing.T) {
	t.Parallel()
	run := []string{"run", "queens/6", "langford/7", "domino/4x4", "--solver", "dlx_index,bitset", "--samples", "10"}
	whole := filepath.Join(t.TempDir(), "whole")
	succeeds(t, append(run, "--min-time", "0", "--in-process", "--dir", whole)...)
	want := counters(whole)
	for where, signal := range map[string]syscall.Signal{"--in-process=false": syscall.SIGINT, "--in-process": syscall.SIGTERM} {
		dir := filepath.Join(t.TempDir(), "run")
		s := begin(t, append(run, "--min-time", "10ms", where, "--dir", dir)...)
		until(func() bool { return rowsIn(dir) > 3 })
		s.Process.Signal(signal)
		wantInterrupted(t, s, dir)
		if got := rowsIn(dir); got < 4 || got >= 60 {
			t.Errorf("%v %s: got %d rows, want some of 60", signal, where, got)
		}
		succeeds(t, "run", "--resume", dir)
		if got := counters(dir); !slices.Equal(got, want) {
			t.Errorf("%v %s: got %q, want %q", signal, where, got, want)
		}
	}
}

// fed starts xcbench and gives it an input that does not end.
func fed(t *testing.T, input string, args ...string) (s *started, answers io.Reader) {
	t.Helper()
	s = &started{Cmd: itself(args...)}
	s.Stderr = &s.stderr
	in, err := s.StdinPipe()
	must(err)
	answers, err = s.StdoutPipe()
	must(err)
	must(s.Start())
	_, err = io.WriteString(in, input)
	must(err)
	return s, answers
}

// end sends a signal and waits for the end of the process.
func (s *started) end(signal os.Signal) {
	s.Process.Signal(signal)
	s.Wait()
}

// A run has handlers for signals. A worker has none: an ignored SIGTERM would be followed by SIGKILL.
func TestASignalEndsAWorker(t *testing.T) {
	signals := interrupts
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		signals = append(slices.Clip(signals), syscall.SIGHUP)
	}
	for _, signal := range signals {
		s, answers := fed(t, `{"solvers":["none"]}`+"\n", cli.WorkerName)
		if _, err := answers.Read(make([]byte, 1)); err != nil { // it answers, so it has begun
			t.Fatal(err)
		}
		s.end(signal)
		if status := s.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != signal {
			t.Errorf("%v: got %v, want a process that it ended", signal, s.ProcessState)
		}
	}
}

// The search would take hours.
func TestInterruptEndsARunInTheMiddleOfASearch(t *testing.T) {
	for _, signal := range interrupts {
		for _, where := range []string{"--in-process=false", "--in-process"} {
			dir := filepath.Join(t.TempDir(), "run")
			s := begin(t, "run", "queens/20", "--solver", "naive", "--timeout", "0", where, "--dir", dir)
			until(func() bool {
				_, err := os.Stat(filepath.Join(dir, results.RowsFile))
				return err == nil
			})
			if runtime.GOOS == "linux" && where == "--in-process=false" {
				until(func() bool { return len(processes(s.mark)) == 2 })
			}
			s.Process.Signal(signal)
			wantInterrupted(t, s, dir)
		}
	}
}

// The selection of instances ends, and the wait for somebody who writes to a pipe. Nothing is left.
func TestInterruptEndsWhatComesBeforeASearch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	must(syscall.Mkfifo(pipe, 0o600))
	for _, args := range [][]string{{"run", "queens/6", "--scramble", "100000", "--dir", dir + "/run"}, {"list", "instances"}, {"verify"},
		{"solve", "--tree", dir + "/a.tree", "queens/8"}, {"solve", pipe}, {"rank", "a=" + pipe}, {"verify", "--corpus=" + pipe}} {
		var stderr strings.Builder
		status := xcbench(ctx, args, strings.NewReader(""), io.Discard, &stderr)
		if left := in(t, dir); status != cli.ExitFailed || strings.Count(stderr.String(), "\n") != 1 || len(left) != 1 {
			t.Errorf("%q: got status %d, %q and files %q, want %d, one line and the pipe", args, status, stderr.String(), left, cli.ExitFailed)
		}
	}
}

func TestInterruptEndsTheWaitingForStandardInput(t *testing.T) {
	for _, args := range [][]string{{"solve", "--from", "dlx"}, {"corpus", "convert", "--from", "dlx"}, {"cmp", "-"}} {
		s, _ := fed(t, strings.Repeat("| nothing\n", 30<<10), args...) // more than a pipe holds, so the program is reading
		s.end(syscall.SIGINT)
		if got := s.ProcessState.ExitCode(); got != cli.ExitFailed || !strings.HasSuffix(s.stderr.String(), "interrupted\n") {
			t.Errorf("%q: got exit status %d and %q, want %d and the message that it was interrupted", args, got, s.stderr.String(),
				cli.ExitFailed)
		}
	}
}

// The program does not check for interrupts while it reads a file, such as a pipe without a writer.
func TestSecondInterruptKillsIfTheFirstHasNoEffect(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	s := begin(t, "solve", pipe)
	var writer *os.File
	until(func() bool {
		var err error
		writer, err = os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		return err == nil
	})
	defer writer.Close()
	go func() {
		for s.Process.Signal(syscall.SIGINT) == nil {
			time.Sleep(20 * time.Millisecond)
		}
	}()
	s.Wait()
	if status := s.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("got %v, want a process killed by an interrupt", s.ProcessState)
	}
}

// Other commands can read a run in progress, and cannot change it. The run takes minutes, but has few
// rows a second: the commands would fall behind a run that grows faster than they read.
func TestRunInProgressCanBeReadButNotChanged(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	s := begin(t, "run", "queens/6", "--solver", "dlx_index,bitset", "--samples", "20000", "--min-time", "5ms", "--dir", dir)
	until(func() bool { return rowsIn(dir) > 20 })
	baseline := filepath.Join(t.TempDir(), "baseline")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"gate", dir, "--baseline", baseline, "--update"}, ""}, {[]string{"gate", dir, "--baseline", baseline}, ""},
		{[]string{"rank", dir}, ""}, {[]string{"cmp", "--noise", dir}, ""}, {[]string{"cmp", dir}, ""},
		{[]string{"run", "--resume", dir}, "xcbench: " + dir + " is in use by another run; wait for it, or choose another directory\n"},
		{[]string{"run", "queens/6", "--dir", dir},
			"xcbench: " + filepath.Join(dir, results.RowsFile) + " already exists; a run needs a new directory\n"},
	} {
		var stderr strings.Builder
		got := xcbench(t.Context(), c.args, strings.NewReader(""), io.Discard, &stderr)
		if (got == cli.ExitOK) != (c.want == "") || c.want != "" && stderr.String() != c.want {
			t.Errorf("%q: got exit status %d and %q, want %q", c.args, got, stderr.String(), c.want)
		}
	}
	s.Process.Signal(syscall.SIGTERM)
	wantInterrupted(t, s, dir)
}

// The engine hangs on the larger problem.
func TestAnInterruptedVerificationPrintsItsRows(t *testing.T) {
	t.Parallel()
	began := filepath.Join(t.TempDir(), "began")
	script := "read line; echo xcb 1; echo counts only; echo takes secondary; echo ready; while read word form size; do case $word in " +
		"problem) if [ $size -gt 1500 ]; then echo > '" + began + "'; exec sleep 1000; fi; dd bs=1 count=$size >/dev/null 2>&1; echo ready;; " +
		"run) echo done solved solutions 4;; esac; done"
	path := filepath.Join(t.TempDir(), "engine.sh")
	must(os.WriteFile(path, []byte(script), 0o666))
	s := begin(t, "verify", "queens/6", "queens/12", "--timeout", "0", "--solver", "hangs", "--engine", "hangs=sh "+path)
	until(func() bool { _, err := os.Stat(began); return err == nil })
	s.Process.Signal(syscall.SIGTERM)
	s.Wait()
	if got := s.ProcessState.ExitCode(); got != cli.ExitFailed || s.stderr.String() != "xcbench: interrupted\n" ||
		!strings.HasPrefix(s.stdout.String(), "Interrupted after 1 of 2 instances. Verified\n") ||
		!strings.Contains(s.stdout.String(), " queens/6  hangs   solved ") {
		t.Errorf("got exit status %d, %q and %q", got, s.stderr.String(), s.stdout.String())
	}
}

// in lists a directory, including hidden files.
func in(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
