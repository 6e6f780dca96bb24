package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/cli"
	"xcbench/results"
)

// A supervisor and its worker processes are killed again and again. In the end the sums are the
// counters of one search, and no process is left.
func TestKilledWorkersLoseNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts many processes")
	}
	kills := 6
	if os.Getenv("XCBENCH_LONG") != "" {
		kills = 300
	}
	dir := filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/12", "langford/8", "--solver", "dlx_index", "--divide", "--task-nodes", "4000",
		"--lease", "300ms")
	dice := rand.New(rand.NewPCG(1, 2))
	for range kills {
		work := exec.Command(filepath.Join(linked(t), "xcbench"), "fleet", "work", dir, "--workers", "2")
		work.Env = itself().Env
		must(work.Start())
		time.Sleep(time.Duration(20+dice.IntN(120)) * time.Millisecond)
		workers := childrenOf(work.Process.Pid)
		if victims := append(workers, work.Process.Pid); dice.IntN(2) == 0 {
			syscall.Kill(victims[dice.IntN(len(victims))], syscall.SIGKILL)
			time.Sleep(time.Duration(dice.IntN(40)) * time.Millisecond)
		}
		workers = append(workers, childrenOf(work.Process.Pid)...)
		work.Process.Kill()
		work.Wait()
		waitForEnd(t, workers)
	}
	// Three deaths at one task may have set it aside. It is innocent.
	ours(t, "fleet", "work", dir, "--workers", "2")
	var out, errs bytes.Buffer
	for xcbench(context.Background(), []string{"fleet", "join", dir}, nil, &out, &errs) == cli.ExitFailed {
		task := asideTask(errs.String())
		if task == "" {
			t.Fatal(errs.String())
		}
		ours(t, "fleet", "work", dir, "--task", task)
		out.Reset()
		errs.Reset()
	}
	joined, run := filepath.Join(dir, "..", "joined"), filepath.Join(dir, "..", "run")
	ours(t, "fleet", "join", dir, "--dir", joined)
	ours(t, "run", "queens/12", "langford/8", "--solver", "dlx_index", "--samples", "1", "--min-time", "0", "--dir", run)
	if got, want := counters(t, joined), counters(t, run); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// asideTask returns the name of a task that join lists as set aside.
func asideTask(text string) string {
	_, rest, _ := strings.Cut(text, "--task ")
	name, _, _ := strings.Cut(rest, "'")
	return name
}

// childrenOf returns the processes that a process has started, from any of its threads.
func childrenOf(pid int) (all []int) {
	dir := fmt.Sprintf("/proc/%d/task", pid)
	threads, _ := os.ReadDir(dir)
	for _, thread := range threads {
		text, _ := os.ReadFile(filepath.Join(dir, thread.Name(), "children"))
		for field := range strings.FieldsSeq(string(text)) {
			child, _ := strconv.Atoi(field)
			all = append(all, child)
		}
	}
	return all
}

// waitForEnd waits until none of the processes is left.
func waitForEnd(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		for deadline := time.Now().Add(10 * time.Second); syscall.Kill(pid, 0) == nil && !zombie(pid); {
			if time.Now().After(deadline) {
				t.Fatalf("worker %d lives on after its supervisor was killed", pid)
			}
			time.Sleep(time.Millisecond)
		}
	}
}

func zombie(pid int) bool {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return bytes.Contains(text, []byte(") Z "))
}

// A worker that cannot write stops with one line. What it wrote before is kept, and once there is
// room, the rest is done.
func TestAFullDiskStopsTheWorkAndLosesNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/4", "langford/12", "--solver", "naive", "--nodes", "2000")
	_, stderr, status := limited(t, 0, "fleet", "work", dir)
	if status != cli.ExitFailed {
		t.Errorf("got exit status %d and %q, want %d", status, stderr, cli.ExitFailed)
	}
	wantOneLine(t, "no room", stderr, "file too large")
	if _, stderr, status = limited(t, 1, "fleet", "work", dir); status != cli.ExitFailed {
		t.Errorf("room for part of a line: got exit status %d and %q, want %d", status, stderr, cli.ExitFailed)
	}
	for _, name := range in(t, filepath.Join(dir, "work")) {
		if text, err := os.ReadFile(filepath.Join(dir, "work", name)); err != nil || !bytes.HasSuffix(text, []byte("\n")) {
			t.Errorf("%s: got %q, %v, want whole lines", name, text, err)
		}
	}
	ours(t, "fleet", "work", dir)
	rows := filepath.Join(dir, "..", "joined")
	ours(t, "fleet", "join", dir, "--dir", rows)
	if all, _, err := results.ReadDir(rows); err != nil || len(all) != 2 {
		t.Errorf("got %v, %v, want two rows", all, err)
	}
}

