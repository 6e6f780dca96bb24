package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// The memory of the commands that read a run grows with its instances by less than the bound. Each
// instance has two searches of 66 levels. Commands that keep a row as it was read, a level for each
// profile or a text for each point need two to four times as much.
func TestMemoryOfALongRunGrowsByALittleForEachInstance(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const n = 6000
	small, large := longRun(t, n), longRun(t, 2*n)
	for _, c := range []struct {
		name  string
		bound int // bytes of live memory for each instance
		args  []string
	}{
		{"rank", 1400, []string{"rank"}},
		{"cmp", 1100, []string{"cmp", "--format", "csv"}},
		{"cactus", 2800, []string{"plot", "cactus"}},
		{"scatter", 2900, []string{"plot", "scatter"}},
		{"report", 3600, []string{"report"}},
	} {
		peak := func(r *runFlags) int {
			args := append(append([]string{}, c.args...), r.dir)
			if c.name != "rank" && c.name != "cmp" {
				name := map[bool]string{true: "out.html", false: "out.svg"}[c.name == "report"]
				args = append(args, "-o", filepath.Join(t.TempDir(), name))
			}
			return peakOf(func() {
				var said bytes.Buffer
				if status := xcbench(context.Background(), args, nil, io.Discard, &said); status != exitOK {
					t.Errorf("%v: got status %d, %s", args, status, said.String())
				}
			})
		}
		peak(small) // tables that are made once
		first := peak(small)
		if grown := (peak(large) - first) / n; grown > c.bound {
			t.Errorf("%s: got %d bytes more for each instance, want at most %d", c.name, grown, c.bound)
		} else {
			t.Logf("%s: %d MB, and %d bytes for each instance", c.name, first>>20, grown)
		}
	}
}

// peakOf returns the most live memory while f runs, as the garbage collector finds it. It runs often
// here.
func peakOf(f func()) (peak int) {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	done, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			metrics.Read(live)
			peak = max(peak, int(live[0].Value.Uint64()))
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return peak
}
