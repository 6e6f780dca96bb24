package main

import (
	"bufio"
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// searches is a plan of giant searches in parts, and of whole ones.
var searches = []string{"queens/11", "langford/8", "--solver", "dlx_index,bitset", "--divide", "--task-nodes", "2000", "--lease", "1s"}

// fleetCommand returns a command of this program.
func fleetCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	dir, _, _ := strings.Cut(path(t), string(os.PathListSeparator))
	return exec.Command(filepath.Join(dir, "xcbench-fleet"), args...)
}

// counters returns the sorted levels of a run directory.
func counters(t *testing.T, dir string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "levels.csv"))
	must(t, err)
	lines := strings.Split(string(text), "\n")
	slices.Sort(lines)
	return lines
}

// once returns the counters of the plan by workers that nobody kills.
func once(t *testing.T) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "once")
	if out, err := fleetCommand(t, append([]string{"run", "--dir", dir}, searches...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return counters(t, dir)
}

// A run that is killed is continued by the same command. All that it found counts once.
func TestAKilledRunIsContinued(t *testing.T) {
	kills, dice := 2, rand.New(rand.NewPCG(1, 2))
	if os.Getenv("XCBENCH_LONG") != "" {
		kills = 20
	}
	want, killed := once(t), 0
	for killed < kills {
		dir := filepath.Join(t.TempDir(), "run")
		for ended := false; !ended; {
			run := fleetCommand(t, append([]string{"run", "--workers", "2", "--dir", dir}, searches...)...)
			out := new(bytes.Buffer)
			run.Stdout, run.Stderr = out, out
			must(t, run.Start())
			stop := time.AfterFunc(time.Duration(100+dice.IntN(1500))*time.Millisecond, func() {
				if killed < kills {
					run.Process.Kill()
				}
			})
			err := run.Wait()
			stop.Stop()
			switch {
			case err == nil:
				ended = true
			case run.ProcessState.ExitCode() == -1:
				killed++
			case !strings.Contains(out.String(), "set aside"): // three deaths at one task; the next run tries it again
				t.Fatalf("%v: %s", err, out)
			}
		}
		if got := counters(t, dir); !slices.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	t.Logf("%d kills", killed)
}

// serve starts a server, and returns it with its URL.
func serve(t *testing.T, store, listen string) (*exec.Cmd, string) {
	t.Helper()
	server := fleetCommand(t, "serve", "--store", store, "--listen", listen)
	out, err := server.StdoutPipe()
	must(t, err)
	must(t, server.Start())
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
	url, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	return server, strings.TrimSpace(url)
}

// Workers and their server are killed while they work. The next ones do what is left.
func TestKilledWorkersAndServersLoseNothing(t *testing.T) {
	rounds, dice := 3, rand.New(rand.NewPCG(3, 4))
	if os.Getenv("XCBENCH_LONG") != "" {
		rounds = 100
	}
	want, store := once(t), t.TempDir()
	server, url := serve(t, store, "127.0.0.1:0")
	at := url[strings.LastIndex(url, "@")+1:]
	ours := func(args ...string) ([]byte, error) {
		return fleetCommand(t, append(args, "--server", url)...).CombinedOutput()
	}
	if out, err := fleetCommand(t, "work", "--server", "nats://wrong@"+at).CombinedOutput(); err == nil || !strings.Contains(string(out), "Authorization") {
		t.Errorf("a wrong token: got %v, %s, want an error", err, out)
	}
	submit := append([]string{"submit"}, searches...)
	if out, err := ours(submit...); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	workers, servers := 0, 0
	for round := range rounds {
		ctx, cancel := context.WithCancel(t.Context())
		work := exec.CommandContext(ctx, fleetCommand(t).Path, "work", "--workers", "2", "--server", url)
		must(t, work.Start())
		time.Sleep(time.Duration(dice.IntN(400)) * time.Millisecond)
		if round%2 == 1 {
			server.Process.Kill()
			server.Wait()
			server, _ = serve(t, store, at)
			servers++
		}
		time.Sleep(time.Duration(dice.IntN(400)) * time.Millisecond)
		cancel()
		if err := work.Wait(); err != nil {
			workers++
			continue
		}
		if got := joinedOnce(t, ours); !slices.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for _, args := range [][]string{{"drop"}, submit} {
			if out, err := ours(args...); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
	}
	for range 3 { // a task at which three were killed is set aside
		if _, err := ours("work", "--again", "--workers", "2"); err == nil {
			break
		}
	}
	if got := joinedOnce(t, ours); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	t.Logf("%d kills of workers, %d of the server", workers, servers)
}

// joinedOnce joins into a new run directory, and returns its counters.
func joinedOnce(t *testing.T, ours func(args ...string) ([]byte, error)) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "joined")
	if out, err := ours("join", "--dir", dir); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return counters(t, dir)
}
