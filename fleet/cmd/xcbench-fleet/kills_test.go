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
	text := get(os.ReadFile(filepath.Join(dir, "levels.csv")))
	lines := strings.Split(string(text), "\n")
	slices.Sort(lines)
	return lines
}

// does runs a command of this program that has a run directory as its last argument, and returns the counters.
func does(t *testing.T, args ...string) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	succeeds(t, append(args, "--dir", dir)...)
	return counters(t, dir)
}

func succeeds(t *testing.T, args ...string) {
	t.Helper()
	if out, err := fleetCommand(t, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// same fails unless the counters are those of workers that nobody kills.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A run that is killed is continued by the same command. All that it found counts once.
func TestAKilledRunIsContinued(t *testing.T) {
	kills, dice := 2, rand.New(rand.NewPCG(1, 2))
	if os.Getenv("XCBENCH_LONG") != "" {
		kills = 20
	}
	want, killed := does(t, append([]string{"run"}, searches...)...), 0
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
		same(t, counters(t, dir), want)
	}
}

// serve starts a server, and returns it with its URL.
func serve(t *testing.T, store, listen string) (*exec.Cmd, string) {
	t.Helper()
	server := fleetCommand(t, "serve", "--store", store, "--listen", listen)
	out := get(server.StdoutPipe())
	must(t, server.Start())
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
	url := get(bufio.NewReader(out).ReadString('\n'))
	return server, strings.TrimSpace(url)
}

// Workers and their server are killed while they work. The next ones do what is left.
func TestKilledWorkersAndServersLoseNothing(t *testing.T) {
	rounds, dice := 3, rand.New(rand.NewPCG(3, 4))
	if os.Getenv("XCBENCH_LONG") != "" {
		rounds = 100
	}
	want, store := does(t, append([]string{"run"}, searches...)...), t.TempDir()
	server, url := serve(t, store, "127.0.0.1:0")
	at := url[strings.LastIndex(url, "@")+1:]
	if out, err := fleetCommand(t, "work", "--server", "nats://wrong@"+at).CombinedOutput(); err == nil || !strings.Contains(string(out), "Authorization") {
		t.Errorf("a wrong token: got %v, %s, want an error", err, out)
	}
	submit := append([]string{"submit", "--server", url}, searches...)
	succeeds(t, submit...)
	for round := range rounds {
		ctx, cancel := context.WithCancel(t.Context())
		work := exec.CommandContext(ctx, fleetCommand(t).Path, "work", "--workers", "2", "--server", url)
		must(t, work.Start())
		time.Sleep(time.Duration(dice.IntN(400)) * time.Millisecond)
		if round%2 == 1 {
			server.Process.Kill()
			server.Wait()
			server, _ = serve(t, store, at)
		}
		time.Sleep(time.Duration(dice.IntN(400)) * time.Millisecond)
		cancel()
		if err := work.Wait(); err == nil {
			same(t, does(t, "join", "--server", url), want)
			succeeds(t, "drop", "--server", url)
			succeeds(t, submit...)
		}
	}
	for range 3 { // a task at which three were killed is set aside
		if err := fleetCommand(t, "work", "--again", "--workers", "2", "--server", url).Run(); err == nil {
			break
		}
	}
	same(t, does(t, "join", "--server", url), want)
}
