package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/cli"
	"xcbench/internal/natstest"
)

// natsWorkers starts workers of a server. They end with the test, if they have not ended before.
func natsWorkers(t *testing.T, dir, url, workers string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	work := exec.Command(filepath.Join(linked(t), "xcbench"), "fleet", "work", dir, "--workers", workers, "--nats", url)
	var out bytes.Buffer
	work.Stdout, work.Stderr = &out, &out
	must(work.Start())
	t.Cleanup(func() { work.Process.Kill(); work.Wait() })
	return work, &out
}

// Workers are killed again and again, and the server is restarted on the way. In the end the sums are
// the counters of one search.
func TestKilledWorkersOfAServerLoseNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts many processes")
	}
	server := natstest.Start(t)
	dir := filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/12", "langford/8", "--solver", "dlx_index", "--divide", "--task-nodes", "8000",
		"--lease", "1s")
	ours(t, "fleet", "submit", dir, "--nats", server.URL())
	work, out := natsWorkers(t, dir, server.URL(), "2")
	dice := rand.New(rand.NewPCG(1, 2))
	for deadline := time.Now().Add(20 * time.Second); len(childrenOf(work.Process.Pid)) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no worker was started")
		}
	}
	for range 3 {
		time.Sleep(time.Duration(50+dice.IntN(50)) * time.Millisecond)
		if workers := childrenOf(work.Process.Pid); len(workers) > 0 {
			// The oldest: a worker that dies three times before it begins ends the work, and on a busy
			// machine a young one may not have begun.
			syscall.Kill(slices.Min(workers), syscall.SIGKILL)
		}
	}
	server.Restart()
	if err := work.Wait(); err != nil {
		t.Errorf("got %v and %s, want that other workers go on", err, out)
	}
	joined, run := filepath.Join(dir, "..", "joined"), filepath.Join(dir, "..", "run")
	ours(t, "fleet", "join", dir, "--nats", server.URL(), "--dir", joined)
	ours(t, "run", "queens/12", "langford/8", "--solver", "dlx_index", "--samples", "1", "--min-time", "0", "--dir", run)
	if got, want := counters(t, joined), counters(t, run); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A worker that may write no file needs none. A plan of another build is refused.
func TestWorkersOfAServerNeedNoDiskAndTheSameBuild(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	dir := filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/6", "--solver", "naive,bitset")
	ours(t, "fleet", "submit", dir, "--nats", server.URL())
	elsewhere := filepath.Join(t.TempDir(), "jobs") // not there: the name is all that workers need
	if out, stderr, status := limited(t, 0, "fleet", "work", elsewhere, "--nats", server.URL()); status != cli.ExitOK ||
		out != "2 of 2 tasks done\n" {
		t.Errorf("got exit status %d, %q and %q, want 0", status, out, stderr)
	}
	if out := ours(t, "fleet", "status", dir, "--nats", server.URL(), "--format", "csv"); !strings.HasSuffix(out, "\n2,2,0,0,0,\n") {
		t.Errorf("got %s, want 2 tasks done", out)
	}
	server.Edit("xcbench.jobs.head", `"build":"`, `"build":"other-`)
	var errs bytes.Buffer
	if status := xcbench(context.Background(), []string{"fleet", "work", dir, "--nats", server.URL()}, nil, &errs, &errs); status != cli.ExitFailed {
		t.Errorf("got exit status %d, want %d", status, cli.ExitFailed)
	}
	wantOneLine(t, "another build", errs.String(), "expected the same build")
}

// A result was lost with the power of the server, and its task is no longer in the queue.
func TestWorkAndStatusSayWhatJoinSays(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	dir := filepath.Join(t.TempDir(), "jobs")
	ours(t, "fleet", "plan", dir, "queens/6", "--solver", "naive,bitset")
	ours(t, "fleet", "submit", dir, "--nats", server.URL())
	ours(t, "fleet", "work", dir, "--nats", server.URL())
	server.Delete("xcbench.jobs.work.2", `{"result"`)
	for _, c := range []struct {
		command, want string
		status        int
	}{
		{"work", "1 of 2 tasks done; 'xcbench fleet join' names the others\n", cli.ExitFailed},
		{"status", "2     1        0          0     1 ", cli.ExitOK},
		{"join", "missing: queens/6 bitset; ", cli.ExitFailed},
	} {
		var out bytes.Buffer
		if status := xcbench(context.Background(), []string{"fleet", c.command, dir, "--nats", server.URL()}, nil, &out, &out); status != c.status ||
			!strings.Contains(out.String(), c.want) {
			t.Errorf("%s: got exit status %d and %s, want %d and %s", c.command, status, &out, c.status, c.want)
		}
	}
}

// A plan on a server does not say what to run. A worker has its engines itself, in the build of the plan.
func TestWorkersOfAServerHaveTheEnginesOfThePlan(t *testing.T) {
	server := natstest.Start(t)
	dir := filepath.Join(t.TempDir(), "jobs")
	engine := func(solver string) string {
		return "mine='" + filepath.Join(linked(t), "xcbench") + "' engine serve --solver " + solver
	}
	ours(t, "fleet", "plan", dir, "queens/6", "--solver", "mine", "--engine", engine("naive"))
	ours(t, "fleet", "submit", dir, "--nats", server.URL())
	for want, args := range map[string][]string{
		"expected --engine mine=COMMAND or --engines FILE":                     nil,
		"results of different builds are not mixed, expected the same program": {"--engine", engine("bitset")},
	} {
		var errs bytes.Buffer
		args = append([]string{"fleet", "work", "jobs", "--nats", server.URL()}, args...)
		if status := xcbench(context.Background(), args, nil, &errs, &errs); status != cli.ExitFailed {
			t.Errorf("got exit status %d, want %d", status, cli.ExitFailed)
		}
		wantOneLine(t, want, errs.String(), want)
	}
	ours(t, "fleet", "work", "jobs", "--nats", server.URL(), "--engine", engine("naive"))
	out := ours(t, "fleet", "join", dir, "--nats", server.URL(), "--format", "csv")
	if !strings.Contains(out, "queens/6,mine,solved,4,111,") {
		t.Errorf("got %s, want the solutions of queens/6", out)
	}
}

// The server is for tests. The program must not have it.
func TestTheProgramHasNoServer(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Fields(string(out))
	if slices.ContainsFunc(all, func(p string) bool { return strings.HasPrefix(p, "github.com/nats-io/nats-server") }) {
		t.Error("the program links nats-server, want that tests alone do")
	}
	if !slices.Contains(all, "github.com/nats-io/nats.go/jetstream") {
		t.Error("the program does not link the client, want that it does")
	}
}
