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
	began := time.Now()
	stats, err := cover.Solve(context.Background(), engine(t, "serve dlx_index"), p, cover.Limits{}, nil)
	wall := time.Since(began)
	if err != nil || stats.Err != nil {
		t.Fatal(err, stats.Err)
	}
	if cpu := stats.Costs.CPU; cpu < least/2 || cpu > 2*wall {
		t.Errorf("got %v of processor time in %v, want about %v", cpu, wall, least)
	}
}
