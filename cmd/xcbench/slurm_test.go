package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"xcbench/results"
)

// The jobs run on the Slurm of this machine, if there is one. In the long form, a job is requeued in the
// middle of its work, and loses and doubles nothing.
func TestSlurmDoesTheWorkOfAPlan(t *testing.T) {
	if _, err := exec.LookPath("sbatch"); err != nil {
		t.Skip("Slurm is not installed")
	}
	if out, err := exec.Command("sinfo", "--noheader", "--states", "idle,mixed,allocated").CombinedOutput(); err != nil || len(out) == 0 {
		t.Skip("Slurm is not configured: sinfo names no node")
	}
	if testing.Short() {
		t.Skip("waits for Slurm")
	}
	tasks, wait, long := 40, time.Minute, os.Getenv("XCBENCH_LONG") != ""
	id, solutions := "queens/8", int64(92)
	if long { // Slurm starts a requeued job after the time of cred_expire, two minutes unless it was configured
		tasks, wait, id, solutions = 1000, 6*time.Minute, "queens/9", 352
	}
	dir := t.TempDir()
	jobs, files := filepath.Join(dir, "jobs"), filepath.Join(dir, "slurm")
	ours(t, "fleet", "plan", jobs, id, "--scramble", strconv.Itoa(tasks/2-1), "--solver", "naive,bitset", "--lease", "2s")
	ours(t, "fleet", "slurm", jobs, "--jobs", "3", "--time", "10m", "--out", files,
		"--program", filepath.Join(linked(t), "xcbench"))
	submit := exec.Command("sh", filepath.Join(files, "submit.sh"))
	submit.Env = itself().Env
	out, err := submit.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	numbers := strings.Fields(string(out))
	if len(numbers) != 2 {
		t.Fatalf("got %s, want two jobs", out)
	}
	t.Cleanup(func() { exec.Command("scancel", numbers...).Run() })
	requeued := ""
	for deadline := time.Now().Add(wait); ; time.Sleep(200 * time.Millisecond) {
		left, err := exec.Command("squeue", "--noheader", "--jobs", strings.Join(numbers, ",")).CombinedOutput()
		if err != nil || len(left) == 0 {
			break
		}
		if long && requeued == "" && len(in(t, filepath.Join(jobs, "work"))) > tasks/20 {
			if out, err := exec.Command("scontrol", "requeue", numbers[0]+"_1").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			requeued = string(left)
		}
		if time.Now().After(deadline) {
			t.Fatalf("after %v: %s", wait, left)
		}
	}
	rows, _, err := results.ReadDir(jobs + "-joined")
	if err != nil {
		log, _ := os.ReadFile(filepath.Join(files, "logs", "join.log"))
		t.Fatalf("%v\n%s", err, log)
	}
	seen := map[results.Search]bool{}
	for _, r := range rows {
		if r.Nodes == 0 || r.Solutions != solutions || r.Machine == nil || r.Machine.Host == "" {
			t.Errorf("got %+v, want %d solutions on a named host", r, solutions)
		}
		seen[r.Key()] = true
	}
	if len(rows) != tasks || len(seen) != tasks {
		t.Errorf("got %d rows of %d searches, want %d", len(rows), len(seen), tasks)
	}
	if long && requeued == "" {
		t.Error("all tasks were done before a job could be requeued")
	}
	if log, err := os.ReadFile(filepath.Join(files, "logs", "work-1.log")); err == nil {
		t.Logf("requeued while there were\n%sIts log:\n%s", requeued, log)
	}
}
