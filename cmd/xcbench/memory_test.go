package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"runtime"
	"testing"

	"xcbench/results"
)

// The memory of the commands that read a run grows with its instances by less than the bounds. Each
// instance has two searches of 66 levels. The bounds are 4 to 5% above the figures of Go 1.26, and rows
// that are kept whole take 370 bytes. What is measured does not depend on when memory is
// collected, so it is the same beside other programs: what a run keeps after a collection, and what
// a command allocates in all.
func TestMemoryOfALongRunGrowsByALittleForEachInstance(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
	const n = 2100 // plots of at most 2000 instances show all of them
	tiny, small, large := longRun(t, 10), longRun(t, n), longRun(t, 2*n)
	out := filepath.Join(t.TempDir(), "out.svg")
	for _, c := range []struct {
		name  string
		bound int // bytes for each instance
		take  func(dir string) int
	}{
		{"read", 108, func(dir string) int { return keptBy(t, dir) }},
		{"rank", 1100, func(dir string) int { return allocatedBy(t, "rank", dir) }},
		{"cmp", 3550, func(dir string) int { return allocatedBy(t, "cmp", "--format", "csv", dir) }},
		{"cactus", 1410, func(dir string) int { return allocatedBy(t, "plot", "cactus", dir, "-o", out) }},
		{"scatter", 1270, func(dir string) int { return allocatedBy(t, "plot", "scatter", dir, "-o", out) }},
		{"box", 1690, func(dir string) int { return allocatedBy(t, "plot", "box", dir, "-o", out) }},
		{"times", 1150, func(dir string) int { return allocatedBy(t, "plot", "times", dir, "-o", out) }},
	} {
		c.take(tiny.dir) // makes tables that are made once
		if grown := (c.take(large.dir) - c.take(small.dir)) / n; grown > c.bound {
			t.Errorf("%s: got %d bytes more for each instance, want at most %d", c.name, grown, c.bound)
		} else {
			t.Logf("%s: %d bytes for each instance", c.name, grown)
		}
	}
}

// keptBy returns the bytes of memory that a run takes once it is read.
func keptBy(t *testing.T, dir string) int {
	t.Helper()
	before := collected().HeapAlloc
	runs, err := results.ReadRuns([]string{dir}, nil, results.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	after := collected().HeapAlloc
	runtime.KeepAlive(runs)
	return int(after) - int(before)
}

// allocatedBy returns the bytes of memory that a command allocates, in all.
func allocatedBy(t *testing.T, args ...string) int {
	t.Helper()
	var said bytes.Buffer
	before := collected().TotalAlloc
	if status := xcbench(context.Background(), args, nil, io.Discard, &said); status != exitOK {
		t.Errorf("%v: got status %d, %s", args, status, said.String())
	}
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before)
}

// collected returns the state of the memory after a complete collection.
func collected() (m runtime.MemStats) {
	runtime.GC()
	runtime.GC() // what the first one only put aside, as a sync.Pool
	runtime.ReadMemStats(&m)
	return m
}
