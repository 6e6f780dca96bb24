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

	"xcbench/results"
)

// A supervisor and its worker processes are killed again and again. In the end the sums are the
// counters of one search, and no process is left.
func TestKilledWorkersLoseNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	kills := 12
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
	for xcbench(context.Background(), []string{"fleet", "join", dir}, nil, &out, &errs) == exitFailed {
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

// ours runs a command of this program in a process of its own. It returns both outputs.
func ours(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(linked(t), "xcbench"), args...)
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != exitOK && !(code == exitFailed && bytes.Contains(out, []byte("set aside"))) {
		t.Fatalf("xcbench %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// asideTask returns the name of a task that join lists as set aside.
func asideTask(text string) string {
	_, rest, _ := strings.Cut(text, "--task ")
	name, _, _ := strings.Cut(rest, "'")
	return name
}

func childrenOf(pid int) (all []int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for field := range strings.FieldsSeq(string(text)) {
		child, _ := strconv.Atoi(field)
		all = append(all, child)
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
	dir := filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/4", "langford/12", "--solver", "naive", "--nodes", "2000")
	_, stderr, status := limited(t, 0, "fleet", "work", dir)
	if status != exitFailed {
		t.Errorf("got exit status %d and %q, want %d", status, stderr, exitFailed)
	}
	wantOneLine(t, "no room", stderr, "file too large")
	ours(t, "fleet", "work", dir)
	rows := filepath.Join(dir, "..", "joined")
	ours(t, "fleet", "join", dir, "--dir", rows)
	if all, _, err := results.ReadDir(rows); err != nil || len(all) != 2 {
		t.Errorf("got %v, %v, want two rows", all, err)
	}
}