// beginWork plans a search in parts, starts the work on it, and waits until a worker is in the middle of
// it. The lease is longer than the test may take.
func beginWork(t *testing.T) (dir string, work *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/12", "--solver", "naive", "--divide", "--task-nodes", "20000", "--lease", "1h")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // far below the lease
	t.Cleanup(cancel)
	work = exec.CommandContext(ctx, filepath.Join(linked(t), "xcbench"), "fleet", "work", dir)
	stderr = new(bytes.Buffer)
	work.Stderr = stderr
	must(work.Start())
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if text, _ := os.ReadFile(filepath.Join(dir, "work", "00002.1.jsonl")); len(text) > 0 {
			return dir, work, stderr
		}
		if time.Now().After(deadline) {
			t.Fatal("no worker took the second pack")
		}
	}
}

func TestDeadWorkersAreReplacedAtOnce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir, work, stderr := beginWork(t)
	for _, worker := range childrenOf(work.Process.Pid) {
		must(syscall.Kill(worker, syscall.SIGKILL))
	}
	if err := work.Wait(); err != nil {
		t.Errorf("got %v and %s, want that another worker goes on", err, stderr)
	}
	died, _ := filepath.Glob(filepath.Join(dir, "work", "*.2.jsonl"))
	if out := ours(t, "fleet", "status", dir, "--format", "csv"); len(died) != 1 || !strings.HasSuffix(out, ",0,0,0,\n") {
		t.Errorf("got second attempts %q and %s, want one, and all tasks done", died, out)
	}
}

// Work that is killed cannot give back its task. On this machine, nobody waits for its lease.
func TestWorkThatIsInterruptedIsGivenBack(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts processes")
	}
	for _, kill := range []func(*exec.Cmd){
		func(work *exec.Cmd) { work.Process.Signal(syscall.SIGTERM) },
		func(work *exec.Cmd) { work.Process.Kill() },
	} {
		dir, work, stderr := beginWork(t)
		workers := childrenOf(work.Process.Pid)
		kill(work)
		work.Wait()
		waitForEnd(t, workers)
		if work.ProcessState.Exited() {
			last, _ := filepath.Glob(filepath.Join(dir, "work", "*"))
			text, err := os.ReadFile(last[len(last)-1])
			if err != nil || !bytes.HasSuffix(text, []byte(`{"end":{"reason":"interrupted"}}`+"\n")) {
				t.Errorf("got %s, %v, want that the worker gave its task back", text, err)
			}
			if work.ProcessState.ExitCode() != cli.ExitFailed {
				t.Errorf("got %v, want exit status %d", work.ProcessState, cli.ExitFailed)
			}
			wantOneLine(t, "SIGTERM", stderr.String(), "interrupted; the same command continues")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // far below the lease
		defer cancel()
		next := exec.CommandContext(ctx, filepath.Join(linked(t), "xcbench"), "fleet", "work", dir)
		if out, err := next.CombinedOutput(); err != nil {
			t.Errorf("got %v and %s, want that the next worker does the rest", err, out)
		}
	}
}

func TestAnotherBuildIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/4")
	path := filepath.Join(dir, "fleet.json")
	text, err := os.ReadFile(path)
	must(err)
	must(os.WriteFile(path, bytes.Replace(text, []byte(`"build": "`), []byte(`"build": "other-`), 1), 0o666))
	var errs bytes.Buffer
	if status := xcbench(context.Background(), []string{"fleet", "work", dir}, nil, &errs, &errs); status != cli.ExitFailed {
		t.Errorf("got exit status %d, want %d", status, cli.ExitFailed)
	}
	wantOneLine(t, "another build", errs.String(), "expected the same build")
}
