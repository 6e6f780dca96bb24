package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"xcbench/internal/natstest"
)

// Two giant searches by workers of a server. One worker is killed every second or every three, and the server is
// restarted on the way. The counters are those of one search without any of this.
func TestGiantSearchesOverAServer(t *testing.T) {
	if os.Getenv("XCBENCH_LONG") == "" {
		t.Skip("takes minutes; set XCBENCH_LONG")
	}
	for _, c := range []struct {
		id, solutions, nodes string
		every                time.Duration // between kills
	}{
		{"queens/16", "14772512", "3e6", time.Second}, {"langford/15", "79619280", "4e6", 3 * time.Second},
	} {
		t.Run(c.id, func(t *testing.T) { giantSearch(t, c.id, c.solutions, c.nodes, c.every) })
	}
}

// giantSearch counts the solutions of an instance, which is divided into tasks of so many nodes, while a
// worker is killed every so often.
func giantSearch(t *testing.T, id, solutions, nodes string, every time.Duration) {
	server := natstest.Start(t)
	dir := filepath.Join(t.TempDir(), "jobs")
	began := time.Now()
	ours(t, "fleet", "plan", dir, id, "--solver", "bitset", "--divide", "--task-nodes", nodes, "--lease", "5s")
	ours(t, "fleet", "submit", dir, "--nats", server.URL())
	planned := time.Since(began)
	began = time.Now()
	work, out := natsWorkers(t, dir, server.URL(), "2")
	over := make(chan error, 1)
	go func() { over <- work.Wait() }()
	dice := rand.New(rand.NewPCG(1, 2))
	kills, restarts := 0, 0
	for next := time.Now(); len(over) == 0; time.Sleep(100 * time.Millisecond) {
		if time.Since(next) < every {
			continue
		}
		next = time.Now()
		if workers := childrenOf(work.Process.Pid); len(workers) > 0 {
			syscall.Kill(workers[dice.IntN(len(workers))], syscall.SIGKILL)
			kills++
		}
		if kills == 2 {
			server.Restart()
			restarts++
		}
	}
	if err := <-over; err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	worked := time.Since(began)
	joined, run, whole := filepath.Join(dir, "..", "joined"), filepath.Join(dir, "..", "run"), filepath.Join(dir, "..", "whole")
	table := ours(t, "fleet", "join", dir, "--nats", server.URL(), "--dir", joined)
	began = time.Now()
	ours(t, "fleet", "plan", whole, id, "--solver", "bitset") // one task, for one worker
	ours(t, "fleet", "work", whole)
	alone := time.Since(began)
	ours(t, "fleet", "join", whole, "--dir", run)
	got, want := counters(t, joined), counters(t, run)
	if !slices.Equal(got, want) || !strings.Contains(table, solutions) {
		t.Errorf("got\n%s\nwant\n%s\nand %s solutions", strings.Join(got, "\n"), strings.Join(want, "\n"), solutions)
	}
	if kills < 3 || restarts == 0 {
		t.Errorf("%d kills and %d restarts, want that the search outlasts them", kills, restarts)
	}
	t.Logf("%s: planned in %v, 2 workers %v with %d kills and %d restarts, one worker without kills %v\n%s", id, planned, worked,
		kills, restarts, alone, table)
}
