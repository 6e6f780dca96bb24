//go:build unix

package xcb_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"xcbench/cover"
	"xcbench/dlx"
	"xcbench/internal/corpustest"
	"xcbench/internal/textbook"
)

// processorTime returns what this process has used.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// An engine takes about as much processor time as the same search in this process. Wall time would
// be a measure for a quiet machine only.
func TestAnEngineReportsItsProcessorTime(t *testing.T) {
	p := corpustest.Problem("queens/10")
	least := time.Hour
	for range 3 {
		before := processorTime(t)
		if _, err := cover.Solve(context.Background(), dlx.Index(cover.MRV), p, cover.Limits{}, nil); err != nil {
			t.Fatal(err)
		}
		least = min(least, processorTime(t)-before)
	}
	e := engineOf(t, serves(t, "dlx_index"))
	search := prepare(t, e, p)
	began := time.Now()
	stats := search.Run(t.Context(), cover.Limits{}, nil)
	wall := time.Since(began)
	if stats.Err != nil {
		t.Fatal(stats.Err)
	}
	cpu := stats.Costs.CPU
	if cpu < least/2 || cpu > 2*wall {
		t.Errorf("got %v of processor time in %v, want about %v", cpu, wall, least)
	}
	if next := search.Run(t.Context(), cover.Limits{Nodes: 1}, nil).Costs.CPU; next > cpu/2 {
		t.Errorf("got %v of processor time of a node after a search of %v, want its own", next, cpu)
	}
	// The first run follows a long set-up, whose time does not count, and the second one takes as long.
	busy := script(`printf '` + hello + `'; while read -r line; do case $line in problem*) ready=ready;; run*) ready="done solved";; esac
case $line in problem*|run) i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done;; esac
case $line in problem*|run*) echo $ready;; esac; done`)
	search = prepare(t, engineOf(t, busy), textbook.Tiny())
	short, long := search.Run(t.Context(), cover.Limits{Nodes: 1}, nil), search.Run(t.Context(), cover.Limits{}, nil)
	if short.Err != nil || long.Err != nil || short.Costs.CPU > long.Costs.CPU/2 {
		t.Errorf("got costs %+v and %+v, %v, want little processor time of the first run", short.Costs, long.Costs, short.Err)
	}
}
